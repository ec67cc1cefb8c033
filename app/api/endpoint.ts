import { z } from "zod";
import { can, type Permission } from "~/domain/access";
import type { Context } from "~/domain/context";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Request details and response cookies that `input` cannot carry. */
export interface ResponseCookies {
  request: Request;
  /** Set-Cookie values for the response. Only sign-up and track set one, for the referral click. */
  setCookies: string[];
}

/** One API call: its address, permission, schemas and operation. */
export interface Endpoint<Input = unknown> {
  method: Method;
  /** As documented, without /api. `{id}` is a path parameter. */
  path: string;
  permission: Permission;
  summary: string;
  input: z.ZodType<Input>;
  /** The response schema, for the API document only. */
  output: z.ZodType;
  /** The fields of a multipart form, for the API document only. Without it, query, path and JSON body are combined. */
  form?: z.ZodType;
  /** The JSON body for the API document, when `input` is loose and the operation validates it with its own schema. */
  body?: z.ZodType;
  run(ctx: Context, input: Input, door: ResponseCookies): Promise<unknown>;
}

/** Declares a row and infers its types from the schema. */
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

/** An operation's fields under their API names, for the API document. */
export const bodyOf = (fields: Record<string, z.ZodType>, names: Record<string, string>) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([field, schema]) => [names[field] ?? field, schema])));

/** True when anonymous callers may use the row, so it needs no bearer. */
export const isPublic = (row: Pick<Endpoint, "permission">) => can({ kind: "anonymous" }, row.permission);

export const fileForm = z.object({ file: z.file() });

export const idQuery = z.object({ id: z.string().min(1).max(64) });
