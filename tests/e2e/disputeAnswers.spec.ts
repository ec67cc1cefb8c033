import { expect } from "@playwright/test";
import { paths } from "~/paths";
import { aBuyer, buy, serviceNamed } from "../support/apiBuyer";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { SEEDED, told } from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import type { Portal } from "../support/runningPortal";
import { test } from "../support/watchedTest";

interface Entry {
  id: string;
  kind: string;
  status: string;
  paymentIntent: string;
  metadata: { order_id?: string };
}

/** A purchase whose payment the cardholder disputes immediately. */
async function aDisputedPurchase(portal: Portal) {
  const buyer = await aBuyer(portal, "Dora");
  const service = await serviceNamed(portal, buyer.bearer, "SEO Content Writing");
  const { orderSystemId: orderId } = await buy(portal, buyer.bearer, service, {}, "pm_card_createDispute");
  const { entries } = await portal.control.ledger<Entry>();
  const charge = entries.find(({ kind, metadata }) => kind === "charge" && metadata.order_id === orderId)!;
  const dispute = entries.find((one) => one.kind === "dispute" && one.paymentIntent === charge.paymentIntent)!;
  return { orderId, disputeId: dispute.id };
}

test("an Admin answers a dispute, and the bank returns the money", async ({ page, portal }, { project }) => {
  const { orderId, disputeId } = await aDisputedPurchase(portal);
  await signInAs(page, { email: "admin@example.com", password: "Portal#2026" });
  // The provider's message about the dispute may still be on its way.
  await expect(async () => {
    await page.goto(paths.order(orderId));
    await expect(page.getByRole("button", { name: "Prepare answer" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole("button", { name: "Prepare answer" }).click();
  await expect(page.getByRole("heading", { name: "Answer to a dispute" })).toBeVisible();
  await expect(page.getByLabel("What you sold")).toHaveValue(/Order \d+ of/);
  await expect(page.getByText(/^Attached: Invoice/)).toBeVisible();
  if (project.name !== "noscript") expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Anything else the bank should know").fill("The client thanked us.");
  await asksBeforeLeaving(page, "orders/DisputeAnswerView");
  await page.getByRole("button", { name: "Save draft" }).click();
  await told(page, "Draft saved");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await told(page, "Answer sent to the bank");
  await expect(page.getByText(/Payment disputed: .*under review at the bank/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Prepare answer" })).toHaveCount(0);

  await portal.control.sandbox("dispute", { ids: [disputeId], outcome: "won" });
  await expect(async () => {
    await page.goto(paths.order(orderId));
    await expect(page.getByText(/Payment disputed: .*\(won\)/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  const { entries } = await portal.control.ledger<Entry>();
  expect(entries.find(({ id }) => id === disputeId)!.status).toBe("won");
});

test("a Manager sees the dispute without a way to answer", async ({ page, portal }) => {
  const { orderId } = await aDisputedPurchase(portal);
  await signInAs(page, SEEDED.manager);
  await expect(async () => {
    await page.goto(paths.order(orderId));
    await expect(page.getByText(/Payment disputed/).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Prepare answer" })).toHaveCount(0);
});
