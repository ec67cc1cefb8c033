import { z } from "zod";
import { systemId, versionNumber } from "../catalogue/serviceInput";
import { dayOf, dayOfEnd, fromDay, momentField, throughDay } from "../days";
import { Invalid } from "../errors";
import { text as possibleText, requiredLine, requiredText } from "../textFields";
import { webAddressField } from "../webAddress";

/** `RecordField.tsx` draws each kind, `recordApi.ts` translates it. */
type FieldKind = "line" | "text" | "webAddress" | "upload" | "flag" | "firstDay" | "lastDay" | "choice" | "ids";

/** A field of a noun, for its form, its API row, its save and its history. */
export interface RecordField<Input extends z.ZodType = z.ZodType, Form extends z.ZodType = z.ZodType> {
  kind: FieldKind;
  label: string;
  /** What a save takes. */
  input: Input;
  /** What the form sends: neither unticked boxes nor empty dates. */
  form: Form;
  /** A new record's value when the caller leaves the field out. null also means that null clears it. */
  initial?: unknown;
  /** Its name in the API, where that differs. */
  api?: string;
  /** Characters of a text. */
  max?: number;
  /** The kind of an upload (app/files/uploadKinds). */
  file?: string;
  /** The labels of a choice. */
  options?: Readonly<Record<string, string>>;
}

export type RecordFields = Readonly<Record<string, RecordField>>;

const field = <Schema extends z.ZodType>(
  kind: FieldKind,
  schema: Schema,
  rest: Omit<RecordField, "kind" | "input" | "form">,
): RecordField<Schema, Schema> => ({ kind, input: schema, form: schema, ...rest });

/**
 * A field that a caller may leave out: a stored value stays, and a new record gets `initial`. `unsent` is what it
 * means that the form sends none.
 */
export const optional = <Schema extends z.ZodType>(
  one: RecordField<Schema, Schema>,
  initial: z.output<Schema>,
  unsent: z.output<Schema> = initial,
) => ({ ...one, input: z.optional(one.input), form: z._default(one.form, unsent as never), initial });

/** An optional field that null clears. */
const clearable = <Schema extends z.ZodType>(one: RecordField<Schema, Schema>) => {
  const schema = z.nullable(one.input);
  return { ...one, input: z.optional(schema), form: schema.default(null as never), initial: null };
};

interface Named {
  label: string;
  api?: string;
}

/** The message without a value. */
const missing = ({ label }: Named) => `${label} is required`;

/** One line of text. */
export const line = ({ max, ...named }: Named & { max: number }) =>
  field("line", requiredLine(missing(named), max), named);

/** Several lines of text. */
export const text = (named: Named & { max: number }) => field("text", requiredText(missing(named), named.max), named);

/** Several lines of text, or none. */
export const optionalText = ({ tooLong, ...named }: Named & { tooLong: string; max: number }) =>
  field("text", possibleText(named.max, tooLong).default(""), named);

export const link = (named: Named) => field("webAddress", webAddressField, named);

/** The key of an upload. A record has at most one. */
export const upload = (named: Named & { file: string }) =>
  field("upload", z.string({ error: missing(named) }).min(1, missing(named)), named);

/** An upload that null removes. */
export const optionalUpload = (named: Named & { file: string }) => clearable(field("upload", z.string(), named));

export const flag = (named: Named) => field("flag", z.boolean(), named);

/** A moment from which the record is shown (ms UTC), or null. Its form has a day. */
export const firstDay = (named: Named) => clearable(field("firstDay", momentField("Choose a date"), named));

/** A moment until which it is shown, or null. Midnight means the whole day. */
export const lastDay = (named: Named) => clearable(field("lastDay", momentField("Choose a date"), named));

export const requiredLastDay = (named: Named) => field("lastDay", momentField(missing(named)), named);

export const choice = <Value extends string>(named: Named & { options: Readonly<Record<Value, string>> }) =>
  field("choice", z.enum(Object.keys(named.options) as Value[], { error: missing(named) }), named);

/** Ids of other records. */
export const ids = ({ max, tooMany, ...named }: Named & { max: number; tooMany: string }) =>
  field("ids", z.array(systemId).max(max, tooMany), named);

/** A record's values by field. */
export type Values<Fields extends RecordFields> = {
  [Name in keyof Fields]: Exclude<z.output<Fields[Name]["input"]>, undefined>;
};

const eachField = <Fields extends RecordFields>(fields: Fields, read: (one: RecordField, name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, read(one, name)]));

/** The schemas of a save, for `z.object`. */
export const inputOf = <Fields extends RecordFields>(fields: Fields) =>
  eachField(fields, ({ input }) => input) as { [Name in keyof Fields]: Fields[Name]["input"] };

/** The schemas of the form, for `z.object`. */
export const formOf = <Fields extends RecordFields>(fields: Fields) =>
  eachField(fields, ({ form }) => form) as { [Name in keyof Fields]: Fields[Name]["form"] };

/** What was sent, over what is stored, over what a new record has. */
export const mergedValues = <Fields extends RecordFields>(
  fields: Fields,
  stored: Record<string, unknown> | null,
  sent: Record<string, unknown>,
) =>
  eachField(fields, ({ initial }, name) =>
    sent[name] !== undefined ? sent[name] : stored ? stored[name] : initial,
  ) as Values<Fields>;

/** A record as its form shows it. `zone`: the agency's. */
export const valuesForForm = (fields: RecordFields, record: Record<string, unknown> | null, zone: string) =>
  eachField(fields, ({ kind, initial }, name) => {
    const value = (record ? record[name] : initial) ?? undefined;
    if (typeof value !== "number") return value;
    return kind === "firstDay" ? dayOf(value, zone) : dayOfEnd(value, zone);
  });

/** What a form sent, with its days as moments in the agency's zone. */
export const valuesFromForm = <Sent extends object>(fields: RecordFields, sent: Sent, zone: string): Sent => {
  const moments = Object.entries(sent).map(([name, value]) => {
    const kind = typeof value === "number" ? fields[name]?.kind : undefined;
    return [name, kind === "firstDay" ? fromDay(value, zone) : kind === "lastDay" ? throughDay(value, zone) : value];
  });
  return Object.fromEntries(moments) as Sent;
};

/** `id` is absent for a new record. A stored one is changed by its version (rules.md forms/version). */
export const recordIds = { id: systemId.optional(), version: versionNumber.optional() };

/** A rule about several fields. A save has no `id` where a new record is written. */
export interface RecordRule<Sent> {
  field: string;
  message: string;
  holds(values: Sent): boolean;
}

/** A schema with its rules, which run even when another field is invalid: all messages appear together. */
export const withRules = <Sent, Schema extends z.ZodType<Sent>>(schema: Schema, rules: readonly RecordRule<Sent>[]) =>
  rules.reduce(
    (checked, { field: name, message, holds }) =>
      checked.refine(holds as (value: unknown) => boolean, { path: [name], error: message, when: () => true }),
    schema,
  );

/** Checks the rules again, because a partial update must agree with what is stored. Throws Invalid. */
export function assertRules<Sent>(rules: readonly RecordRule<Sent>[], values: Sent) {
  for (const { field: name, message, holds } of rules) if (!holds(values)) throw new Invalid(message, name);
}

export const namesOf = (fields: RecordFields, kind: FieldKind) =>
  Object.keys(fields).filter((name) => fields[name]!.kind === kind);
