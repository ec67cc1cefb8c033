import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_DISCARDED } from "~/files/discardBody";
import { answerPortal } from "~/http/answerPortal.server";
import type { PortalEnv } from "~/http/environment.server";
import { aMember, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { SITE } from "../support/portal";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

/** The portal's response; its pages do not read the body. */
const ask = (request: Request) => {
  const env = { DB: database.binding, SITE_URL: SITE, SESSION_SECRET: "a secret that only tests know, long enough" };
  return answerPortal(
    request,
    env as PortalEnv,
    () => {},
    () => new Response("page"),
  );
};

/** A streamed body that counts the bytes read; without `pieces` it never ends. */
function arriving(pieces = Number.POSITIVE_INFINITY, size = 1000) {
  const seen = { taken: 0, ended: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.taken >= pieces * size) {
          seen.ended = true;
          return controller.close();
        }
        seen.taken += size;
        controller.enqueue(new Uint8Array(size).fill(32));
      },
      cancel() {
        seen.ended = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

const sent = (method: string, path: string, headers: Record<string, string>, body: ReadableStream) =>
  new Request(SITE + path, { method, headers, body, duplex: "half" } as RequestInit);

async function bearerOf(email: string) {
  const body = JSON.stringify({ email, password: PASSWORD });
  const answer = await ask(new Request(`${SITE}/api/user/signIn`, { method: "POST", body }));
  return { Authorization: `Bearer ${((await answer.json()) as { jwtToken: string }).jwtToken}` };
}

test("discards the body of a refused request up to a limit", async () => {
  await aMember(database.db, { email: "ada@example.com" });
  const bearer = await bearerOf("ada@example.com");
  const multipart = { "Content-Type": "multipart/form-data; boundary=abc" };
  const ours = { "Sec-Fetch-Site": "same-origin" };
  const refusals: [status: number, method: string, path: string, headers?: Record<string, string>][] = [
    [401, "POST", "/api/order/find"],
    [401, "POST", "/api/order/find", { Authorization: "Bearer forged" }],
    [401, "POST", "/api/upload", multipart],
    [403, "POST", "/api/coupon/find", bearer],
    [404, "POST", "/api/no/such/call"],
    [405, "PUT", "/api/order/find"],
    [400, "POST", "/api/user/signUp", { "Content-Length": "2000000" }],
    [400, "POST", "/api/upload", bearer],
    [403, "POST", "/signin", multipart],
    [405, "PUT", "/signin", ours],
    [415, "POST", "/signin", { ...ours, "Content-Type": "application/json" }],
    [405, "POST", "/files/none", ours],
    [405, "PUT", "/webhooks/stripe/regular"],
    [413, "POST", "/webhooks/stripe/regular", { "Content-Length": "2000000" }],
    // A page that ignores the posted body.
    [200, "POST", "/logout", { ...ours, ...multipart }],
  ];
  for (const [status, method, path, headers = {}] of refusals) {
    const { seen, stream } = arriving(50);
    const answer = await ask(sent(method, path, headers, stream));
    expect([method, path, answer.status, seen]).toEqual([method, path, status, { taken: 50_000, ended: true }]);
  }
  for (const path of ["/api/no/such/call", "/signin", "/api/user/signUp", "/webhooks/stripe/regular"]) {
    const { seen, stream } = arriving(undefined, 1024 * 1024);
    expect((await ask(sent("POST", path, {}, stream))).status).toBeGreaterThanOrEqual(400);
    expect([path, seen.ended]).toEqual([path, true]);
    // Discarded bytes come on top of the call's own limit.
    expect(seen.taken).toBeLessThanOrEqual(MAX_DISCARDED + 2 * 1024 * 1024);
  }
});
