import type { RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { PortalEnv } from "~/http/environment.server";
import { requestContext } from "~/http/requestContext.server";
import { breachedPasswords } from "~/integrations/breachedPasswords.server";
import { aService, rangeApi } from "../support/breachService";
import { logged } from "../support/logged";

const KNOWN = "Kestrel#2026";
let opened: Awaited<ReturnType<typeof aService>> | undefined;
afterEach(() => opened?.close());

/** What the check says about KNOWN when the service answers so, and what it logs. */
async function checked(answer: RequestListener) {
  opened = await aService(answer);
  const breached = breachedPasswords(opened.env)!;
  let found: boolean | undefined;
  const { lines, text } = await logged(async () => {
    found = await breached.includes(KNOWN);
  });
  return { found, lines, text };
}

test("finds a breached password, and no other one", async () => {
  opened = await aService(rangeApi({ [KNOWN]: 3, "Padded#2026": 0 }));
  const breached = breachedPasswords(opened.env)!;
  expect(await breached.includes(KNOWN)).toBe(true);
  expect(await breached.includes("Kestrel#2027")).toBe(false);
  expect(await breached.includes("Padded#2026")).toBe(false);
});

test("tells the service five characters of the hash and asks for padding", async () => {
  const requests: unknown[] = [];
  await checked((request, response) => {
    requests.push([request.method, request.url, request.headers["add-padding"], request.headers.cookie]);
    response.end();
  });
  expect(requests).toEqual([["GET", expect.stringMatching(/^\/range\/[0-9A-F]{5}$/), "true", undefined]]);
});

test.each<[string, RequestListener]>([
  ["an error", (_, response) => void response.writeHead(503).end()],
  ["a redirect", (_, response) => void response.writeHead(302, { Location: "/range/elsewhere" }).end()],
  ["a broken connection", (request) => void request.socket.destroy()],
])("%s stops no one and is logged", async (_, answer) => {
  const { found, lines, text } = await checked(answer);
  expect(found).toBe(false);
  expect(lines).toMatchObject([{ log: "warning", what: "a password was not checked against breaches" }]);
  expect(text).not.toContain(KNOWN);
});

test.each<[string, RequestListener]>([
  ["no answer", () => {}],
  ["half an answer", (_, response) => void response.write("0")],
])("waits two seconds for %s", async (_, answer) => {
  const began = performance.now();
  const { found, lines } = await checked(answer);
  expect([found, lines.length]).toEqual([false, 1]);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("does not ask a service that the allow-list lacks", async () => {
  let asked = 0;
  opened = await aService((_, response) => {
    asked++;
    response.end();
  });
  const breached = breachedPasswords({ ...opened.env, OUTGOING_ORIGINS: "https://api.pwnedpasswords.com" })!;
  const { text } = await logged(() => breached.includes(KNOWN));
  expect([asked, text.includes("OutgoingRefused")]).toEqual([0, true]);
});

test.each([
  ["https://api.pwnedpasswords.com", true],
  ["off", false],
  [undefined, false],
])("BREACHED_PASSWORDS set to %s checks: %s", async (BREACHED_PASSWORDS, checks) => {
  const env = {
    SITE_URL: "https://portal.example.com",
    SESSION_SECRET: "a secret of more than thirty-two characters",
    BREACHED_PASSWORDS,
    DB: {},
  } as unknown as PortalEnv;
  const ctx = await requestContext(new Request("https://portal.example.com/"), env, "the-request", () => {});
  expect(ctx.breachedPasswords !== undefined).toBe(checks);
});
