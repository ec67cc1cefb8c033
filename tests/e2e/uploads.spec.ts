import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payWith,
  quantity,
  told,
} from "../support/checkoutSteps";
import { xlsxBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const brief = (bytes: Uint8Array) => ({
  name: "brief.xlsx",
  mimeType: "application/octet-stream",
  buffer: Buffer.from(bytes),
});
/** 5 MB that no compression shortens. */
const large = () => xlsxBytes({ "xl/media/picture.bin": randomBytes(5_000_000) });

const progress = (page: Page) => page.getByRole("progressbar", { name: "Uploading brief.xlsx" });
const received = (page: Page) => page.getByRole("list", { name: "Already received" });

async function openIntake(page: Page, baseURL: string) {
  await enterAsNewCustomer(page, baseURL);
  await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  await payWith(page, CARDS.good, true);
  const order = await arrivedAtSuccess(page);
  await page.getByRole("link", { name: "Fill in manually" }).click();
  await page.getByLabel("Target URL").fill("https://example.com/a");
  await page.getByLabel("Anchor text").fill("running shoes");
  return order;
}

/** Bytes per second that this page sends; -1 for no limit. */
async function limitUploads(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}

test.describe("intake files @script", () => {
  test("a 5 MB file shows its percentage, is cancelled and sent again", async ({ page, baseURL }) => {
    test.setTimeout(120_000);
    const order = await openIntake(page, baseURL!);
    const limit = await limitUploads(page);
    const bytes = large();
    await limit(300_000);
    await page.getByLabel("Brief").setInputFiles(brief(bytes));
    await expect(progress(page)).toBeVisible();
    await expect(page.locator(".progress")).toContainText(/Uploading brief\.xlsx\s*[1-9]\d?%/);
    await page.getByRole("button", { name: "Cancel the upload of brief.xlsx" }).click();
    await expect(progress(page)).toHaveCount(0);
    await expect(page.getByLabel("Brief")).toBeFocused();
    await expect(page.locator("main").getByText("brief.xlsx", { exact: true })).toHaveCount(0);
    await expect(page.getByLabel("Brief")).not.toHaveAttribute("aria-invalid");
    await expect(page.getByLabel("Anchor text")).toHaveValue("running shoes");

    await limit(-1);
    await page.getByLabel("Brief").setInputFiles(brief(bytes));
    await expect(received(page)).toContainText("brief.xlsx");
    await page.getByRole("button", { name: "Save" }).click();
    await told(page, "Project details added successfully. Redirecting to order details.");
    await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
    const links = page.locator('main a[href^="/files/"]');
    await expect(links).toHaveCount(1);
    const file = await page.request.get((await links.getAttribute("href"))!);
    expect((await file.body()).equals(Buffer.from(bytes))).toBe(true);
  });

  test("a failed upload keeps its file for 'Try again'", async ({ page, baseURL, expectRefusal }) => {
    expectRefusal(/\/uploads/);
    await openIntake(page, baseURL!);
    await page.route("**/uploads", (route) => route.abort("connectionreset"));
    await page.getByLabel("Brief").setInputFiles(brief(xlsxBytes()));
    const again = page.getByRole("button", { name: "Try again with brief.xlsx" });
    await expect(again).toBeVisible();
    await expect(page.getByLabel("Brief")).toHaveAccessibleDescription(/We got no answer/);
    // The form does not leave without the file.
    await page.getByRole("button", { name: "Save" }).click();
    await told(page, "A file was not uploaded. Remove it, or try again.");
    await expect(again).toBeFocused();
    await page.unroute("**/uploads");
    await again.click();
    await expect(received(page)).toContainText("brief.xlsx");
    await expect(again).toHaveCount(0);
    await expect(page.getByLabel("Anchor text")).toHaveValue("running shoes");
  });

  test("Save waits for the upload and then saves by itself", async ({ page, baseURL }) => {
    await openIntake(page, baseURL!);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/uploads", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel("Brief").setInputFiles(brief(xlsxBytes()));
    await page.getByRole("button", { name: "Save" }).click();
    await told(page, "Uploading files...");
    release();
    await told(page, "Project details added successfully. Redirecting to order details.");
  });
});
