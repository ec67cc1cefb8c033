import { z } from "zod";
import { can, type Permission } from "~/domain/access";
import type { Context } from "~/domain/context";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What the door gives a row beside its input: only what the input cannot hold. */
export interface ResponseCookies {
  request: Request;
  /** Set-Cookie values for the answer; sign-up and track use it for the referral click alone. */
  setCookies: string[];
}

/** One call of the API: its address, who may use it, what goes in, which operation it is. */
export interface Endpoint<Input = unknown> {
  method: Method;
  /** As documented, without /api; `{id}` stands for a path part. */
  path: string;
  permission: Permission;
  summary: string;
  input: z.ZodType<Input>;
  /** What is answered, for the API document. */
  output: z.ZodType;
  /** The fields of a multipart form, for the API document; without it, query, path and JSON body are taken together. */
  form?: z.ZodType;
  /** The JSON body, for the API document, where `input` takes it loosely and an operation's schema judges it. */
  body?: z.ZodType;
  run(ctx: Context, input: Input, door: ResponseCookies): Promise<unknown>;
}

/** A row of the table. Its types follow from its schema. */
export function endpoint<Schema extends z.ZodType>(row: {
  method: Method;
  path: string;
  permission: Permission;
  summary: string;
  input?: Schema;
  output: z.ZodType;
  form?: z.ZodType;
  body?: z.ZodType;
  run(ctx: Context, input: z.output<Schema>, door: ResponseCookies): Promise<unknown>;
}): Endpoint {
  return { ...row, input: row.input ?? z.looseObject({}), run: row.run as Endpoint["run"] };
}

/** An operation's fields under the names in which they are sent, as the API document shows them. */
export const bodyOf = (fields: Record<string, z.ZodType>, names: Record<string, string>) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([field, schema]) => [names[field] ?? field, schema])));

/** A row that needs no bearer: its permission lets visitors in. */
export const isPublic = (row: Pick<Endpoint, "permission">) => can({ kind: "anonymous" }, row.permission);

/** The form of an upload. */
export const fileForm = z.object({ file: z.file() });

/** Query values of common kinds. */
export const idQuery = z.object({ id: z.string().min(1).max(64) });
