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
const answers = new Map<Endpoint, ValidateFunction>();

/** Compiled from the document that callers are given, where it says that the answer is JSON. */
function answerOf(row: Endpoint): ValidateFunction {
  const document = openapiDocument([row], SITE) as { paths: Record<string, Record<string, Operation>> };
  const { content } = document.paths[`/api${row.path}`]![row.method.toLowerCase()]!.responses["200"];
  return ajv.compile(content["application/json"]?.schema ?? {});
}
type Operation = { responses: { "200": { content: Record<string, { schema: object }> } } };

/** Throws for an answer with a field too many, too few, or of another kind than the API's document says. */
async function mustBeDocumented(method: string, path: string, json: unknown) {
  const found = await findRow(method, path.split("?")[0]!);
  if (found.kind !== "row") return;
  const { row } = found;
  const isDocumented = answers.get(row) ?? answerOf(row);
  answers.set(row, isDocumented);
  if (!isDocumented(json)) throw new Error(`${method} ${path}: ${ajv.errorsText(isDocumented.errors)}`);
}

/** One call of the API, without a server. `path` as the documents give it, without /api. */
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
  if (response.status === 200) await mustBeDocumented(method, path, json);
  return { status: response.status, headers: response.headers, text, json };
}
