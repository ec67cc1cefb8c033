import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payButton,
  payWith,
  quantity,
  SEEDED,
  summary,
  told,
  typeCard,
} from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const SERVICE = "Guest Posts by Domain Authority";
const errorBox = (page: Page) => page.locator(".form-errors");
const code = (page: Page) => page.getByLabel("Coupon code");
const apply = (page: Page) => page.getByRole("button", { name: "Apply", exact: true });
const newCode = () => `E2E${crypto.randomUUID().slice(0, 8)}`;

/** Searches in the coupon form: while typing with script, by the button without. */
async function search(page: Page, label: string, text: string, script: boolean) {
  await page.getByRole("searchbox", { name: label }).fill(text);
  if (!script) await page.getByRole("button", { name: label }).click();
}

/** Creates a coupon in a browser where staff are signed in. Returns its code in capitals. */
async function makeCoupon(page: Page, { discount, limit }: { discount: string; limit?: string }, script: boolean) {
  const typed = newCode();
  await page.goto("/coupons/new");
  await page.getByLabel("Code", { exact: false }).first().fill(typed);
  await page.getByLabel("Discount").fill(discount);
  for (const name of ["Guest Posts", "Niche Edits"]) {
    await search(page, "Search services", name, script);
    await page
      .getByRole("group", { name: "Services" })
      .getByLabel(new RegExp(`^${name}`))
      .check();
  }
  if (limit) {
    await page.getByLabel("Limit total usages").check();
    await page.getByLabel("Usage limit").fill(limit);
  }
  await page.getByLabel("Set expiry").check();
  await page.getByLabel("Expiry date").fill("2040-01-31");
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Coupon created successfully");
  return typed.toUpperCase();
}

