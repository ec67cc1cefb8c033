import { z } from "zod";
import { can, type Permission } from "~/domain/access";
import type { Context, Viewer } from "~/domain/context";
import type { FlatSelect, RawRow } from "~db/client.server";

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
  /**
   * A documented GET that changes something or answers a token, so no page of another site may make a browser send it.
   */
  changes?: true;
  /** A call without an account whose bearer is the monitor's token, which its operation checks. */
  ownToken?: true;
  /** The JSON body for the API document, when `input` is loose and the operation validates it with its own schema. */
  body?: z.ZodType;
  run(ctx: Context, input: Input, door: ResponseCookies): Promise<unknown>;
  /**
   * The same reads and answer as `run`, as selects for the session's round trip. They run before the session is
   * checked, so they depend on the viewer's id and role only and write nothing.
   */
  batch?(viewer: Viewer, input: Input): Batch;
}

interface Batch {
  selects: FlatSelect[];
  toAnswer(rows: RawRow[][]): unknown;
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
  changes?: true;
  ownToken?: true;
  run(ctx: Context, input: z.output<Schema>, door: ResponseCookies): Promise<unknown>;
  batch?(viewer: Viewer, input: z.output<Schema>): Batch;
}): Endpoint {
  const { input = z.looseObject({}), run, batch } = row;
  return { ...row, input, run: run as Endpoint["run"], batch: batch as Endpoint["batch"] };
}

/** An operation's fields under their API names, for the API document. */
export const bodyOf = (fields: Record<string, z.ZodType>, names: Record<string, string>) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([field, schema]) => [names[field] ?? field, schema])));

/** True when anonymous callers may use the row, so it needs no bearer. */
export const isPublic = (row: Pick<Endpoint, "permission">) => can({ kind: "anonymous" }, row.permission);

export const fileForm = z.object({ file: z.file() });

export const idQuery = z.object({ id: z.string().min(1).max(64) });
