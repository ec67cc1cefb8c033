import { z } from "zod";
import type { Context } from "~/domain/context";
import { fileKeyOf } from "~/domain/intake/readAnswers";
import type { RecordField, RecordFields } from "~/domain/records/recordFields";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import type { Page } from "~/list/defineList";
import { bodyOf } from "./endpoint";
import { isoTime, underSentNames } from "./wire";

interface Row {
  id: string;
  createdAt: number;
  version: number;
}

/** The schemas of a field: in an answer, and in a body before the operation checks it. */
function schemasOf({ kind, initial, options }: RecordField): { answered: z.ZodType; sent: z.ZodType } {
  const orNull = (schema: z.ZodType) => (initial === null ? schema.nullable() : schema);
  switch (kind) {
    case "upload":
    case "firstDay":
    case "lastDay":
      return { answered: orNull(z.string()), sent: z.string().nullish() };
    case "flag":
      return { answered: z.boolean(), sent: z.boolean().optional() };
    case "choice":
      return { answered: z.enum(Object.keys(options!)), sent: z.string().optional() };
    case "ids":
      return { answered: z.array(z.string()), sent: z.array(z.string()).optional() };
    default:
      return { answered: z.string(), sent: z.string().optional() };
  }
}

/** A stored value as the API answers it. */
function encode({ kind }: RecordField, value: unknown): unknown {
  if (kind === "upload") return fileAddressOrNull(value as string | null);
  return kind === "firstDay" || kind === "lastDay" ? isoTime(value as number | null) : value;
}

/** A sent value as the operation takes it: an address of ours as its key, and null only where it clears the field. */
function decode({ kind, initial }: RecordField, value: unknown, siteUrl: string, name: string): unknown {
  if (kind === "upload" && value) return fileKeyOf(String(value), siteUrl, name);
  if (kind === "upload" && value === "") return initial === null ? null : undefined;
  return value === null && initial !== null ? undefined : value;
}

/**
 * How the API answers and takes a noun's rows, by its fields. An answer has the fields `first` before all others, as
 * documented.
 */
export function recordApi(fields: RecordFields, first: readonly string[] = []) {
  const named = [...new Set([...first, ...Object.keys(fields)])].map((name) => {
    const field = fields[name]!;
    return { name, field, api: field.api ?? name, ...schemasOf(field) };
  });
  const sentNames: Record<string, string> = {
    id: "_id",
    ...Object.fromEntries(named.map(({ name, api }) => [name, api])),
  };
  const shape = (of: "answered" | "sent", names: readonly string[] = Object.keys(fields)) =>
    Object.fromEntries(named.filter(({ name }) => names.includes(name)).map((one) => [one.api, one[of]]));

  const fieldsToApi = (row: object) => {
    const has = named.filter(({ name }) => name in row);
    return Object.fromEntries(has.map(({ name, api, field }) => [api, encode(field, row[name as keyof typeof row])]));
  };
  const toApi = (row: Row) => ({
    _id: row.id,
    ...fieldsToApi(row),
    createdTime: isoTime(row.createdAt),
    version: row.version,
  });
  const row = z.object({ _id: z.string(), ...shape("answered"), createdTime: z.string(), version: z.number() });
  return {
    row,
    /** An answer with some of the fields. */
    rowOf: (names: readonly string[]) => z.object({ _id: z.string(), ...shape("answered", names) }),
    deleted: z.object({ _id: z.string(), message: z.string() }),
    page: z.object({ content: z.array(row), totalElements: z.number() }),
    sent: z.looseObject({
      _id: z.string().max(64).optional(),
      ...shape("sent"),
      version: z.number().optional(),
    }),
    body: (input: { shape: Record<string, z.ZodType> }) => bodyOf(input.shape, sentNames),
    fieldsToApi,
    toApi,
    toPage: ({ content, totalElements }: Page<Row>) => ({ content: content.map(toApi), totalElements }),
    async remove(ctx: Context, id: string, operation: (ctx: Context, id: string) => Promise<void>, message: string) {
      await operation(ctx, id);
      return { _id: id, message };
    },
    /** Saves what was sent and answers the row. Errors name the fields as the caller does. */
    async save<Input extends z.ZodType>(
      ctx: Context,
      sent: Record<string, unknown>,
      input: Input,
      operation: (ctx: Context, value: z.output<Input>) => Promise<Row>,
    ) {
      const values = named.map(({ name, api, field }) => [name, decode(field, sent[api], ctx.siteUrl, api)]);
      const checked = underSentNames(input, sentNames, {
        ...Object.fromEntries(values),
        id: sent._id,
        version: sent.version,
      });
      return toApi(await operation(ctx, checked.value).catch(checked.refused));
    },
  };
}
