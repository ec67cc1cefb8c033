import { expect, type Page } from "@playwright/test";
import { told } from "../support/checkoutSteps";
import { pickClient } from "../support/clientPicker";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const PASSWORD = "Portal#2026";

/** The address of a seeded service with packages, without its last part; other tests create their own services. */
async function aServiceAddress(page: Page) {
  await page.goto("/services?size=100");
  const link = page.locator('main :is(td, th, h2) a[href^="/services/"]', { hasText: "Niche Edits" });
  const href = await link.first().getAttribute("href");
  const id = /\/services\/([^/]+)/.exec(href ?? "")?.[1];
  expect(id).toBeTruthy();
  return `/services/${id}`;
}

/** The list that the dialogs open over. */
const FILTERED = "/services?name=Niche+Edits";

/** Opens the invoice dialog from the row menu of a filtered list. */
async function openInvoice(page: Page) {
  await page.goto(FILTERED);
  await page
    .locator("summary", { hasText: /^Actions for Niche Edits/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Generate Invoice" }).first().click();
  await expect(page).toHaveURL(/\/invoice\?name=Niche\+Edits$/);
}

/** The response of a PDF's address. */
async function aPdf(page: Page, path: string) {
  const answer = await page.request.get(path);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  const body = await answer.body();
  expect(body.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  return { body, disposition: answer.headers()["content-disposition"] ?? "" };
}

test("staff generate the invoice of a service", async ({ page, javaScriptEnabled }) => {
  await signInAs(page, { email: "manager@example.com", password: PASSWORD });
  await openInvoice(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Invoice details" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await expect(dialog.getByLabel("Invoice Number")).toHaveValue(/\d$/);

  if (javaScriptEnabled) {
    await dialog.getByLabel("Invoice Number").fill("");
    await dialog.getByRole("button", { name: "Generate" }).click();
    for (const message of [
      "Invoice Number is required",
      "Due Date is required",
      "Name is required",
      "Email is required",
      "Invoice Country is required",
    ])
      await expect(dialog.locator(".field-error", { hasText: message })).toBeVisible();
  }

  await dialog.getByLabel("Invoice Number").fill("E2E-1");
  await dialog.getByLabel("Due Date").fill("2027-01-31");
  await dialog.getByLabel("Name").fill("श्री कृष्ण 北京 شركة");
  await dialog.getByLabel("Email").fill("ada@example.com");
  await dialog.getByLabel("City").fill("मुंबई");
  await dialog.getByLabel("Invoice Country").selectOption({ label: "INDIA" });
  await dialog
    .getByRole("button", { name: /^More: Quantity of/ })
    .first()
    .click();
  const stored = page.context().waitForEvent("response", (one) => one.url().includes("/files/"));
  await dialog.getByRole("button", { name: "Generate" }).click();
  const { body, disposition } = await aPdf(page, (await stored).url());
  expect(disposition).toMatch(/^inline; filename="Invoice-E2E-1.pdf"/);
  expect(body.byteLength).toBeGreaterThan(10_000);
  // With script the list comes back; without, the next page says it.
  if (!javaScriptEnabled) await page.goto(FILTERED);
  await told(page, "Invoice E2E-1 generated");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(FILTERED);
});

test("the invoice dialog is filled from a client and priced by quantity", async ({ page, javaScriptEnabled }) => {
  await signInAs(page, { email: "manager@example.com", password: PASSWORD });
  await openInvoice(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Due Date").fill("2027-01-31");
  await pickClient(dialog, "emma.carter", javaScriptEnabled, "Fill in from a client");
  if (!javaScriptEnabled) await dialog.getByRole("button", { name: "Fill in" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Emma Carter");
  await expect(dialog.getByLabel("Email")).toHaveValue(/^emma\.carter@/);
  await expect(dialog.getByLabel("Invoice Country")).toHaveValue("US");
  await expect(dialog.getByLabel("Due Date")).toHaveValue("2027-01-31");
  const total = dialog.locator(".summary-total strong");
  const before = await total.innerText();
  await dialog
    .getByRole("button", { name: /^More: Quantity of/ })
    .first()
    .click();
  await expect(total).not.toHaveText(before);
  await dialog.getByRole("link", { name: "Cancel" }).click();
  if (javaScriptEnabled) await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(FILTERED);
});

test("a customer cannot open the invoice details", async ({ page }) => {
  await signInAs(page, { email: "customer@example.com", password: PASSWORD });
  const address = await aServiceAddress(page);
  await page.goto(`${address}/invoice`);
  await expect(page).toHaveURL("/");
});

test("only the order's customer can download its invoice", async ({ page, browser }) => {
  await signInAs(page, { email: "customer@example.com", password: PASSWORD });
  await page.goto("/orders?size=100");
  const orders = await page
    .locator(".row-link")
    .evaluateAll((links) => links.map((one) => one.getAttribute("href")!.split("?")[0]!));
  let href: string | null = null;
  for (const order of orders) {
    await page.goto(order);
    const link = page.getByRole("link", { name: "Download PDF" });
    if ((await link.count()) === 0) continue;
    href = await link.getAttribute("href");
    break;
  }
  expect(href).toMatch(/^\/orders\/[^/]+\/invoice$/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^Invoice-\d+\.pdf$/);
  const first = await aPdf(page, href!);
  expect(first.disposition).toMatch(/^attachment/);
  expect((await aPdf(page, href!)).body.equals(first.body)).toBe(true);

  const other = await browser.newContext();
  const stranger = await other.newPage();
  await signInAs(stranger, { email: "affiliate@example.com", password: PASSWORD });
  expect((await stranger.request.get(href!)).status()).toBe(404);
  await other.close();
});
