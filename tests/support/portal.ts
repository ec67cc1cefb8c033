import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { answerApi } from "~/api/answerApi.server";
import type { Endpoint } from "~/api/endpoint";
import { findRow } from "~/api/findRow";
import { openapiDocument } from "~/api/openapi";
import type { Context } from "~/domain/context";
import type { PortalEnv } from "~/http/environment.server";
import type { PortalRequest } from "~/http/portalRequest.server";

export const SITE = "http://localhost:8788";

/** A page request before its session has been read. */
export function aPortal(ctx: Context, request: Request): PortalRequest {
  const env = { SITE_URL: ctx.siteUrl, APP_ENV: "test" } as PortalEnv;
  return { env, request, ctx, session: null, adminRestored: false, nonce: "nonce", setCookies: [] };
}

/** A same-origin form post. */
export const aPost = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(SITE + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "Sec-Fetch-Site": "same-origin", ...headers },
  });

interface Call {
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  bearer?: string;
  headers?: Record<string, string>;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
type Content = Record<string, { schema: object }>;
type Operation = { requestBody?: { content: Content }; responses: { "200": { content: Content } } };
const validators = new Map<Endpoint, { body: ValidateFunction; answer: ValidateFunction }>();

/** Validators compiled from the OpenAPI document, for JSON bodies and answers. */
function compileValidators(row: Endpoint) {
  const document = openapiDocument([row], SITE) as { paths: Record<string, Record<string, Operation>> };
  const { requestBody, responses } = document.paths[`/api${row.path}`]![row.method.toLowerCase()]!;
  const compiled = (content?: Content) => ajv.compile(content?.["application/json"]?.schema ?? {});
  return { body: compiled(requestBody?.content), answer: compiled(responses["200"].content) };
}

/** Throws if an answer or an accepted body does not match the OpenAPI document, e.g. has undeclared fields. */
async function assertDocumented(method: string, path: string, requestBody: unknown, json: unknown) {
  const match = await findRow(method, path.split("?")[0]!);
  if (match.kind !== "row") return;
  const { row } = match;
  const { body, answer } = validators.get(row) ?? compileValidators(row);
  validators.set(row, { body, answer });
  if (!answer(json)) throw new Error(`${method} ${path}: ${ajv.errorsText(answer.errors)}`);
  // A body's fields may come in the query instead.
  if (requestBody !== undefined && !path.includes("?") && !body(requestBody))
    throw new Error(`${method} ${path}, request body: ${ajv.errorsText(body.errors)}`);
}

/** Calls the API without a server. `path` is the documented path, without /api. */
export async function callApi(ctx: Context, method: string, path: string, { body, bearer, headers }: Call = {}) {
  const response = await answerApi(
    ctx,
    new Request(`${SITE}/api${path}`, {
      method,
      headers: { ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}), ...headers },
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  const json = JSON.parse(text);
  if (response.status === 200)
    await assertDocumented(method, path, typeof body === "string" ? JSON.parse(body || "{}") : body, json);
  return { status: response.status, headers: response.headers, text, json };
}
