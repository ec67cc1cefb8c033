import { expect, type Page } from "@playwright/test";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  enterAsNewCustomer,
  fillBilling,
  payWith,
  quantity,
  told,
} from "../support/checkoutSteps";
import { fillSignIn, forgetSession, mailThat, PASSWORD, seriousFindings, signInOnScreen } from "../support/e2e";
import { test } from "../support/ownPortal";
import { hasPoppler, textOfPdf } from "../support/poppler";
import { setUpToken } from "../support/setUp";

test.use({ portalEnv: { SEED: "none" }, actionTimeout: 20_000 });

const OWNER = { firstName: "Mira", lastName: "Stone", email: "mira@acme.example", password: PASSWORD };
const ACCENT = "#0f766e";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const updated = (page: Page) => told(page, "Updated successfully");
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent-9"));
/** Opens a step of 'First steps' by its button. */
async function openStep(page: Page, button: string) {
  await page.goto("/settings/first-steps");
  await page.getByRole("main").getByRole("link", { name: button, exact: true }).click();
}

/** A picture of one color, drawn by the browser. */
async function aLogo(page: Page) {
  const canvas = await page.context().newPage();
  await canvas.setViewportSize({ width: 280, height: 56 });
  const buffer = await canvas.screenshot({ type: "png" });
  await canvas.close();
  return { name: "logo.png", mimeType: "image/png", buffer };
}

test("an empty portal takes its first paid order under its own brand @twice", async ({
  page,
  portal,
  baseURL,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(180_000);

  await page.goto(`/setup?token=${setUpToken(portal)}`);
  await expect(heading(page, "Set up your portal")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("First name").fill(OWNER.firstName);
  await page.getByLabel("Last name").fill(OWNER.lastName);
  await page.getByLabel("Email").fill(OWNER.email);
  await asksBeforeLeaving(page, "setup/FirstAdminForm");
  await page.getByRole("button", { name: "Create account" }).click();
  await told(page, `We sent a link to ${OWNER.email}. Open it to choose your password.`);
  const invitation = await mailThat(OWNER.email, ({ subject }) => subject.startsWith("Welcome"));
  await page.goto(/\/password\/reset\/\S+/.exec(invitation.text)![0]);
  await page.getByLabel("New password").fill(OWNER.password);
  await page.getByLabel("Confirm password").fill(OWNER.password);
  await page.getByRole("button", { name: "Set Password" }).click();
  await expect(page.getByText("Your account is ready")).toBeVisible();
  await page.goto("/signin?redirectUrl=/settings/first-steps");
  await fillSignIn(page, OWNER);
  await expect(heading(page, "First steps")).toBeVisible();
  await expect(page.getByText("0 of 8 done")).toBeVisible();

  await openStep(page, "Edit brand");
  await page.locator("input[name=name]").fill("Acme Links");
  await page.locator("input[name=accent]").fill(ACCENT);
  await page.getByLabel("Logo on light").setInputFiles(await aLogo(page));
  await save(page);
  await updated(page);
  expect(await accentOf(page)).toBe(ACCENT);
  await openStep(page, "Edit contact");
  await page.getByLabel("Support address").fill("help@acme.example");
  await save(page);
  await updated(page);
  await openStep(page, "Edit company");
  await page.getByLabel("Invoice prefix").fill("ACME-");
  await page.locator("input[name='issuers.US.name']").fill("Acme Links LLC");
  await save(page);
  await updated(page);
  await page.goto("/settings/email");
  await page.getByRole("link", { name: "Receipt", exact: true }).click();
  await page.locator("input[name=subject]").fill("Acme thanks you for order {{orderNumber}}");
  await page.locator("textarea").fill("{{greeting}}\n\nyour links are on their way.\n\n{{items}}\n\n{{nextStep}}");
  await save(page);
  await updated(page);
  await page.goto("/settings/first-steps");
  await page.getByRole("button", { name: "Send test email" }).click();
  await told(page, `Test email sent to ${OWNER.email}`);
  await mailThat(OWNER.email, ({ subject }) => subject === "Acme Links: test email");

  await page.getByRole("button", { name: "Guest posts" }).click();
  await told(page, "Service created. Check its packages and prices.");
  await page.getByRole("link", { name: "Service", exact: true }).click();
  await page.getByLabel("Visible in the catalog").check();
  await save(page);
  await told(page, "Service updated successfully");
  // It is open, and stays so.
  await openStep(page, "Edit shop");
  await save(page);
  await updated(page);
  await page.goto("/settings/first-steps");
  await expect(page.getByText("6 of 8 done")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await forgetSession(page);

  await page.goto("/signin");
  const logo = page.getByRole("img", { name: "Acme Links" });
  await expect(logo).toHaveAttribute("src", /^\/files\//);
  expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(280);
  expect(await accentOf(page)).toBe(ACCENT);

  const buyer = await enterAsNewCustomer(page, baseURL!);
  await page.goto("/services");
  const details = await page.locator("main a[href$='/details']").first().getAttribute("href");
  await page.goto(details!.replace(/\/details$/, "/checkout"));
  await expect(heading(page, "Guest posts")).toBeVisible();
  await quantity(page, "DR 30+").fill("2");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await payWith(page, CARDS.good, Boolean(script));
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 240_00, status: "succeeded", account: "regular" }]);

  const receipt = await mailThat(buyer.email, ({ subject }) => subject === `Acme thanks you for order ${order.number}`);
  expect(receipt.text).toContain("your links are on their way.");
  expect(receipt.html).toContain(ACCENT);
  expect(receipt.attachments).toMatchObject([{ filename: expect.stringMatching(/^Invoice-ACME-\d+\.pdf$/) }]);
  await page.goto("/orders");
  await page.goto((await page.locator(".row-link").first().getAttribute("href"))!);
  await expect(heading(page, `Order ${order.number}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Invoice ACME-\d+$/ })).toBeVisible();
  const href = await page.getByRole("link", { name: "Download PDF" }).getAttribute("href");
  const pdf = await page.request.get(href!);
  expect(pdf.headers()["content-disposition"]).toMatch(/filename="Invoice-ACME-\d+\.pdf"/);
  if (hasPoppler) {
    const text = textOfPdf(await pdf.body());
    expect(text).toMatch(/ACME-\d+/);
    expect(text).toContain("Acme Links LLC");
  }

  // The first message of the card provider ticks the step of payments.
  const owner = await (await anotherBrowser()).newPage();
  await signInOnScreen(owner, OWNER, "/settings/first-steps");
  await expect(async () => {
    await owner.goto("/settings/first-steps");
    await expect(owner.getByText("7 of 8 done")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});
