import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  fillBilling,
  payWith,
  quantity,
  SEEDED,
  told,
} from "../support/checkoutSteps";
import { newPerson, seriousFindings, signInAs, signOut, signUpAs } from "../support/e2e";
import { tabTo } from "../support/keyboard";
import { readSheet } from "../support/readSheet";
import { test } from "../support/watchedTest";

const SERVICE = "Niche Edits";

async function statistic(page: Page, label: string) {
  const card = page
    .locator("dl[aria-label='Statistics'] > div")
    .filter({ has: page.getByText(label, { exact: true }) });
  return Number((await card.locator("dd").first().innerText()).replace(/[$,]/g, ""));
}

async function statistics(page: Page) {
  await page.goto("/affiliate");
  await expect(page.getByRole("heading", { level: 1, name: "Affiliate Program" })).toBeVisible();
  return {
    visitors: await statistic(page, "Visitors"),
    signUps: await statistic(page, "Sign-ups"),
    clients: await statistic(page, "Clients"),
    totalOrderValue: await statistic(page, "Total order value"),
  };
}

test("shows whole amounts on a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, SEEDED.affiliate, "/affiliate");
  const figures = page.locator("dl[aria-label='Statistics'] .lead");
  await expect(figures.first()).toBeVisible();
  const lines = await figures.evaluateAll((all) =>
    all.map((one) => Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight))),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
});

