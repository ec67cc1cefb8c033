import type { Dispatcher, Pool } from "undici";
import { canMeasure, workersOf } from "../../tests/support/processCost";

/** Concurrent requests. */
const CONCURRENCY = 8;

export interface Asked {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** What every answer must be: a fast error is no figure. 200 when not given. */
  status?: number;
  /** Whether the connection is closed afterwards. */
  reset?: boolean;
}

/** Sends one request and drops what it is answered with: the bare handler costs a fraction of a parsed answer. */
function send(pool: Pool, { path, method = "GET", headers, body, status = 200, reset }: Asked): Promise<void> {
  return new Promise((resolve, reject) => {
    let answered = 0;
    const handler: Dispatcher.DispatchHandlers = {
      onConnect: () => {},
      onHeaders: (statusCode) => {
        answered = statusCode;
        return true;
      },
      onData: () => true,
      onComplete: () =>
        answered === status ? resolve() : reject(new Error(`${method} ${path} answered ${answered}, not ${status}`)),
      onError: reject,
    };
    pool.dispatch({ path, method, headers, body, reset }, handler);
  });
}

/** Sends requests over keep-alive connections for `ms` milliseconds. Throws on any other status than asked for. */
async function sendFor(pool: Pool, asked: Asked, ms: number): Promise<{ done: number; elapsed: number }> {
  const start = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - start < ms) {
      await send(pool, asked);
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  return { done, elapsed: performance.now() - start };
}

/** Requests a second, over `ms` milliseconds. */
export async function requestsPerSecond(pool: Pool, asked: Asked, ms: number): Promise<number> {
  const { done, elapsed } = await sendFor(pool, asked, ms);
  return (done * 1000) / elapsed;
}

/** The same for each second of the Workers' processor time, on which other work on the machine has no effect. */
export async function requestsPerProcessorSecond(pool: Pool, asked: Asked, ms: number): Promise<number> {
  let done = 0;
  const spent = await processorTime(async () => {
    ({ done } = await sendFor(pool, asked, ms));
  });
  return (done * 1000) / spent;
}

/** Processor ms of the Workers that this process started; elapsed ms where no processor time can be read. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  if (canMeasure) return await workersOf(process.pid).processorTime(work);
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Sends requests until the engine has compiled what they run: cold code is several times slower, and what has more of
 * it would be wronged. Ends after a while on a slow machine.
 */
export async function warmUp(pool: Pool, asked: Asked, requests = 1500, atMostMs = 8000) {
  const start = performance.now();
  let sent = 0;
  const loop = async () => {
    while (sent < requests && performance.now() - start < atMostMs) {
      sent++;
      await send(pool, asked);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
}

/** Milliseconds that `count` requests take one after the other, on average. */
export async function millisecondsEach(pool: Pool, asked: Asked, count: number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < count; i++) await send(pool, asked);
  return (performance.now() - start) / count;
}

/** Sends `count` requests: those of `roundOf(0)`, then those of `roundOf(1)` and so on. */
export async function sendRounds(pool: Pool, roundOf: (round: number) => Asked[], count: number): Promise<void> {
  let sent = 0;
  let round = 0;
  let waiting: Asked[] = [];
  const loop = async () => {
    while (sent < count) {
      if (waiting.length === 0) waiting = roundOf(round++);
      sent++;
      // workerd may close a kept connection just as the next request is sent on it.
      await send(pool, { ...waiting.shift()!, reset: true });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
}
