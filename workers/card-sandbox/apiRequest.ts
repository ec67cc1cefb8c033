import type { ApiRequest } from "./ApiDesk";
import { ApiFailure, invalidRequest } from "./errors";
import { apiVersion } from "./events";
import { readUpload } from "./files";
import { type Account, accounts, sandboxKeys } from "./keys";

/** Reads the HTTP request of an API call. Throws 401 for a missing or unknown key, 400 for another API version. */
export async function apiRequestOf(request: Request, nowMs: number): Promise<ApiRequest> {
  const { pathname, search } = new URL(request.url);
  const onPortal = pathname.startsWith("/__stripe/");
  const type = request.headers.get("content-type") ?? "";
  const body =
    request.method === "GET"
      ? ""
      : type.startsWith("multipart/form-data")
        ? await readUpload(await request.arrayBuffer(), type)
        : await request.text();
  const { account, fromBrowser } = holderOf(request, body);
  if (onPortal && !fromBrowser) throw unauthorized("Use your publishable API key in the browser.");
  const version = request.headers.get("stripe-version");
  if (version && version !== apiVersion) throw invalidRequest(`Invalid Stripe API version: ${version}`);
  return {
    account,
    fromBrowser,
    method: request.method,
    path: onPortal ? pathname.slice("/__stripe".length) : pathname,
    form: request.method === "GET" ? search.slice(1) : body,
    idempotencyKey: request.headers.get("idempotency-key"),
    nowMs,
  };
}

function holderOf(request: Request, body: string): { account: Account; fromBrowser: boolean } {
  const header = request.headers.get("authorization") ?? "";
  const key = header.startsWith("Bearer ") ? header.slice(7) : (new URLSearchParams(body).get("key") ?? "");
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  for (const account of accounts) {
    if (sandboxKeys[account].secretKey === key) return { account, fromBrowser: false };
    if (sandboxKeys[account].publishableKey === key) return { account, fromBrowser: true };
  }
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

function unauthorized(message: string): ApiFailure {
  return new ApiFailure(401, { type: "invalid_request_error", message });
}
