import { OutgoingRefused } from "../outgoing.server";

export interface SendBudget {
  /** When a call that starts now must have ended, ms on the machine's clock. Calls of one request share it. */
  deadline: () => number;
  /** The longest wait for one answer, ms. */
  tryMs: number;
}

const MAX_TRIES = 3;
/** Less is not worth another try. */
const MIN_TRY_MS = 500;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2_000;

/** The provider did not answer in time. */
export class ProviderTimeout extends Error {
  override readonly name = "ProviderTimeout";
}

type Send = typeof fetch;

/**
 * Sends a provider call at most three times within the budget: again after a broken connection, a silent try, an answer
 * that is not JSON, 409, 429 and 5xx. Retries carry the same key, so the provider does the work once. Throws
 * ProviderTimeout when time is up.
 */
export function sendWithin(send: Send, { deadline, tryMs }: SendBudget): Send {
  return async (request, init) => {
    const endsAt = deadline();
    const headers = new Headers(init?.headers);
    if (init?.method === "POST" && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", crypto.randomUUID());
    for (let attempt = 1; ; attempt++) {
      const left = endsAt - Date.now();
      if (left < MIN_TRY_MS) throw new ProviderTimeout("The card provider did not answer in time");
      // Half of the rest, so that a silent try leaves time for another.
      const wait = Math.min(tryMs, attempt < MAX_TRIES ? left / 2 : left);
      const isLast = () => attempt >= MAX_TRIES || endsAt - Date.now() < MIN_TRY_MS + FIRST_WAIT_MS;
      let answer: Response;
      try {
        answer = await oneTry(send, request, { ...init, headers }, wait);
      } catch (error) {
        if (isLast() || init?.signal?.aborted || error instanceof OutgoingRefused) throw error;
        await pause(backoff(attempt));
        continue;
      }
      if (!isRetryable(answer, init?.method) || isLast()) return answer;
      const after = Number(answer.headers.get("Retry-After")) * 1000 || backoff(attempt);
      if (Date.now() + after + MIN_TRY_MS > endsAt) return answer;
      await answer.body?.cancel();
      await pause(after);
    }
  };
}

async function oneTry(send: Send, request: RequestInfo | URL, init: RequestInit, ms: number): Promise<Response> {
  const timer = new AbortController();
  const timeout = new ProviderTimeout(`No answer within ${Math.round(ms / 1000)} s`);
  // Also ends a body that stops in the middle.
  const id = setTimeout(() => timer.abort(timeout), ms);
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, timer.signal]) : timer.signal;
    const answer = await Promise.race([send(request, { ...init, signal }), rejectOn(timer.signal, timeout)]);
    const body = await Promise.race([answer.arrayBuffer(), rejectOn(timer.signal, timeout)]);
    const { status, statusText, headers } = answer;
    if (answer.ok && !isJson(body)) throw new TypeError("The card provider's answer is not JSON");
    return new Response(status === 204 || status === 304 ? null : body, { status, statusText, headers });
  } finally {
    clearTimeout(id);
  }
}

function isJson(body: ArrayBuffer): boolean {
  try {
    JSON.parse(new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
}

const rejectOn = (signal: AbortSignal, error: Error) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(error), { once: true }));

/** The provider keeps a server error for its key for a day and says so. A read has no key. */
const isRetryable = ({ status, headers }: Response, method = "GET") =>
  status === 409 ||
  status === 429 ||
  (status >= 500 && (method === "GET" || headers.get("Stripe-Should-Retry") !== "false"));

const backoff = (attempt: number) =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