test("attributes an order to the link that the visitor followed", async ({
  page,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(180_000);
  const person = newPerson({ firstName: "Vera", lastName: `Visitor${Date.now()}` });
  const affiliate = await (await anotherBrowser()).newPage();
  await signInAs(affiliate, SEEDED.affiliate, "/affiliate");
  const before = await statistics(affiliate);
  const link = await affiliate.getByLabel("Referral URL").inputValue();
  expect(new URL(link).pathname).toBe("/r/AFF2026");

  const checkout = await checkoutOf(page, SERVICE);
  await page.goto(`${new URL(link).pathname}?p=${encodeURIComponent(checkout)}`);
  await expect(page).toHaveURL((url) => url.pathname === checkout);
  for (const path of ["/developers", "/signin", "/password/reset", "/signin/link"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await signUpAs(page, person);
  expect((await page.context().cookies()).filter(({ name }) => name === "click")).toEqual([]);
  await page.goto(checkout);
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);

  // A queue writes the visit.
  await expect.poll(async () => (await statistics(affiliate)).visitors).toBeGreaterThan(before.visitors);
  expect(await statistics(affiliate)).toEqual({
    visitors: before.visitors + 1,
    signUps: before.signUps + 1,
    clients: before.clients + 1,
    totalOrderValue: before.totalOrderValue + 70,
  });
  const words = "less than a day before the sign-up";
  const row = affiliate.getByRole("table", { name: "Referrals" }).getByRole("row").filter({ hasText: person.lastName });
  await expect(row).toContainText(`Vera${person.lastName}`);
  await expect(row).toContainText("Active");
  await expect(row).toContainText(words);
  // The row shows four facts about a person and never their address.
  expect(await affiliate.content()).not.toContain(person.email);

  await signOut(affiliate);
  await signInAs(affiliate, SEEDED.manager, `/orders/${Buffer.from(order.id).toString("base64url")}`);
  await expect(affiliate.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
  const source = affiliate.locator("section.card").filter({ has: affiliate.getByRole("heading", { name: "Source" }) });
  await expect(source).toContainText("Alex Rivera");
  await expect(source).toContainText(`Landed on${checkout}`);
  await expect(source).toContainText(words);
  await affiliate
    .getByRole("link", { name: `Vera ${person.lastName}` })
    .first()
    .click();
  const came = affiliate
    .locator("section.card")
    .filter({ has: affiliate.getByRole("heading", { name: "How this client found us" }) });
  await expect(came).toContainText("AFF2026");
  await expect(came).toContainText(words);
  await came.getByRole("link", { name: "Alex Rivera" }).click();
  await expect(affiliate.getByRole("heading", { level: 1, name: /^Alex Rivera/ })).toBeVisible();
});

test("ignores an affiliate's own link and clicks of staff", async ({ page }) => {
  await signInAs(page, SEEDED.affiliate, "/affiliate");
  await signOut(page);
  await page.goto("/r/AFF2026?p=/signup");
  const own = await signUpAs(page, newPerson({ lastName: `Own${Date.now()}` }));
  await signOut(page);
  await page.context().clearCookies({ name: "affiliate" });

  await signInAs(page, SEEDED.manager);
  await page.goto("/r/AFF2026");
  expect((await page.context().cookies()).filter(({ name }) => name === "click")).toEqual([]);
  await signOut(page);
  const staffs = await signUpAs(page, newPerson({ lastName: `Staffs${Date.now()}` }));
  await signOut(page);

  await signInAs(page, SEEDED.manager, `/clients?lastName=${own.lastName}`);
  await page.locator("tbody .row-link").click();
  await expect(page.getByText("Flagged", { exact: true })).toBeVisible();
  await expect(
    page.getByText(/Flagged: the link was opened in a browser where the affiliate had signed in$/),
  ).toBeVisible();
  await page.goto(`/clients?lastName=${staffs.lastName}`);
  await page.locator("tbody .row-link").click();
  await expect(page.getByText("Signed up without a referral link")).toBeVisible();
});

test("shows the programme to affiliates only", async ({ page, context, expectRefusal, javaScriptEnabled: script }) => {
  expectRefusal(/\/affiliate\?/);
  await signInAs(page, SEEDED.affiliate, "/");
  await page.getByRole("link", { name: "Affiliate", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Affiliate Program" })).toBeVisible();
  const field = page.getByLabel("Referral URL");
  await expect(field).toHaveAttribute("readonly");
  const copy = page.getByRole("button", { name: "Copy link" });
  if (script) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await copy.click();
    await told(page, "Referral URL copied successfully");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field.inputValue());
  } else await expect(copy).toBeHidden();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByText("Show as table").click();
  const days = page.getByRole("table", { name: "Visitors, sign-ups and earnings by day" });
  const day = async (label: string) =>
    Date.parse(await page.getByLabel(label, { exact: true }).inputValue()) / 86_400_000;
  const shown = (await day("To")) - (await day("From")) + 1;
  expect([89, 90, 91, 92]).toContain(shown);
  await expect(days.locator("tbody tr")).toHaveCount(shown);
  await page.getByRole("link", { name: "Sign-ups", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign-ups by day" })).toBeVisible();
  await page.getByRole("link", { name: "Last 7 days" }).click();
  await expect(page.getByRole("list", { name: /by day$/ }).getByRole("listitem")).toHaveCount(7);

  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await page.getByRole("region", { name: "Date range" }).getByRole("button", { name: "Show" }).click();
  await expect(page.locator(".field-error")).toHaveText("Choose a range of at most 3 months");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("2026-01-01");

  await page.goto("/affiliate");
  await page.getByRole("link", { name: "Commissions", exact: true }).click();
  await expect(page.getByLabel("Created from")).toBeVisible();
  await expect(page).toHaveTitle(/^Your commissions \|/);
  await page.getByLabel("Created from").fill("2020-01-01");
  await page.getByLabel("Created to").fill("2020-01-02");
  if (!script) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No commissions in this date range")).toBeVisible();
  await signOut(page);

  await signInAs(page, SEEDED.customer, "/");
  await page.getByRole("link", { name: "Affiliate", exact: true }).click();
  await expect(page.getByText("Your account is not enabled for the affiliate programme.")).toBeVisible();
  await signOut(page);
  await signInAs(page, SEEDED.manager);
  await page.goto("/affiliate");
  await expect(page).toHaveURL((url) => url.pathname === "/");
});

test("selects text that cannot be copied @script", async ({ page }) => {
  await signInAs(page, SEEDED.affiliate, "/");
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.goto("/affiliate");
  await page.getByRole("button", { name: "Copy link" }).click();
  await told(page, "Unable to copy referral URL");
  const selected = () => page.evaluate(() => document.getSelection()?.toString());
  expect(await selected()).toBe(await page.getByLabel("Referral URL").inputValue());
});

test("staff filter and export the traffic logs", async ({ page, javaScriptEnabled: script }) => {
  await signInAs(page, SEEDED.manager, "/");
  await page.getByRole("link", { name: "Traffic Logs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Traffic Logs" })).toBeVisible();
  const rows = page.getByRole("table", { name: "Traffic Logs" }).locator("tbody tr");
  await expect(rows).toHaveCount(10);
  await expect(rows.getByText("Bot", { exact: true })).toHaveCount(0);
  const total = async () =>
    Number(/of ([\d,]+)/.exec(await page.locator(".pagination").innerText())![1]!.replace(",", ""));
  const people = await total();
  const apply = async () => {
    if (!script) await page.getByRole("button", { name: "Apply" }).click();
  };
  await page.getByLabel("Visitors").selectOption("Bots");
  await apply();
  await expect(rows.getByText("Bot", { exact: true })).toHaveCount(10);
  const bots = await total();
  await page.getByLabel("Visitors").selectOption("People and bots");
  await apply();
  await expect.poll(total).toBe(people + bots);
  await page.getByLabel("Affiliate Code").fill("summer");
  await apply();
  await expect(page.getByText("No visits match")).toBeVisible();
  await page.getByLabel("Affiliate Code").fill("summer-sale");
  await apply();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Nobody");
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page.getByLabel("Affiliate Code")).toHaveValue("");
  await expect(rows).toHaveCount(10);
  // A press expands the text that its column cuts off.
  const cut = rows.locator("summary", { hasText: "Mozilla" }).first();
  const hidden = () => cut.evaluate((text) => text.scrollWidth > text.clientWidth);
  expect(await hidden()).toBe(true);
  await cut.click();
  await expect.poll(hidden).toBe(false);
  await page.getByLabel("Affiliate Name").fill("alex ri");
  await apply();
  await expect(page.getByRole("link", { name: /Remove filter Affiliate Name/ })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^TrafficLogs-\d{8}-\d{6}\.xlsx$/);
  const sheet = readSheet(new Uint8Array(await readFile(await download.path())));
  expect(sheet[0]!.slice(0, 4)).toEqual(["Affiliate ID", "Affiliate Name", "Affiliate Code", "Created Time"]);
  expect(sheet.slice(1).every((line) => line[1] === "Alex Rivera" && line[2] === "AFF2026")).toBe(true);
  expect(sheet.length - 1).toBe(await total());
});

test("uses the programme by keyboard alone @script", async ({ page }) => {
  await signInAs(page, SEEDED.affiliate, "/affiliate");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await tabTo(page, page.getByLabel("Referral URL"));
  await tabTo(page, page.getByRole("link", { name: "Last 7 days" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Last 7 days" })).toHaveAttribute("aria-current", "true");
  await tabTo(page, page.getByRole("link", { name: "Earnings", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Earnings by day" })).toBeVisible();
  await tabTo(page, page.getByRole("list", { name: "Earnings by day" }).getByRole("link").first());
  await page.keyboard.press("End");
  await expect(page.getByRole("list", { name: "Earnings by day" }).getByRole("link").last()).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "Commissions", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Created from")).toBeVisible();
});
