import { paths } from "~/paths";

export interface PaymentStanding {
  paid: boolean;
  /** The provider has not decided, or could not be reached. */
  pending: boolean;
}

const LONGEST_ANSWER_MS = 20_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** Null when the portal was unreachable or returned 5xx or 429. */
async function ask(address: string): Promise<Response | null> {
  try {
    const response = await fetch(address, {
      headers: { Accept: "application/json" },
      // Older browsers keep their own timeout.
      signal: AbortSignal.timeout?.(LONGEST_ANSWER_MS),
    });
    return response.status >= 500 || response.status === 429 ? null : response;
  } catch {
    return null;
  }
}

/**
 * Fetches the payment state of an order once; null without a response. An unexpected response counts as decided: the
 * next page shows the problem, for example an expired session.
 */
export async function fetchPayment(orderId: string): Promise<PaymentStanding | null> {
  const response = await ask(paths.orderPayment(orderId));
  if (!response) return null;
  const isExpected = response.ok && !response.redirected;
  if (!isExpected) return { paid: false, pending: false };
  return (await response.json().catch(() => null)) as PaymentStanding | null;
}

/** Polls until the portal answers. Calls `onSilence` after each try without an answer. */
export async function untilAnswered(orderId: string, onSilence: () => void): Promise<PaymentStanding> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const standing = await fetchPayment(orderId);
    if (standing) return standing;
    onSilence();
    await waitOrOnline(wait);
  }
}

/** Reloads the page once the payment is decided. Returns a function that stops waiting. */
export const reloadWhenDecided = (orderId: string) =>
  reloadWhen(async () => {
    const standing = await fetchPayment(orderId);
    return standing !== null && !standing.pending;
  });

/** Reloads a failed page once the portal answers at `address`. Returns a function that stops waiting. */
export const reloadWhenUp = (address?: string) =>
  reloadWhen(async () => (await ask(address ?? location.href)) !== null);

function reloadWhen(isTime: () => Promise<boolean>): () => void {
  let stopped = false;
  const watch = async () => {
    for (let wait = 2 * FIRST_WAIT_MS; !stopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await waitOrOnline(wait);
      if (!stopped && (await isTime()) && !stopped) return location.reload();
    }
  };
  void watch();
  return () => {
    stopped = true;
  };
}

/** Resolves after `ms`, or as soon as the browser is back online. */
export const waitOrOnline = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
  });
