import type { z } from "zod";
import type { Context } from "~/domain/context";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { boundedText } from "~/files/boundedBody";
import { cleanField } from "~/format/cleanForm";
import { parseCleanJson } from "~/http/parseCleanJson";
import { refusalOf } from "~/http/refusalOf";
import { zodErrorMap } from "~/http/zodErrorMap";
import { noteRoute } from "~/integrations/log.server";
import { BadFilter } from "~/list/readFilter";
import type { Endpoint, ResponseCookies } from "./endpoint";
import { findRow } from "./findRow";
import { runRow } from "./runRow.server";
import { fieldOf, invalidBy } from "./wire";

const MAX_JSON_BYTES = 1024 * 1024;

const FOREIGN_GET = "A browser may not open this call as a page or from another site";

/** True for a program, which sends no Sec-Fetch headers, and for a script of our pages. */
const isOwnFetch = (headers: Headers) =>
  (headers.get("Sec-Fetch-Site") ?? "same-origin") === "same-origin" &&
  (headers.get("Sec-Fetch-Dest") ?? "empty") === "empty";

/**
 * Answers one call under /api. Reads only the bearer, never the session cookie (rules.md sessions/lifetimes). Errors
 * are {message, fieldErrors?} as http/refusalOf.ts translates them. Responses are never cached.
 */
export async function answerApi(anonymous: Context, request: Request, url = new URL(request.url)): Promise<Response> {
  const cookies: ResponseCookies = { request, setCookies: [] };
  try {
    const match = await findRow(request.method, url.pathname.slice("/api".length));
    noteRoute(match.kind === "row" ? `/api${match.row.path}` : "/api/*");
    if (match.kind === "none") throw new NotFound();
    if (match.kind === "method")
      return answer({ message: "Method not allowed" }, 405, cookies, { Allow: match.allowed.join(", ") });
    const { row, params } = match;
    if (row.changes && !isOwnFetch(request.headers)) throw new Forbidden(FOREIGN_GET);
    let input: Promise<unknown> | undefined;
    const readOnce = () => {
      input ??= readInput(row, params, request, url);
      return input;
    };
    const result = await runRow(anonymous, row, readOnce, cookies);
    return result instanceof Response ? finish(result, cookies) : answer(result ?? {}, 200, cookies);
  } catch (error) {
    return answerError(error, cookies);
  }
}

async function readInput(row: Endpoint, params: Record<string, string>, request: Request, url: URL): Promise<unknown> {
  if (row.form) {
    if (!(request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data"))
      throw new Invalid("This call takes multipart/form-data");
    return parse(row.input, params);
  }
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, sent] of url.searchParams) {
    const value = cleanField(key, sent);
    const previous = query[key];
    if (previous === undefined) query[key] = value;
    // Appended in place: a copy for each of thousands of equal names would cost their square.
    else if (Array.isArray(previous)) previous.push(value);
    else query[key] = [previous, value];
  }
  const hasBody = request.method === "POST" || request.method === "PUT";
  return parse(row.input, Object.assign(hasBody ? await readJson(request) : {}, query, params));
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await boundedText(request, MAX_JSON_BYTES);
  if (text === null) throw new Invalid("The body is too large");
  if (text.trim() === "") return {};
  try {
    const body: unknown = parseCleanJson(text);
    if (body !== null && typeof body === "object" && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Falls through: a body that is not JSON gets the same error as one that is not an object.
  }
  throw new Invalid("The body is not a JSON object");
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: zodErrorMap(fieldOf) });
  if (parsed.success) return parsed.data;
  throw invalidBy(parsed.error);
}

function answerError(error: unknown, cookies: ResponseCookies): Response {
  if (error instanceof BadFilter)
    return answer({ message: error.message, fieldErrors: { [error.field]: [error.message] } }, 400, cookies);
  const { status, message, fieldErrors, details, headers } = refusalOf(error);
  return answer({ message, ...(fieldErrors ? { fieldErrors } : {}), ...details }, status, cookies, {
    ...headers,
    ...(error instanceof Unauthenticated ? { "WWW-Authenticate": "Bearer" } : {}),
  });
}

const answer = (body: unknown, status: number, cookies: ResponseCookies, headers: Record<string, string> = {}) =>
  finish(Response.json(body, { status, headers }), cookies);

function finish(response: Response, cookies: ResponseCookies): Response {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  for (const cookie of cookies.setCookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
