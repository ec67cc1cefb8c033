import { expect, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

test.beforeEach(({ expectRefusal }) => expectRefusal(/\/orders\/[^/]+\/(refund|packages)/));

/** Opens the nth order of a list and returns its address. */
async function open(page: Page, list: string, nth = 0) {
  await page.goto(list);
  const path = (await page.locator(".row-link").nth(nth).getAttribute("href"))!.split("?")[0]!;
  await page.goto(path);
  return path;
}

const admin = { email: "admin@example.com", password: "Portal#2026" };
const paymentOf = (page: Page) =>
  page.locator("section.card").filter({ has: page.getByRole("heading", { name: "Payment", exact: true }) });
/** Each Playwright project uses its own orders, because both run on one portal. */
const place = (javaScriptEnabled: boolean | undefined) => (javaScriptEnabled ? 1 : 2);

/** An old order paid by card and without refunds: other tests refund some, and complete newer ones of other kinds. */
async function openRefundable(page: Page) {
  for (let nth = 0; nth < 20; nth++) {
    const path = await open(page, "/orders?status=Completed&size=100&sort=createdTime.asc", nth);
    const byCard = page.getByText("Payment id", { exact: true });
    if ((await paymentOf(page).getByRole("link", { name: "Refund" }).count()) > 0 && (await byCard.count()) > 0)
      return path;
  }
  throw new Error("No order left to refund");
}

test("an Admin refunds a part, then the rest", async ({ page, browser, baseURL, javaScriptEnabled }) => {
  await signInAs(page, admin);
  const path = await openRefundable(page);
  await paymentOf(page).getByRole("link", { name: "Refund" }).click();
  await expect(page).toHaveURL(`${path}/refund`);
  await expect(page.getByText(/The order stays Completed/)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  // Errors show next to their fields and keep the input.
  await page.getByLabel("Amount").fill("1,500");
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page.locator("#amount-error")).toHaveText("“1,500” can mean 1500.00 or 1.50. Write one of them");
  await expect(page.locator("#reason-error")).toHaveText("Give a reason");
  await expect(page.getByLabel("Amount")).toHaveValue("1,500");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Amount").fill("99999.00");
  await page.getByLabel("Reason").fill("Two weeks late");
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page.locator("#amount-error")).toHaveText(/^At most \$[\d,.]+ can be refunded$/);

  await page.getByLabel("Amount").fill("10.50");
  if (javaScriptEnabled) await expect(page.getByText(/^\$10\.50 will be refunded/)).toBeVisible();
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page).toHaveURL(path);
  await told(page, "$10.50 refunded");
  const refunds = page.getByRole("region", { name: "Refunds" });
  await expect(refunds.getByRole("listitem")).toHaveText([/\$10\.50 refunded.*Two weeks late/]);
  await expect(paymentOf(page)).toContainText("Partly refunded");

  await page.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(`${path}?tab=history`);
  await expect(page.getByRole("heading", { name: "Order refunded" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Refund requested" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order placed" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${path}/refund`);
  await page.getByLabel("Reason").fill("And the rest");
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page).toHaveURL(path);
  await expect(paymentOf(page)).toContainText("Refunded");
  await expect(paymentOf(page).getByRole("link", { name: "Refund" })).toHaveCount(0);
  await page.goto(`${path}/refund`);
  await expect(page.getByText("This order has already been fully refunded.")).toBeVisible();

  const manager = await browser.newPage({ baseURL });
  await signInAs(manager, SEEDED.manager);
  await manager.goto(path);
  await expect(manager.getByRole("region", { name: "Refunds" }).getByRole("listitem")).toHaveCount(2);
  await expect(manager.getByRole("link", { name: "Refund", exact: true })).toHaveCount(0);
  await manager.goto(`${path}/refund`);
  await expect(manager).toHaveURL(`${baseURL}/`);
  await manager.close();
});

test("hides History and refund reasons from the customer", async ({ page }) => {
  await signInAs(page, SEEDED.customer);
  const path = await open(page, "/orders?status=Completed");
  await expect(page.getByRole("link", { name: "History" })).toHaveCount(0);
  await page.goto(`${path}?tab=history`);
  await expect(page.getByText("Unknown Tab")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order placed" })).toHaveCount(0);
  await page.goto(`${path}?tab=nonsense`);
  await expect(page.getByText("Unknown Tab")).toBeVisible();
});

test("both sides add, change and delete their own project entries @twice", async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  await signInAs(page, SEEDED.customer);
  await page.goto("/orders?status=Working&size=100");
  const paths = await page
    .locator(".row-link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!.split("?")[0]!));
  const path = paths[place(javaScriptEnabled) % paths.length]!;
  await page.goto(path);
  const project = page.locator("section.card").filter({ has: page.getByRole("heading", { name: "Project details" }) });
  const mine = project.locator(".order-entry").filter({ hasText: "Filled in by you" });
  const before = await mine.count();
  const add = project.getByRole("link", { name: /^Add entry/ }).first();
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/packages\//);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".field-error").first()).toContainText("is required");
  const fields = page.locator("dialog :is(input[type=text], textarea)");
  for (const field of await fields.all())
    await field.fill((await field.getAttribute("inputmode")) === "decimal" ? "7" : "https://example.com/typed");
  await page.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);
  await told(page, "Order updated successfully");
  await expect(mine).toHaveCount(before + 1);

  await mine.last().getByRole("link", { name: /^Edit/ }).click();
  await expect(page.locator("dialog input[type=text]").first()).toHaveValue("https://example.com/typed");
  await page.locator("dialog input[type=text]").first().fill("https://example.com/changed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(path);
  await expect(mine.filter({ hasText: "https://example.com/changed" })).toHaveCount(1);

  const staff = await browser.newPage({ baseURL, javaScriptEnabled });
  await signInAs(staff, SEEDED.manager);
  await staff.goto(path);
  const theirs = staff.locator(".order-entry").filter({ hasText: "Filled in by the client" });
  await expect(theirs.first()).toBeVisible();
  await expect(theirs.getByRole("link", { name: /^(Edit|Delete)/ })).toHaveCount(0);
  await staff.goto(`${path}?tab=history`);
  await expect(staff.getByText("https://example.com/changed").first()).toBeVisible();
  await staff.close();

  await mine
    .filter({ hasText: "https://example.com/changed" })
    .getByRole("link", { name: /^Delete/ })
    .click();
  await expect(page.getByText("Are you sure you want to delete this entry?")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete entry" }).click();
  await expect(page).toHaveURL(path);
  await expect(mine).toHaveCount(before);
});

test("refuses an overtaken refund and keeps the input", async ({ page, context, javaScriptEnabled }) => {
  await signInAs(page, admin);
  const path = await open(page, "/orders?status=Active&size=100", 2 + place(javaScriptEnabled));
  const refunds = page.getByRole("region", { name: "Refunds" }).getByRole("listitem");
  const before = await refunds.count();
  await page.goto(`${path}/refund`);
  const other = await context.newPage();
  await other.goto(`${path}/refund`);
  for (const one of [other, page]) {
    await one.getByLabel("Amount").fill("5.00");
    await one.getByLabel("Reason").fill("Goodwill");
    await one.getByRole("button", { name: "Refund" }).click();
  }
  await expect(other).toHaveURL(path);
  await expect(page.getByText("This record was changed by someone else. Please reload and try again.")).toBeVisible();
  await expect(page.getByLabel("Reason")).toHaveValue("Goodwill");
  await page.goto(path);
  await expect(refunds).toHaveCount(before + 1);
});
