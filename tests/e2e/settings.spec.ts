import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payWith,
  quantity,
  summary,
  told,
} from "../support/checkoutSteps";
import { forgetSession, mailThat, PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

// Not the portal of other files: it gets another language, a tax and other order numbers.

const SUPER_ADMIN = { email: "superadmin@example.com", password: PASSWORD };
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

/** A picture of one colour, drawn by the browser. */
async function aPicture(page: Page, type: "image/png" | "image/webp", [width, height]: readonly [number, number]) {
  const canvas = await page.context().newPage();
  await canvas.setViewportSize({ width, height });
  const buffer = await canvas.screenshot({ type: "png" });
  await canvas.close();
  return { name: `logo.${type === "image/png" ? "png" : "webp"}`, mimeType: type, buffer };
}

test("a super admin gives the portal a name, a logo and a colour", async ({ page, expectRefusal }, info) => {
  expectRefusal(/\/settings\/brand|\/uploads/);
  await signInAs(page, SUPER_ADMIN, "/settings");
  await page.getByRole("main").getByRole("link", { name: "Brand", exact: true }).click();
  await expect(heading(page, "Brand")).toBeVisible();
  await page.getByLabel("Name").fill("Acme Links");
  const accentField = page.locator("input[name=accent]");
  await accentField.fill("teal");
  await page
    .getByLabel("Logo on light")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  // With script the file is sent when it is chosen.
  if (info.project.name !== "script") await save(page);
  await expect(page.getByText("'logo.svg' cannot be used. Allowed types: .png, .webp").first()).toBeVisible();
  const empty = { name: "logo.png", mimeType: "image/png", buffer: Buffer.alloc(0) };
  await page.getByLabel("Logo on light").setInputFiles(empty);
  if (info.project.name !== "script") await save(page);
  await expect(page.getByLabel("Logo on light")).toHaveAccessibleDescription(/'logo\.png' is empty/);
  if (info.project.name === "script") {
    await page.getByRole("button", { name: "Remove logo.png" }).press("Enter");
    await save(page);
  }
  await expect(accentField).toHaveAccessibleDescription(/Enter a color as # and six digits/);
  await expect(accentField).toHaveValue("teal");
  await expect(page.getByLabel("Name")).toHaveValue("Acme Links");
  await accentField.fill("#0f766e");
  await page.getByLabel("Logo on light").setInputFiles(await aPicture(page, "image/png", [280, 56]));
  await save(page);
  await told(page, "Updated successfully");
  await expect(page.getByRole("banner").getByRole("img", { name: "Acme Links" })).toBeVisible();
  await expect(page).toHaveTitle("Brand | Acme Links");
  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent-9"));
  expect(await accent()).toBe("#0f766e");
  expect(await seriousFindings(page)).toEqual([]);
  await forgetSession(page);
  await page.goto("/signin");
  const logo = page.getByRole("img", { name: "Acme Links" });
  await expect(logo).toHaveAttribute("src", /^\/files\//);
  expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(280);
  expect(await accent()).toBe("#0f766e");
});

test("adds a link, and says which address is not secure", async ({ page, expectRefusal }) => {
  expectRefusal(/\/settings\/contact/);
  await signInAs(page, SUPER_ADMIN, "/settings/contact");
  await page.getByRole("button", { name: "Add claim" }).click();
  await page.getByRole("textbox", { name: "Claim 3" }).fill("Links that stay");
  await page.getByRole("textbox", { name: "Address 1" }).first().fill("http://agency.com");
  await save(page);
  await expect(page.getByText("Enter an address that starts with https://").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Address 1" }).first().fill("https://agency.com/facebook");
  await save(page);
  await told(page, "Updated successfully");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Facebook" })).toHaveAttribute(
    "href",
    "https://agency.com/facebook",
  );
  expect(await seriousFindings(page)).toEqual([]);
});

test("sets a holiday and the next order number", async ({ page, expectRefusal }) => {
  expectRefusal(/\/settings\/orders/);
  await signInAs(page, SUPER_ADMIN, "/settings/orders");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByLabel("Date 1").fill("2040-12-25");
  await page.getByLabel("Name 1").fill("Christmas");
  const next = page.getByLabel("Number of the next order");
  await next.fill("1");
  await save(page);
  // Other tests of this portal give numbers too.
  const refusal = await page
    .getByText(/Enter \d+ or higher/)
    .first()
    .textContent();
  await next.fill(/Enter (\d+)/.exec(refusal!)![1]!);
  await save(page);
  await told(page, "Updated successfully");
  await expect(page.getByLabel("Name 1")).toHaveValue("Christmas");
  expect(await seriousFindings(page)).toEqual([]);
});

test("sets how notices reach clients, and switches sign-in links off", async ({ page }) => {
  await signInAs(page, SUPER_ADMIN, "/settings/notices");
  await page.getByLabel("A report is ready").first().selectOption("email");
  await save(page);
  await told(page, "Updated successfully");
  await expect(page.getByLabel("A report is ready").first()).toHaveValue("email");
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto("/settings/security");
  await page.getByLabel("Email sign-in links").uncheck();
  await page.getByLabel("Days in all").fill("14");
  await save(page);
  await told(page, "Updated successfully");
  expect(await seriousFindings(page)).toEqual([]);
  await forgetSession(page);
  await page.goto("/signin/link");
  await expect(page).toHaveURL("/signin");
  await expect(page.getByRole("button", { name: "Email me a sign-in link" })).toHaveCount(0);
});

test("checks the card accounts, names statements and exports everything", async ({ page, expectRefusal }) => {
  expectRefusal(/\/settings\/(payments|data)/);
  await signInAs(page, SUPER_ADMIN, "/settings/payments");
  await expect(page.getByText("Card sandbox (custom) (acct_sandbox_custom)")).toBeVisible();
  const text = page.getByLabel("Text of the regular account");
  await text.fill("SEVENTEEN LETTERS");
  await save(page);
  await expect(page.getByText(/Shorten this by 1:/).first()).toBeVisible();
  await expect(text).toHaveValue("SEVENTEEN LETTERS");
  await text.fill("GUEST POSTS");
  await save(page);
  await told(page, "Updated successfully");
  await expect(page.getByText("TEST* GUEST POSTS")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto("/settings/data");
  await page.getByLabel("Read notifications in days").fill("29");
  await save(page);
  await expect(page.getByText("Enter a number of days between 30 and 365").first()).toBeVisible();
  await page.getByLabel("Read notifications in days").fill("60");
  await save(page);
  await told(page, "Updated successfully");
  await page.getByRole("button", { name: "Export everything" }).click();
  await told(page, "Export started");
  const part = page.getByRole("link", { name: /^everything-\d{8}-part-1\.zip$/ });
  await expect(async () => {
    await page.goto("/settings/data");
    await expect(part).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  expect(await seriousFindings(page)).toEqual([]);
  const saved = page.waitForEvent("download");
  await part.click();
  expect((await saved).suggestedFilename()).toMatch(/^everything-/);
});

test("a tax is added at its country's checkout in the agency's language", async ({
  page,
  baseURL,
  javaScriptEnabled: script,
  expectRefusal,
}) => {
  expectRefusal(/\/settings\/company/);
  await signInAs(page, SUPER_ADMIN, "/settings/company");
  await page.getByRole("button", { name: "Add tax" }).click();
  await page.getByLabel("Name 1").fill("VAT");
  await page.getByLabel("Percent 1").fill("19");
  await page.getByLabel("Charge 1").selectOption("added");
  await page.getByLabel("Countries 1").fill("Atlantis");
  await save(page);
  await expect(page.getByText("We do not know the country Atlantis").first()).toBeVisible();
  await page.getByLabel("Countries 1").fill("LI");
  await save(page);
  await told(page, "Updated successfully");
  await expect(page.getByLabel("Countries 1")).toHaveValue("Liechtenstein");
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto("/settings/brand");
  await page.getByLabel("Language of dates").selectOption("de");
  await save(page);
  await told(page, "Updated successfully");
  await forgetSession(page);

  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
  await quantity(page, "DA 20+").fill("2");
  await fillBilling(page);
  await expect(summary(page).getByText("VAT 19%")).toHaveCount(0);
  await page.getByLabel("Country").selectOption("Liechtenstein");
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(summary(page).getByText("VAT 19%")).toBeVisible();
  const due = await summary(page).locator(".summary-total strong").textContent();
  expect(due).toMatch(/^\$[\d.]+,\d\d$/);
  await payWith(page, CARDS.good, script);
  const { id } = await arrivedAtSuccess(page);
  await expect(page.getByText("VAT 19%")).toBeVisible();
  expect(await chargesOf(id)).toMatchObject([{ amount: Number(due!.replace(/\D/g, "")), status: "succeeded" }]);
});

test("clients are imported from a CSV file and invited once", async ({ page, expectRefusal }, info) => {
  expectRefusal(/\/settings\/import/);
  await signInAs(page, SUPER_ADMIN, "/settings/import");
  const ada = `ada-${info.project.name}@example.com`;
  const csv = (text: string) => ({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const preview = page.getByRole("button", { name: "Preview" });
  await page.getByLabel("List", { exact: true }).fill("Email,Name");
  await page.getByLabel("Upload a CSV file").setInputFiles(csv("%PDF-1.7"));
  await preview.click();
  await expect(page.getByLabel("Upload a CSV file")).toHaveAccessibleDescription(/clients\.csv is not a CSV file/);
  await expect(page.getByLabel("List", { exact: true })).toHaveValue("Email,Name");
  const rows = `Email,Name,Company\n${ada},Ada Example,"Ada & Sons, Ltd"\nno address,Bo Example,\ncustomer@example.com,Known Client,`;
  await page.getByLabel("Upload a CSV file").setInputFiles(csv(rows));
  await preview.click();
  await expect(page.getByText("1 client to import. 1 client known and left out.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^3 no address Please provide a valid email/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^4 customer@example\.com/ })).toBeVisible();
  await expect(page.getByLabel("List", { exact: true })).toHaveValue(rows);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Send an invitation").check();
  await page.getByRole("button", { name: "Import 1 client" }).click();
  await told(page, "1 imported and invited, 1 known and left out");
  const mail = await mailThat(ada, ({ subject }) => subject.startsWith("Welcome"));
  expect(mail.text).toMatch(/\/password\/reset\/\S+/);
  await page.goto("/settings/import");
  await page.getByLabel("List", { exact: true }).fill(rows);
  await preview.click();
  await expect(page.getByText("0 clients to import. 2 clients known and left out.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import / })).toHaveCount(0);
});

test("sends everyone but super admins away from the settings", async ({ page }) => {
  for (const email of ["admin@example.com", "customer@example.com"]) {
    await signInAs(page, { email, password: PASSWORD }, "/settings/brand");
    await expect(page).toHaveURL("/");
    await forgetSession(page);
  }
  await page.goto("/settings");
  await expect(page).toHaveURL("/signin?redirectUrl=%2Fsettings");
});