/** Waits for the coupon's page, because the list's filters also have a code and a discount. */
async function openCoupon(page: Page, coupon: string) {
  await page.goto(`/coupons?code=${coupon}`);
  await page.locator(".row-link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: coupon })).toBeVisible();
}

/** A visitor's selection of one package for $90 with an updated total. */
async function choose(page: Page, script: boolean) {
  await quantity(page, "DA 20+").fill("1");
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(summary(page)).toContainText("Due today$90.00");
}

test("customers use a coupon up to its limit and see it on the invoice", async ({
  page,
  baseURL,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  test.setTimeout(240_000);
  expectRefusal(/\/(coupons|checkout|__stripe)/);
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, SEEDED.manager, "/coupons?status=ALL");
  await expect(staff.getByRole("heading", { level: 1, name: "Coupons" })).toBeVisible();
  await expect(staff.getByRole("row", { name: /SPRING25/ })).toContainText("Expired");
  await expect(staff.getByRole("row", { name: /FIRST5/ })).toContainText("Used up");

  // An empty form shows every message and keeps the input.
  await staff.getByRole("link", { name: "Add Coupon" }).click();
  await staff.getByLabel("Limit total usages").check();
  await staff.getByLabel("Set expiry").check();
  await staff.getByLabel("Description").fill("For the fair");
  await staff.getByRole("button", { name: "Save" }).click();
  for (const message of [
    "Coupon code is required",
    "Discount should be greater than or equal to 1",
    "Atleast one service should be selected",
    "Usage count is required",
    "Expiry date is required",
  ])
    await expect(errorBox(staff)).toContainText(message);
  await expect(staff.getByLabel("Description")).toHaveValue("For the fair");
  await staff.getByLabel("Usage limit").fill("0");
  await staff.getByLabel("Discount").fill("101");
  await staff.getByLabel("Code", { exact: false }).first().fill("ab");
  await staff.getByRole("button", { name: "Save" }).click();
  for (const message of [
    "Code should has minimum 3 characters",
    "Discount should be between 1 and 100",
    "Usage count should be greater than or equal to 1",
  ])
    await expect(errorBox(staff)).toContainText(message);
  const coupon = await makeCoupon(staff, { discount: "50", limit: "3" }, script);

  // Lower case, signed out.
  const checkout = await checkoutOf(page, SERVICE);
  await page.goto(checkout);
  await choose(page, script);
  await code(page).fill(coupon.toLowerCase());
  await apply(page).click();
  // A toast with script, text in the page without.
  await expect(page.getByText("Coupon applied successfully")).toBeVisible();
  await expect(summary(page)).toContainText(`Coupon ${coupon}-$45.00`);
  await expect(summary(page)).toContainText("Due today$45.00");
  await expect(summary(page)).toContainText("Renews at $90.00");
  await expect(quantity(page, "DA 20+")).toHaveValue("1");

  // Another payment type or code requires a new Apply.
  await page.getByLabel("One-Time").check();
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(page.getByText("Coupon has been deselected. Please apply again.").first()).toBeVisible();
  await expect(summary(page)).toContainText("Due today$90.00");
  await apply(page).click();
  await expect(summary(page)).toContainText("Due today$45.00");
  await code(page).fill(`${coupon}X`);
  await apply(page).click();
  await expect(page.getByText("This coupon code is not valid").first()).toBeVisible();
  await expect(summary(page)).toContainText("Due today$90.00");
  await code(page).fill(coupon);
  await apply(page).click();
  await expect(summary(page)).toContainText("Due today$45.00");

  // The coupon stays applied through the sign-up.
  const person = await enterAsNewCustomer(page, baseURL!);
  expect(person.email).toContain("@example.com");
  await page.goto(`${checkout}?coupon=${coupon.toLowerCase()}`);
  await expect(code(page)).toHaveValue(coupon);
  await page.getByLabel("One-Time").check();
  await choose2(page, script);
  await apply(page).click();
  await expect(summary(page)).toContainText("Due today$45.00");
  await fillBilling(page);
  await expect(payButton(page)).toHaveText(/ \$45\.00( a month)?$/);
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 4_500, status: "succeeded", account: "regular" }]);
  await page.goto(`/orders/${Buffer.from(order.id).toString("base64url")}`);
  const invoice = page.locator("section.card").filter({ has: page.getByRole("heading", { name: /^Invoice/ }) });
  await expect(invoice).toContainText("Promotion applied-$45.00");
  await expect(page.locator("main")).toContainText(`Coupon${coupon}`);

  // The second and third unpaid orders hold the coupon, so the fourth is refused.
  for (let n = 0; n < 2; n++) {
    const other = await (await anotherBrowser()).newPage();
    await enterAsNewCustomer(other, baseURL!);
    await buyAtOnce(other, checkout, coupon, script);
    await other.context().close();
  }
  const fourth = await (await anotherBrowser()).newPage();
  await enterAsNewCustomer(fourth, baseURL!);
  await fourth.goto(checkout);
  await code(fourth).fill(coupon);
  await apply(fourth).click();
  await expect(fourth.getByText("This coupon has been used up").first()).toBeVisible();
  await staff.goto(`/coupons?code=${coupon}&status=ALL`);
  await expect(staff.getByRole("row", { name: new RegExp(coupon) })).toContainText("3 of 3");
  await expect(staff.getByRole("row", { name: new RegExp(coupon) })).toContainText("Used up");

  // Deleting asks first and says what happens.
  await staff.locator(`summary[title="Actions for ${coupon}"], summary:has-text("Actions for ${coupon}")`).click();
  await staff.getByRole("link", { name: "Delete" }).click();
  await expect(staff.getByRole("alertdialog")).toContainText("1 order paid with it will not change");
  await staff.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await told(staff, "Coupon deleted successfully");
  await expect(staff.getByText("No coupons match")).toBeVisible();
});

/** The same selection on a page that may already show a coupon. */
async function choose2(page: Page, script: boolean) {
  await quantity(page, "DA 20+").fill("1");
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
}

