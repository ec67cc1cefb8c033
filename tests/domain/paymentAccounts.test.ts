import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { paymentAccountChecks } from "~/domain/payments/paymentAccountChecks";
import { webhookEvents } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { actingAs } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(async () => {
  expect(stack.sandbox.violations()).toEqual([]);
  await stack.sandbox.reset();
});
afterAll(() => stack.stop());

const checks = async (now?: number) => {
  const admin = await aStaffMember(stack.db, { privileges: "SuperAdmin" });
  const accounts = await paymentAccountChecks(stack.context(actingAs(admin), now ? { now } : {}));
  return Object.fromEntries(
    accounts.map(({ account, lines }) => [account, new Map(lines.map((line) => [line.label, line]))]),
  );
};

test("reads what the provider allows both accounts", async () => {
  const { regular, custom } = await checks();
  expect(regular!.get("Account")?.text).toBe("Card sandbox (regular) (acct_sandbox_regular)");
  expect(custom!.get("Account")?.text).toBe("Card sandbox (custom) (acct_sandbox_custom)");
  for (const account of [regular!, custom!])
    expect([account.get("Charges")?.state, account.get("Card payments")?.state]).toEqual(["good", "good"]);
});

test("shows the account that cannot charge, and not the other", async () => {
  await stack.sandbox.control("POST", "account", { account: "custom", charges: false, cards: "inactive" });
  const { regular, custom } = await checks();
  expect([custom!.get("Charges")?.state, custom!.get("Card payments")?.state]).toEqual(["bad", "bad"]);
  expect([regular!.get("Charges")?.state, regular!.get("Card payments")?.state]).toEqual(["good", "good"]);
});

test("a provider that is down is a line of the page", async () => {
  await stack.sandbox.control("POST", "fault", {
    account: "regular",
    route: "GET /v1/account",
    kind: "drop_before",
    times: 3,
  });
  const { regular, custom } = await checks();
  expect(regular!.get("Provider")).toMatchObject({ state: "bad", text: "The provider does not answer" });
  expect(custom!.get("Charges")?.state).toBe("good");
});

test("names the last webhook, and one that did not arrive within a day", async () => {
  const now = stack.now();
  const event = (id: string, receivedAt: number, missedAt: number | null) => ({
    id,
    account: "regular",
    type: "charge.succeeded",
    receivedAt,
    missedAt,
  });
  const HOUR = 3_600_000;
  await stack.db.insert(webhookEvents).values(event("evt_heard", now - 30 * HOUR, null));
  await stack.db.insert(webhookEvents).values(event("evt_late", now, now - 23 * HOUR));
  expect((await checks(now)).regular!.get("Last webhook")).toMatchObject({
    state: "plain",
    text: expect.stringMatching(/^charge\.succeeded, 30 hours ago/),
  });
  await stack.db.insert(webhookEvents).values(event("evt_missed", now, now - 25 * HOUR));
  const { regular, custom } = await checks(now);
  expect(regular!.get("Last webhook")?.state).toBe("bad");
  expect(custom!.get("Last webhook")?.state).toBe("plain");
});
