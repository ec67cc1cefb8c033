import { expect } from "@playwright/test";
import { SEEDED } from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

test("staff find an order, its client and an action with the keyboard @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/orders");
  const row = page.getByRole("row").nth(1);
  const number = /\d{5,}/.exec(await row.innerText())![0];
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("searchbox").fill(number);
  const order = dialog.getByRole("region", { name: "Orders" }).getByRole("link", { name: `Order ${number}` });
  await expect(order).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(number) })).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await dialog.getByRole("searchbox").fill(SEEDED.customer.email);
  const client = dialog.getByRole("region", { name: "Clients" }).getByRole("link");
  await expect(client).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(client).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.getByRole("link", { name: "Search" }).click();
  await dialog.getByRole("searchbox").fill("create cou");
  await dialog.getByRole("link", { name: "Create coupon" }).click();
  await expect(page).toHaveURL(/\/coupons\/new$/);
});

test("a search that gets no answer keeps the page and what was typed on it @script", async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(/\/search\/hits/);
  await signInAs(page, SEEDED.superAdmin, "/coupons/new");
  await page.getByLabel("Code").fill("SUMMER");
  await page.route("**/search/hits*", (route) => route.abort());
  await page.getByRole("link", { name: "Search" }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("searchbox").fill("casey");
  await expect(dialog.getByText("An error occurred. Please try again.")).toBeVisible();
  // A click on the dialog's own edge is no click outside.
  await dialog.click({ position: { x: 8, y: 8 } });
  await page.unroute("**/search/hits*");
  await dialog.getByRole("searchbox").fill("casey ");
  await expect(dialog.getByRole("region", { name: "Clients" }).getByRole("link").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Code")).toHaveValue("SUMMER");
});

test("the search page finds own records and says when there are none", async ({ page }) => {
  await signInAs(page, SEEDED.customer, "/search");
  const box = page.getByRole("main").getByRole("searchbox", { name: "Search" });
  await box.fill("guest");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  const services = page.getByRole("region", { name: "Services" });
  await expect(services.getByRole("link").first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await box.fill("superadmin@example.com");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Nothing found for")).toBeVisible();
  await expect(box).toHaveValue("superadmin@example.com");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
