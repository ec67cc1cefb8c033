import { expect } from "@playwright/test";
import { paths } from "~/paths";
import { SEEDED } from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

interface Entry {
  kind: string;
  status: string;
  paymentIntent: string;
  metadata: { order_id?: string };
}

/** The seeded order whose payment is disputed. */
async function disputedOrder() {
  const { entries } = await controlPort().ledger<Entry>();
  const dispute = entries.find(({ kind, status }) => kind === "dispute" && status === "needs_response")!;
  const charge = entries.find(
    ({ kind, paymentIntent }) => kind === "charge" && paymentIntent === dispute.paymentIntent,
  )!;
  return charge.metadata.order_id!;
}

test("staff see a dispute with its deadline and cannot refund", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin);
  const path = paths.order(await disputedOrder());
  await page.goto(path);
  const alert = page.getByRole("alert").filter({ hasText: "Payment disputed" });
  await expect(alert).toHaveText(
    /Payment disputed: \$[\d,.]+, fraudulent \(needs your evidence\).*\$[\d,.]+ was withdrawn. Revenue and commission treat it as refunded.*Answer by \w+ \d\d, \d{4}\./,
  );
  await expect(page.getByText("Withdrawn by disputes")).toBeVisible();
  await expect(page.getByRole("link", { name: "Refund", exact: true })).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${path}/refund`);
  await expect(page.getByText(/^A dispute has withdrawn \$[\d,.]+ of this payment\./)).toBeVisible();
  await page.goto(`${path}?tab=history`);
  await expect(page.getByRole("heading", { name: "Payment disputed" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Disputed money withdrawn" })).toBeVisible();
});