/** Places an order with the coupon of the link and leaves without paying. */
async function buyAtOnce(page: Page, checkout: string, coupon: string, script: boolean) {
  await page.goto(`${checkout}?coupon=${coupon}`);
  await choose2(page, script);
  await expect(payButton(page)).toHaveText(/ \$45\.00( a month)?$/);
  await fillBilling(page);
  if (script) {
    await typeCard(page, CARDS.declined);
    await payButton(page).click();
    await expect(page.getByText("Your card was declined.")).toBeVisible();
  } else {
    await payButton(page).click();
    await expect(page).toHaveURL(/__stripe/);
  }
}

test("a 100 % coupon settles without a charge", async ({ page, baseURL, javaScriptEnabled: script = true }) => {
  test.setTimeout(120_000);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await page.getByLabel("One-Time").check();
  await choose2(page, script);
  await code(page).fill("freetrial");
  await apply(page).click();
  await expect(summary(page)).toContainText("Due today$0.00");
  await expect(page.getByText("Nothing to pay. You do not need a card.")).toBeVisible();
  await fillBilling(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([]);
  await page.goto(`/orders/${Buffer.from(order.id).toString("base64url")}`);
  await expect(page.locator("main")).toContainText("Promotion applied-$90.00");
});

test("refuses a coupon that changed between Apply and the order", async ({
  page,
  baseURL,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  test.setTimeout(180_000);
  expectRefusal(/\/checkout/);
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, SEEDED.superAdmin, "/coupons");
  const coupon = await makeCoupon(staff, { discount: "10" }, script);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await page.getByLabel("One-Time").check();
  await choose(page, script);
  await code(page).fill(coupon);
  await apply(page).click();
  await expect(payButton(page)).toHaveText(/ \$81\.00( a month)?$/);
  await fillBilling(page);

  // Staff first change the discount, then the code.
  await openCoupon(staff, coupon);
  await staff.getByLabel("Discount").fill("20");
  await staff.getByRole("button", { name: "Save" }).click();
  await told(staff, "Coupon updated successfully");
  if (script) await typeCard(page, CARDS.good);
  await payButton(page).click();
  await expect(errorBox(page)).toContainText("The price has changed.");
  await expect(payButton(page)).toHaveText(/ \$90\.00( a month)?$/);
  await apply(page).click();
  await expect(payButton(page)).toHaveText(/ \$72\.00( a month)?$/);
  await openCoupon(staff, coupon);
  await staff.getByLabel("Code", { exact: false }).first().fill(`${coupon}NEW`);
  await staff.getByRole("button", { name: "Save" }).click();
  await told(staff, "Coupon updated successfully");
  await payButton(page).click();
  await expect(errorBox(page)).toContainText("This coupon code is not valid");
  await expect(page.getByLabel("City")).toHaveValue("Springfield");
  await expect(payButton(page)).toHaveText(/ \$90\.00( a month)?$/);
  await code(page).fill("");
  await (script ? payButton(page).click() : payWith(page, CARDS.good, script));
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 9_000, status: "succeeded", account: "regular" }]);
});

test("a concurrent coupon edit is refused and keeps the input", async ({
  page,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  test.setTimeout(120_000);
  expectRefusal(/\/coupons/);
  await signInAs(page, SEEDED.manager, "/coupons");
  const coupon = await makeCoupon(page, { discount: "10" }, script);
  await openCoupon(page, coupon);
  await expect(page.getByLabel("Guest Posts by Domain Authority").first()).toBeVisible();
  // Turning a switch off clears its field.
  await page.getByLabel("Set expiry").uncheck();
  await expect(page.getByLabel("Expiry date")).toBeHidden();
  const other = await (await anotherBrowser()).newPage();
  await signInAs(other, SEEDED.superAdmin, new URL(page.url()).pathname);
  await other.getByLabel("Description").fill("First");
  await other.getByRole("button", { name: "Save" }).click();
  await told(other, "Coupon updated successfully");
  await page.getByLabel("Description").fill("Second");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toContainText("This record was changed by someone else. Please reload and try again.");
  await expect(page.getByLabel("Description")).toHaveValue("Second");
  await expect(page.getByLabel("Set expiry")).not.toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);
});
