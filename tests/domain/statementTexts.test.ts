import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { Invalid } from "~/domain/errors";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { savePaymentSettings } from "~/domain/renewals/savePaymentSettings";
import type { PaymentSettings, Settings } from "~/domain/settings";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { readSettings } from "~/domain/settings/readSettings";
import { settings as settingsTable } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { MINUTE, type Renewals, renewalsOf } from "../support/renewals";
import { actingAs } from "../support/testContext";

let stack: CheckoutStack;
let renewals: Renewals;
beforeAll(async () => {
  stack = await startCheckoutStack();
  renewals = renewalsOf(stack);
});
afterEach(async () => {
  await renewals.rest();
  expect(stack.violations()).toEqual([]);
});
afterAll(() => stack.stop());

const withText = (regular: string): { settings: Settings } => ({
  settings: { ...defaultSettings, payments: { ...defaultSettings.payments, statementTexts: { regular, custom: "" } } },
});
/** Loses all answers of one call, which is tried three times. */
const drop = (route: string, kind: "drop_after" | "drop_before" = "drop_after") =>
  stack.sandbox.control("POST", "fault", { account: "regular", route, kind, times: 3 });

test("a payment carries the account's text to the card statement", async () => {
  const { buyer, form } = await stack.aBuyer();
  const placed = await placeOrder(stack.contextOf(buyer, withText("GUEST POSTS")), form());
  await stack.confirm(placed);
  const [intent] = await stack.intentsOf("regular", placed.orderSystemId);
  const charge = await stack.sandbox.regular.charges.retrieve(intent!.latest_charge as string);
  expect(charge.calculated_statement_descriptor).toBe("TEST* GUEST POSTS");
});

test("a change between two tries of a payment does not refuse the second", async () => {
  const { buyer, form } = await stack.aBuyer();
  const { orderSystemId } = await placeOrder(stack.contextOf(buyer, withText("FIRST TEXT")), form());
  await drop("POST /v1/checkout/sessions");
  await expect(payOrderHosted(stack.contextOf(buyer), orderSystemId)).rejects.toThrow(PaymentsUnavailable);
  const { url } = await payOrderHosted(stack.contextOf(buyer, withText("SECOND TEXT")), orderSystemId);
  await stack.payOnPage(url);
  const paid = (await stack.intentsOf("regular", orderSystemId)).find(({ status }) => status === "succeeded");
  expect(paid?.statement_descriptor_suffix).toBe("FIRST TEXT");
});

test("two tries at one time, before and after a change, end with one payment", async () => {
  const { buyer, form } = await stack.aBuyer();
  const posted = form();
  await drop("POST /v1/payment_intents", "drop_before");
  await expect(placeOrder(stack.contextOf(buyer, withText("FIRST TEXT")), posted)).rejects.toThrow(PaymentsUnavailable);
  const [one, other] = await Promise.all(
    ["SECOND TEXT", "THIRD TEXT"].map((text) => placeOrder(stack.contextOf(buyer, withText(text)), posted)),
  );
  expect(one!.clientSecret).toBe(other!.clientSecret);
  const intents = await stack.intentsOf("regular", one!.orderSystemId);
  expect(intents.map((intent) => intent.statement_descriptor_suffix)).toEqual(["FIRST TEXT"]);
});

test("a text that the provider refuses does not stop a payment", async () => {
  const { buyer, form } = await stack.aBuyer();
  const ctx = stack.contextOf(buyer, withText("TWENTY-TWO CHARACTERS!"));
  const placed = await placeOrder(ctx, form());
  const again = await resumeOrder(ctx, placed.orderSystemId);
  expect(again.clientSecret).toBe(placed.clientSecret);
  const intents = await stack.intentsOf("regular", placed.orderSystemId);
  expect(intents.map((one) => one.statement_descriptor_suffix)).toEqual([null]);
});

test("a renewal keeps the text that it was claimed with", async () => {
  const { id } = await renewals.aSubscription();
  await drop("POST /v1/payment_intents");
  expect(await renewals.cron(withText("FIRST TEXT"))).toEqual({ done: 0, failed: 1 });
  renewals.failures.splice(0);
  renewals.advance(11 * MINUTE);
  expect(await renewals.cron(withText("SECOND TEXT"))).toEqual({ done: 1, failed: 0 });
  const { data } = await stack.sandbox.regular.paymentIntents.list({ limit: 100 });
  const texts = data.filter(({ metadata }) => metadata.subscription_id === id);
  expect(texts.map((one) => one.statement_descriptor_suffix)).toContain("FIRST TEXT");
  expect(texts.map((one) => one.statement_descriptor_suffix)).not.toContain("SECOND TEXT");
});

const save = async (texts: Partial<PaymentSettings["statementTexts"]>) => {
  const admin = await aStaffMember(stack.db, { privileges: "SuperAdmin" });
  const ctx = stack.context(actingAs(admin));
  const stored = await stack.db.select().from(settingsTable);
  const version = stored.find(({ key }) => key === "payments")?.version ?? 0;
  await savePaymentSettings(ctx, {
    version,
    retryDays: [1, 3, 6],
    noticeDays: 3,
    askToCancel: false,
    statementRegular: texts.regular ?? "",
    statementCustom: texts.custom ?? "",
  });
  return (await readSettings(stack.db)).payments.statementTexts;
};

test("stores a text that fits after the account's prefix", async () => {
  const texts = { regular: "SIXTEEN LETTERS!", custom: "LINKS" };
  expect(await save(texts)).toEqual(texts);
  await expect(save({ regular: "SEVENTEEN LETTERS" })).rejects.toMatchObject({
    fieldErrors: { statementRegular: [expect.stringMatching(/^Shorten this by 1:/)] },
  });
});

test("stores no new text while the provider does not answer", async () => {
  await save({ regular: "LINKS" });
  await drop("GET /v1/account", "drop_before");
  const refused = await save({ regular: "OTHER LINKS" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Invalid);
  expect((refused as Invalid).fieldErrors).toHaveProperty("statementRegular");
  // The same text again asks nobody.
  expect(await save({ regular: "LINKS" })).toEqual({ regular: "LINKS", custom: "" });
});
