import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { answerPortal } from "~/http/answerPortal.server";
import type { PortalEnv } from "~/http/environment.server";
import { requiredValues } from "../../scripts/deployment/deployPlan";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { SITE } from "../support/portal";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

const keys = Object.fromEntries(requiredValues.map((name) => [name, `value of ${name}`.padEnd(32)]));
const post = (path: string, headers: Record<string, string>) =>
  answerPortal(
    new Request(SITE + path, { method: "POST", headers, body: "password=typed" }),
    { ...keys, DB: database.binding, SITE_URL: SITE } as unknown as PortalEnv,
    () => {},
    () => new Response("page"),
  );

test.each([
  ["form of another site", "/signin", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["webhook of the regular account without a valid signature", "/webhooks/stripe/regular", {}, 400],
  [
    "webhook of the custom account without a valid signature",
    "/webhooks/stripe/custom",
    { "Stripe-Signature": "t=1,v1=forged" },
    400,
  ],
])("logs a refused %s with its request id and no input", async (what, path, headers, status) => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const answer = await post(path, headers);
  expect(answer.status).toBe(status);
  const line = { log: "refused", id: answer.headers.get("X-Request-Id"), what };
  expect(written.mock.calls).toEqual([[JSON.stringify(line)]]);
});
