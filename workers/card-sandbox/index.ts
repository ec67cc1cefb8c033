import stripeJs from "../../build/card-sandbox/stripe.js.json";
import type { ApiAnswer } from "./ApiDesk";
import { apiRequestOf } from "./apiRequest";
import { portalNowMs } from "./clock";
import { ApiFailure } from "./errors";
import { apiVersion } from "./events";
import { visitHostedPage } from "./hostedPage";
import { accounts } from "./keys";
import { visitThreeDSecurePage } from "./threeDSecurePage";
import type { Env } from "./workerEnv";
import { worldOf } from "./worldOf";

export { SandboxControl } from "./control";
export { SandboxWorld } from "./SandboxWorld";

/**
 * The public side of the sandbox: the API under /v1 (SDK) and /__stripe/v1 (browser), Stripe.js, the hosted payment
 * page and the 3-D Secure page. Only the entry point SandboxControl controls the sandbox.
 */
export default {
  async fetch(request, env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/__stripe/stripe.js") {
      return new Response(stripeJs, {
        headers: {
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "no-cache",
          "x-content-type-options": "nosniff",
        },
      });
    }
    const nowMs = await portalNowMs(env.CLOCK);
    const page = /^\/__stripe\/(pay|3ds)\/(\w+)$/.exec(pathname);
    if (page) {
      const [, kind, id = ""] = page;
      const account = await accountOf(env, id);
      if (!account) return new Response("This payment page does not exist.", { status: 404 });
      const visit = { request, world: worldOf(env, account), account, id, nowMs };
      return kind === "pay" ? visitHostedPage(visit) : visitThreeDSecurePage(visit);
    }
    if (pathname.startsWith("/v1/") || pathname.startsWith("/__stripe/v1/")) return answerApi(request, env, nowMs);
    return new Response("Not found", { status: 404 });
  },
} satisfies ExportedHandler<Env>;

async function answerApi(request: Request, env: Env, nowMs: number): Promise<Response> {
  try {
    const asked = await apiRequestOf(request, nowMs);
    const answer = await worldOf(env, asked.account).answer(asked);
    // A closed connection is an exception in the caller's fetch.
    if (answer.drop) throw new TypeError("The card sandbox closed the connection");
    return responseOf(answer, asked.idempotencyKey);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return Response.json({ error: failure.error }, { status: failure.status });
  }
}

function responseOf(answer: ApiAnswer, idempotencyKey: string | null): Response {
  const headers = new Headers({
    "content-type": "application/json",
    "request-id": answer.requestId,
    "stripe-version": apiVersion,
  });
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  if (answer.replayed) {
    headers.set("idempotent-replayed", "true");
    headers.set("original-request", answer.requestId);
  }
  // Retrying a stored server error with its key only repeats it.
  if (answer.status >= 500) headers.set("stripe-should-retry", "false");
  return new Response(answer.body, { status: answer.status, headers });
}

async function accountOf(env: Env, id: string) {
  for (const account of accounts) if (await worldOf(env, account).knows(id)) return account;
  return undefined;
}
