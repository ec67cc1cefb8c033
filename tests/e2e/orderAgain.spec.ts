import { expect } from "@playwright/test";
import { paths } from "~/paths";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  orderRows,
  payButton,
  payWith,
  quantity,
  SEEDED,
  told,
} from "../support/checkoutSteps";
import { signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

test("a completed order fills a checkout with its packages", async ({ page }) => {
  await signInAs(page, SEEDED.customer, "/orders?status=Completed");
  await orderRows(page).first().getByRole("link").first().click();
  await page.getByRole("link", { name: "Order again" }).click();
  await expect(page).toHaveURL(/\/checkout\?packages=\w+:\d+/);
  await expect(payButton(page)).toBeVisible();
  const counts = page.getByRole("textbox", { name: /^Quantity of / });
  const chosen = await counts.evaluateAll(
    (all) => (all as HTMLInputElement[]).filter(({ value }) => value > "0").length,
  );
  expect(chosen).toBeGreaterThan(0);
});

test("an order placed again starts from the earlier answers", async ({ page, baseURL, javaScriptEnabled: script }) => {
  await enterAsNewCustomer(page, baseURL!);
  const checkout = await checkoutOf(page, "Guest Posts by Domain Authority");
  await page.goto(checkout);
  await quantity(page, "DA 20+").fill("2");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await payWith(page, CARDS.good, script !== false);
  const first = await arrivedAtSuccess(page);
  await page.getByRole("link", { name: "Fill in manually" }).click();
  await page.getByLabel("Target URL").fill("https://example.com/a");
  await page.getByLabel("Anchor text").fill("running shoes");
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Project details added successfully. Redirecting to order details.");
  await expect(page.getByRole("heading", { level: 1, name: `Order ${first.number}` })).toBeVisible();

  await page.getByRole("link", { name: "Order again" }).click();
  await expect(page).toHaveURL(/\/checkout\?packages=/);
  // It was paid a moment ago. The link of the order's page may still be there.
  await expect(page.getByText(/^You paid order/)).toBeVisible();
  await page.getByRole("link", { name: "Order again" }).click();
  await expect(quantity(page, "DA 20+")).toHaveValue("2");
  await payWith(page, CARDS.good, script !== false);
  const note = page.getByText(`These are your answers for order ${first.number}. Check them before you save.`);
  if (!script) {
    await expect(page.getByRole("heading", { level: 1, name: "Thank you for your order" })).toBeVisible();
    await page.getByRole("link", { name: `Use your answers for order ${first.number}` }).click();
  }
  await expect(note).toBeVisible();
  await expect(page.getByLabel("Target URL")).toHaveValue("https://example.com/a");
  await page.getByLabel("Anchor text").fill("trail shoes");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order \d+/ })).toBeVisible();
  await expect(page.getByText("trail shoes")).toBeVisible();
  expect(page.url()).not.toContain(paths.order(first.id));
});
