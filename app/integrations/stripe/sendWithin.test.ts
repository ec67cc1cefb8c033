import { expect, test } from "vitest";
import { ProviderTimeout, sendWithin } from "./sendWithin";

const within = (ms: number, answers: (() => Promise<Response> | Response)[]) => {
  const keys: (string | null)[] = [];
  const began = Date.now();
  const send = sendWithin(
    (async (_: unknown, init: RequestInit) => {
      keys.push(new Headers(init.headers).get("Idempotency-Key"));
      const answer = answers[Math.min(keys.length, answers.length) - 1]!;
      return await answer();
    }) as typeof fetch,
    { deadline: () => began + ms, tryMs: ms },
  );
  return { send, keys, spent: () => Date.now() - began };
};
const ok = () => Response.json({ id: "pi_1" });
const status = (code: number, headers = {}) => new Response("{}", { status: code, headers });
const silent = () => new Promise<Response>(() => {});
const post = { method: "POST", body: "amount=1" };

test.each([
  ["a broken connection", () => Promise.reject(new TypeError("closed"))],
  ["an answer that is not JSON", () => new Response("<html>Bad gateway")],
  ["429", () => status(429)],
  ["500", () => status(500)],
  ["503", () => status(503)],
  ["409", () => status(409)],
])("tries again after %s under the same key", async (_, failing) => {
  const { send, keys } = within(10_000, [failing, failing, ok]);
  expect((await send("https://provider/v1/payment_intents", post)).status).toBe(200);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
});

test("a silent provider ends the call in time, after another try", async () => {
  const { send, keys, spent } = within(2_400, [silent]);
  await expect(send("https://provider/v1/payment_intents", post)).rejects.toThrow(ProviderTimeout);
  expect(spent()).toBeLessThan(2_700);
  expect(keys.length).toBeGreaterThan(1);
});

test("a second call of the same request has only the rest of the time", async () => {
  const { send, spent } = within(1_500, [silent]);
  for (let call = 0; call < 3; call++)
    await expect(send("https://provider/v1/customers", post)).rejects.toThrow(ProviderTimeout);
  expect(spent()).toBeLessThan(1_800);
});

test("ends a body that stops in the middle", async () => {
  const stuck = () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) }));
  const { send, spent } = within(1_500, [stuck]);
  await expect(send("https://provider/v1/events", {})).rejects.toThrow(ProviderTimeout);
  expect(spent()).toBeLessThan(1_800);
});

test("does not repeat a post that the provider says not to repeat", async () => {
  const { send, keys } = within(5_000, [() => status(500, { "Stripe-Should-Retry": "false" })]);
  expect((await send("https://provider/v1/refunds", post)).status).toBe(500);
  expect(keys).toHaveLength(1);
});

test("returns a 429 whose wait is longer than the time left", async () => {
  const { send, keys, spent } = within(3_000, [() => status(429, { "Retry-After": "60" })]);
  expect((await send("https://provider/v1/events", {})).status).toBe(429);
  expect([keys.length, spent() < 1_000]).toEqual([1, true]);
});

test("gives up after three tries", async () => {
  const { send, keys } = within(60_000, [() => status(503)]);
  expect((await send("https://provider/v1/events", {})).status).toBe(503);
  expect(keys).toHaveLength(3);
});
