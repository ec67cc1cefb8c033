import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { answerApi } from "~/api/answerApi.server";
import type { Endpoint } from "~/api/endpoint";
import { findRow } from "~/api/findRow";
import { openapiDocument } from "~/api/openapi";
import type { Context } from "~/domain/context";
import type { PortalEnv } from "~/http/environment.server";
import type { PortalRequest } from "~/http/portalRequest.server";

export const SITE = "http://localhost:8788";

/** One page request as its door sees it before anybody is known. */
export function aPortal(ctx: Context, request: Request): PortalRequest {
  const env = { SITE_URL: ctx.siteUrl, APP_ENV: "test" } as PortalEnv;
  return { env, request, ctx, session: null, adminRestored: false, nonce: "nonce", setCookies: [] };
}

/** A form post from a page of ours. */
export const aPost = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(SITE + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "Sec-Fetch-Site": "same-origin", ...headers },
  });

interface Call {
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  bearer?: string;
  headers?: Record<string, string>;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
type Content = Record<string, { schema: object }>;
type Operation = { requestBody?: { content: Content }; responses: { "200": { content: Content } } };
const documented = new Map<Endpoint, { body: ValidateFunction; answer: ValidateFunction }>();

/** Compiled from the document that callers are given, where it says that body or answer is JSON. */
function documentOf(row: Endpoint) {
  const document = openapiDocument([row], SITE) as { paths: Record<string, Record<string, Operation>> };
  const { requestBody, responses } = document.paths[`/api${row.path}`]![row.method.toLowerCase()]!;
  const compiled = (content?: Content) => ajv.compile(content?.["application/json"]?.schema ?? {});
  return { body: compiled(requestBody?.content), answer: compiled(responses["200"].content) };
}

/**
 * Throws for an answer with a field too many, too few, or of another kind than the API's document says, and for a body that
 * was taken although the document does not allow it.
 */
async function mustBeDocumented(method: string, path: string, sent: unknown, json: unknown) {
  const found = await findRow(method, path.split("?")[0]!);
  if (found.kind !== "row") return;
  const { row } = found;
  const { body, answer } = documented.get(row) ?? documentOf(row);
  documented.set(row, { body, answer });
  if (!answer(json)) throw new Error(`${method} ${path}: ${ajv.errorsText(answer.errors)}`);
  // The fields of a body may come in the query instead.
  if (sent !== undefined && !path.includes("?") && !body(sent))
    throw new Error(`${method} ${path}, what was sent: ${ajv.errorsText(body.errors)}`);
}

/** One call of the API, without a server. `path` as documented, without /api. */
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
    await mustBeDocumented(method, path, typeof body === "string" ? JSON.parse(body || "{}") : body, json);
  return { status: response.status, headers: response.headers, text, json };
}
