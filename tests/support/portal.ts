import { answerApi } from "~/api/answerApi.server";
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
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}
