import { afterAll, beforeAll, expect, test } from "vitest";
import { answerPortal } from "~/http/answerPortal.server";
import type { PortalEnv } from "~/http/environment.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { SITE } from "../support/portal";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

test.each<[string, Record<string, string>]>([
  ["Origin: null", { Origin: "null" }],
  ["an upgrade", { Upgrade: "websocket", Connection: "Upgrade" }],
  ["both", { Origin: "null", Upgrade: "h2c" }],
])("a form with %s reaches its page without it", async (_, headers) => {
  const request = new Request(`${SITE}/signin`, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin", ...headers },
    body: new URLSearchParams({ email: "ada@example.com" }),
  });
  const env = { DB: database.binding, SITE_URL: SITE, SESSION_SECRET: "a secret that only tests know, long enough" };
  const answer = await answerPortal(
    request,
    env as PortalEnv,
    () => {},
    async ({ request: seen }) =>
      Response.json([seen.headers.get("Origin"), seen.headers.get("Upgrade"), (await seen.formData()).get("email")]),
  );
  expect(await answer.json()).toEqual([null, null, "ada@example.com"]);
});

test.each([
  ["a mail program", {}, 200],
  ["a browser with a cookie", { Cookie: "session=x" }, 403],
  ["another site with a cookie", { Cookie: "session=x", Origin: "https://evil.example" }, 403],
])("takes the one click to unsubscribe of %s as it should", async (_, headers, status) => {
  const request = new Request(`${SITE}/unsubscribe/01USER/${"A".repeat(43)}`, {
    method: "POST",
    headers: headers as Record<string, string>,
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  const env = { DB: database.binding, SITE_URL: SITE, SESSION_SECRET: "a secret that only tests know, long enough" };
  const answer = await answerPortal(
    request,
    env as PortalEnv,
    () => {},
    async () => new Response("page"),
  );
  expect(answer.status).toBe(status);
});
