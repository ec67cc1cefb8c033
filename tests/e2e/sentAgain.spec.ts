import { expect, type Page, type Route } from "@playwright/test";
import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payButton,
  payWith,
  quantity,
  SEEDED,
  told,
  typeCard,
} from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { signInAs, signOut } from "../support/e2e";
import { docxBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const LOST = /We got no answer\./;
const STALE = /changed by someone else/;

/** Presses Save; the server carries the post out, and its answer never arrives. */
async function saveWithLostAnswer(page: Page, path: RegExp) {
  const lose = async (route: Route) => {
    if (route.request().method() !== "POST") return await route.fallback();
    // As a browser would: a kept connection may close at the moment it is used again.
    await route.fetch({ maxRedirects: 0, maxRetries: 1 });
    await route.abort("connectionreset");
  };
  await page.route(path, lose);
  await save(page);
  await expect(page.getByText(LOST).first()).toBeVisible();
  await page.unroute(path, lose);
}

const save = (page: Page) => page.getByRole("button", { name: /^Save( Changes)?$/ }).click();

async function openFirst(page: Page, list: string) {
  await page.goto(list);
  const path = (await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]!;
  await page.goto(path);
  return path;
}

test.describe("a form sent again after its answer was lost @script", () => {
  test.beforeEach(({ expectRefusal }) => expectRefusal(/./));

  test("saves a profile, also with a correction", async ({ page, baseURL }) => {
    await enterAsNewCustomer(page, baseURL!);
    await page.goto("/profile");
    await fillBilling(page);
    await page.getByLabel("Phone").fill("+1 555 0100");
    await saveWithLostAnswer(page, /\/profile\?/);
    await save(page);
    await told(page, "Profile updated successfully");
    await page.getByLabel("City").fill("Austin");
    await saveWithLostAnswer(page, /\/profile\?/);
    await page.getByLabel("City").fill("Boston");
    await save(page);
    await told(page, "Profile updated successfully");
    await expect(page.getByText(STALE)).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel("City")).toHaveValue("Boston");
  });

  test("saves an order, also with a correction", async ({ page }) => {
    await signInAs(page, SEEDED.manager);
    const path = await openFirst(page, "/orders?status=Working&size=100");
    const notes = `Called ${crypto.randomUUID()}`;
    await page.getByLabel("Notes").fill(notes);
    await saveWithLostAnswer(page, /\/orders\//);
    await save(page);
    await told(page, "Order updated successfully");
    await page.getByLabel("Notes").fill(`${notes} twice`);
    await saveWithLostAnswer(page, /\/orders\//);
    await page.getByLabel("Notes").fill(`${notes} three times`);
    await save(page);
    await told(page, "Order updated successfully");
    await expect(page.getByText(STALE)).toHaveCount(0);
    await page.goto(path);
    await expect(page.getByLabel("Notes")).toHaveValue(`${notes} three times`);
  });

  test("creates one service and saves a change to it", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/services/new");
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    const words = `Sent again ${crypto.randomUUID().slice(0, 8)}`;
    await name.fill(words);
    await saveWithLostAnswer(page, /\/services\/new/);
    await save(page);
    await told(page, "Service created successfully");
    await page.goto(`/services?name=${encodeURIComponent(words)}`);
    await expect(page.locator(".row-link")).toHaveCount(1);
    await page.goto((await page.locator(".row-link").getAttribute("href"))!);
    await name.fill(`${words} changed`);
    await saveWithLostAnswer(page, /\/services\//);
    await save(page);
    await told(page, "Service updated successfully");
    await expect(page.getByText(STALE)).toHaveCount(0);
  });

  test("stores project details and their file once", async ({ page, baseURL }) => {
    await enterAsNewCustomer(page, baseURL!);
    await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
    await quantity(page, "DA 20+").fill("1");
    await fillBilling(page);
    await payWith(page, CARDS.good, true);
    const order = await arrivedAtSuccess(page);
    await page.getByRole("link", { name: "Fill in manually" }).click();
    const part = page.getByRole("group", { name: "DA 20+" });
    await part.getByLabel("Target URL").fill("https://example.com/a");
    await part.getByLabel("Anchor text").fill("running shoes");
    const brief = { name: "brief.docx", mimeType: "application/octet-stream", buffer: Buffer.from(docxBytes()) };
    await part.getByLabel("Brief").setInputFiles(brief);
    await expect(page.locator(".upload-name").filter({ hasText: "brief.docx" })).toBeVisible();
    await saveWithLostAnswer(page, /\/checkout\/success/);
    await save(page);
    await told(page, "Project details added successfully. Redirecting to order details.");
    await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
    await expect(page.locator('main a[href^="/files/"]')).toHaveCount(1);
  });
});

test("Pay in a tab of another person is refused and charges nothing @script", async ({
  page,
  context,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal(/./);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Niche Edits"));
  await quantity(page, "DA 20+").fill("7");
  await fillBilling(page);
  await typeCard(page, CARDS.good);
  const other = await context.newPage();
  await other.goto("/");
  await signOut(other);
  await enterAsNewCustomer(other, baseURL!);
  // No other test charges this amount.
  const charges = async () =>
    (await controlPort().ledger<LedgerEntry>()).entries.filter(({ amount }) => amount === 46_550).length;
  await expect(payButton(page)).toHaveText(/ \$465\.50( a month)?$/);
  const before = await charges();
  await payButton(page).click();
  await expect(
    page.getByText(/Nothing was saved or charged\. This page was opened by another account/).first(),
  ).toBeVisible();
  await expect(quantity(page, "DA 20+")).toHaveValue("7");
  expect(await charges()).toBe(before);
  await other.goto("/orders");
  await expect(other.getByText("No orders yet")).toBeVisible();
});
