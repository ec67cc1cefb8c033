import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { PASSWORD, seriousFindings, signInAs, signUpAs } from "../support/e2e";
import { pngBytes } from "../support/fileBytes";
import { tabTo, typeInto } from "../support/keyboard";
import { readSheet } from "../support/readSheet";
import { test } from "../support/watchedTest";

test.beforeEach(({ expectRefusal }) => expectRefusal(/\/(announcements|creatives|reports|signin|uploads)/));

const picture = (name: string, bytes: Uint8Array = pngBytes()) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(bytes),
});
const manager = { email: "manager@example.com", password: PASSWORD };
const fileInput = (page: Page) => page.locator("main input[type=file]");
const received = (page: Page, name: string) => page.locator(".upload-name").filter({ hasText: name });
const errors = (page: Page) => page.locator(".form-errors");
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const announced = (page: Page, name: string) => page.locator(".announcement").filter({ hasText: name });

test("staff write an announcement and customers dismiss it @twice", async ({
  page,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(150_000);
  const name = `Offer ${crypto.randomUUID().slice(0, 8)}`;
  await signInAs(page, manager, "/announcements");
  await page.getByRole("link", { name: "New Announcement" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New Announcement" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  for (const message of ["Title is required", "Description is required", "URL is required", "Image is required"])
    await expect(errors(page)).toContainText(message);
  expect(await seriousFindings(page)).toEqual([]);

  // An invalid image is reported at its field and keeps the input.
  await page.getByLabel("Title").fill(name);
  await page.getByLabel("Description").fill("Ten links, one free.");
  await page.getByLabel("URL").fill("http://127.1/");
  await fileInput(page).setInputFiles(picture("note.png", Buffer.from("no picture")));
  if (!script) await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".field-error").getByText("'note.png' cannot be used.")).toBeVisible();
  await fileInput(page).setInputFiles(picture("offer.png"));
  if (script) await expect(received(page, "offer.png")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errors(page)).toContainText("URL is not valid");
  await expect(page.getByLabel("Title")).toHaveValue(name);
  await expect(received(page, "offer.png")).toBeVisible();
  await page.getByLabel("URL").fill("https://example.com/offer");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/announcements");
  await told(page, "Announcement created successfully");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Visible");
  expect(await seriousFindings(page)).toEqual([]);

  const [first, second] = [await (await anotherBrowser()).newPage(), await (await anotherBrowser()).newPage()];
  for (const other of [first, second]) {
    await signUpAs(other);
    await other.goto("/");
    await expect(announced(other, name)).toContainText("Ten links, one free.");
  }
  const shown = announced(first, name);
  await expect(shown.getByRole("link", { name: /^Read more/ })).toHaveAttribute("href", "https://example.com/offer");
  await expect
    .poll(() =>
      shown
        .locator("img")
        .evaluate((image: HTMLImageElement) => image.naturalWidth)
        .catch(() => 0),
    )
    .toBeGreaterThan(script ? 0 : -1);
  expect(await seriousFindings(first)).toEqual([]);
  await shown.getByRole("button", { name: `Dismiss ${name}` }).click();
  await told(first, "Announcement dismissed");
  await expect(announced(first, name)).toHaveCount(0);
  await first.reload();
  await expect(first.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(announced(first, name)).toHaveCount(0);
  await second.reload();
  await expect(announced(second, name)).toHaveCount(1);

  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByLabel("Until").fill(dayFromNow(-1));
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Save it with this day, although it has passed").check();
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Announcement updated successfully");
  await expect(row).toContainText("Visible, ended");
  await second.reload();
  await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(announced(second, name)).toHaveCount(0);

  await row.locator("summary").click();
  await row.getByRole("link", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`Are you sure you want to delete this announcement: ${name}?`);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await told(page, "Announcement deleted successfully");
  await expect(row).toHaveCount(0);
});

test("lists visible announcements first and keeps the filter in the URL", async ({
  page,
  javaScriptEnabled: script,
}) => {
  await signInAs(page, manager, "/announcements");
  const rows = page.locator("tbody tr");
  await expect(page.getByLabel("Visibility")).toHaveValue("true");
  await expect(rows.filter({ hasText: "Not Visible" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "Ten links, one free" })).toHaveCount(1);
  const choose = async (label: string) => {
    await page.getByLabel("Visibility").selectOption({ label });
    if (!script) await page.getByRole("button", { name: "Apply" }).click();
  };
  await choose("Not Visible");
  await expect(page).toHaveURL(/visible=false/);
  await expect(rows.filter({ hasText: "Draft" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "Ten links, one free" })).toHaveCount(0);
  await choose("All");
  await expect(rows.filter({ hasText: "Draft" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "Ten links, one free" })).toHaveCount(1);
});

test("a concurrent edit is refused and keeps the input", async ({ page, anotherBrowser }) => {
  await signInAs(page, manager, "/announcements?visible=false");
  const other = await (await anotherBrowser()).newPage();
  await signInAs(other, SEEDED.superAdmin, "/announcements?visible=false");
  for (const one of [page, other]) {
    await one
      .getByRole("link", { name: /^Draft/ })
      .first()
      .click();
    await expect(one.getByRole("button", { name: "Save" })).toBeVisible();
  }
  await other.getByLabel("Description").fill("Read once more.");
  await other.getByRole("button", { name: "Save" }).click();
  await told(other, "Announcement updated successfully");
  await page.getByLabel("Description").fill("My own words.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errors(page)).toContainText("This record was changed by someone else. Please reload and try again.");
  await expect(page.getByLabel("Description")).toHaveValue("My own words.");
});

test("staff write a creative and affiliates copy their link from it", async ({
  page,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(150_000);
  const name = `Banner ${crypto.randomUUID().slice(0, 8)}`;
  await signInAs(page, manager, "/creatives");
  await page.getByRole("link", { name: "New Creative" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New Creative" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  for (const message of ["Title is required", "URL is required", "Status is required", "Validity is required"])
    await expect(errors(page)).toContainText(message);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Title").fill(name);
  await page.getByLabel("Description").fill("728 x 90");
  await page.getByLabel("Validity").fill("2031-03-05");
  await page.getByLabel("Status").selectOption("ACTIVE");
  await page.getByLabel("URL").fill("https://example.com/banner");
  await fileInput(page).setInputFiles(picture("banner.png"));
  if (script) await expect(received(page, "banner.png")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/creatives");
  await told(page, "Creative created successfully");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("5 Mar 31");
  expect(await seriousFindings(page)).toEqual([]);

  const affiliate = await (await anotherBrowser()).newPage();
  await signInAs(affiliate, { email: "affiliate@example.com", password: PASSWORD }, "/");
  await affiliate.getByRole("link", { name: "Creatives" }).first().click();
  await expect(affiliate.getByRole("heading", { level: 1, name: "Creatives" })).toBeVisible();
  for (const gone of [affiliate.getByRole("link", { name: "New Creative" }), affiliate.locator("td.table-actions")])
    await expect(gone).toHaveCount(0);
  // INACTIVE and expired ones are hidden (rules.md creatives/hidden).
  await expect(affiliate.getByText("Spring campaign")).toHaveCount(0);
  await expect(affiliate.getByText("Partner page, new words")).toHaveCount(0);
  await affiliate.getByRole("link", { name }).click();
  await expect(affiliate.getByRole("heading", { level: 1, name: "View Creatives" })).toBeVisible();
  await expect(affiliate.getByLabel("Title")).toHaveValue(name);
  for (const field of await affiliate.locator("main input, main textarea").all())
    await expect(field).toHaveAttribute("readonly");
  for (const label of ["Save", "Delete"]) await expect(affiliate.getByRole("button", { name: label })).toHaveCount(0);
  await expect(affiliate.locator("main input[type=file]")).toHaveCount(0);
  const link = affiliate.getByLabel("Your referral link");
  await expect(link).toHaveValue(/\/r\/AFF2026$/);
  expect(await seriousFindings(affiliate)).toEqual([]);
  if (script) {
    await affiliate.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await affiliate.getByRole("button", { name: "Copy" }).click();
    await told(affiliate, "Referral URL copied successfully");
    expect(await affiliate.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
    await affiliate.context().clearPermissions();
    await affiliate.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    });
    await affiliate.getByRole("button", { name: "Copy" }).click();
    await expect(affiliate.getByText("Unable to copy referral URL")).toBeVisible();
  }
  const address = new URL(affiliate.url()).pathname;
  // A forged post redirects home, and a customer without an affiliate record has no menu item.
  const posted = await affiliate.request.post(address, {
    form: { name: "Mine", version: "1" },
    headers: { Origin: new URL(affiliate.url()).origin, "Sec-Fetch-Site": "same-origin" },
    maxRedirects: 0,
  });
  expect([posted.status(), posted.headers().location]).toEqual([303, "/"]);
  const customer = await (await anotherBrowser()).newPage();
  await signUpAs(customer);
  await customer.goto("/");
  await expect(customer.getByRole("link", { name: "Creatives" })).toHaveCount(0);
  await customer.goto(address);
  await expect(customer.getByRole("heading", { level: 1, name: "View Creatives" })).toBeVisible();
  await expect(customer.getByText("Your referral link")).toHaveCount(0);

  await row.getByRole("link", { name }).click();
  // The list has its own Status field.
  await expect(page.getByLabel("Title")).toHaveValue(name);
  await page.getByLabel("Status").selectOption("INACTIVE");
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Creative updated successfully");
  await affiliate.goto(address);
  await expect(affiliate.getByText("404 | Page not found")).toBeVisible();
  await row.locator("summary").click();
  await row.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await told(page, "Creative deleted successfully");
  await expect(row).toHaveCount(0);
});

test("reports have tabs, ranges, pages and a file", async ({ page, javaScriptEnabled: script }) => {
  test.setTimeout(150_000);
  await signInAs(page, { email: "admin@example.com", password: PASSWORD }, "/");
  await page.getByRole("link", { name: "View report" }).first().click();
  await expect(page).toHaveURL("/reports/agents");
  await page.goto("/reports");
  await expect(page).toHaveURL("/reports/agents");
  await expect(page.getByRole("link", { name: "Last 7 days" })).toHaveAttribute("aria-current", "true");
  for (const column of ["Agent Name", "Clients", "Orders", "New Revenue", "Total Revenue"])
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`/reports/clients?fromDate=${dayFromNow(-80)}&toDate=${dayFromNow(0)}`);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(10);
  const first = await rows.first().textContent();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("_data=routes%2F_app.reports")) asked++;
  });
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^11 to 20 of/)).toBeVisible();
  expect(await rows.first().textContent()).not.toBe(first);
  await page.getByLabel("Rows per page").selectOption("25");
  if (!script) await page.locator(".pagination").getByRole("button", { name: "Show" }).click();
  await expect(rows).toHaveCount(25);
  // The rows of one page at a time; without script it is a document.
  expect(asked).toBe(script ? 2 : 0);

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^Report-clients-${dayFromNow(-80)}-to-${dayFromNow(0)}-\\d{8}-\\d{6}\\.xlsx$`),
  );
  const sheet = readSheet(new Uint8Array(await readFile(await file.path())));
  const total = Number(/of ([\d,]+)/.exec((await page.locator(".pagination").textContent()) ?? "")![1]);
  expect(sheet.length - 1).toBe(total);
  if (script) await told(page, "File has been downloaded");

  // The file takes the dates of the pickers, also before they are shown.
  await page.getByLabel("From").fill(dayFromNow(-30));
  const picked = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await picked).suggestedFilename()).toContain(`${dayFromNow(-30)}-to-${dayFromNow(0)}`);
  await page.getByLabel("From").fill("");
  await page.getByRole("button", { name: "Export" }).click();
  await told(page, "Please provide a valid date range to export data");

  await page.getByRole("link", { name: "Clients Comparison" }).click();
  await expect(page.getByText("First range", { exact: true })).toBeVisible();
  await expect(page.getByLabel("From", { exact: true }).nth(0)).toHaveValue(dayFromNow(-14));
  await expect(page.getByLabel("To", { exact: true }).nth(0)).toHaveValue(dayFromNow(-8));
  await expect(page.getByLabel("From", { exact: true }).nth(1)).toHaveValue(dayFromNow(-6));
  await expect(page.getByLabel("To", { exact: true }).nth(1)).toHaveValue(dayFromNow(0));
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Subscriptions" }).last().click();
  await expect(page.getByRole("columnheader", { name: "Churn" })).toBeVisible();
  await page.getByRole("link", { name: "New Clients" }).click();
  await expect(page).toHaveURL("/reports/new-clients");
  // The address changes before the page does.
  await expect(page.getByRole("link", { name: "New Clients" })).toHaveAttribute("aria-current", "page");

  await page.getByLabel("From").fill("2026-05-02");
  await page.getByLabel("To", { exact: true }).fill("2026-05-01");
  await page.getByRole("button", { name: "Show", exact: true }).first().click();
  await expect(page.getByText("The end cannot be before the start")).toBeVisible();
  await expect(page.getByLabel("From")).toHaveValue("2026-05-02");
  await page.getByRole("button", { name: "Export" }).click();
  await told(page, "Please provide a valid date range to export data");

  await page.goto("/reports/other");
  await expect(page.getByRole("heading", { level: 1, name: "Unknown report" })).toBeVisible();
});

test("a Manager has no reports: no menu item, no link, 403", async ({ page, anotherBrowser }) => {
  await signInAs(page, manager, "/");
  await expect(page.getByText("Revenue by Clients")).toBeVisible();
  await expect(page.getByRole("link", { name: "Reports" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View report" })).toHaveCount(0);
  for (const path of ["/reports", "/reports/clients"]) {
    expect((await page.goto(path))?.status()).toBe(403);
    await expect(page.getByRole("heading", { level: 1, name: "You are not allowed to do this" })).toBeVisible();
  }
  // Customers are redirected home.
  const customer = await (await anotherBrowser()).newPage();
  await signInAs(customer, SEEDED.customer);
  for (const path of ["/reports/agents", "/announcements", "/announcements/new", "/creatives/new"]) {
    await customer.goto(path);
    await expect(customer).toHaveURL("/");
  }
});

test("edits an announcement by keyboard alone @script", async ({ page }) => {
  test.setTimeout(120_000);
  const name = `Keys ${crypto.randomUUID().slice(0, 8)}`;
  await signInAs(page, manager, "/announcements/new");
  await typeInto(page, page.getByLabel("Title"), name);
  await typeInto(page, page.getByLabel("Description"), "By keys.");
  await typeInto(page, page.getByLabel("URL"), "https://example.com/keys");
  await tabTo(page, fileInput(page));
  await fileInput(page).setInputFiles(picture("keys.png"));
  await expect(received(page, "keys.png")).toBeVisible();
  await tabTo(page, page.getByRole("radio", { name: "All customers" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Holders of a service" })).toBeChecked();
  await tabTo(page, page.locator(".announcement-services summary"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await told(page, "Announcement created successfully");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Holders of a service");

  await page.goto("/creatives");
  // The focus ring surrounds the whole row.
  await page.locator("tbody a.row-link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Validity")).toBeVisible();
});
