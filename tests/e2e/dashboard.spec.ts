import { expect, type Page } from "@playwright/test";
import { SEEDED } from "../support/checkoutSteps";
import { forgetSession, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const DAY_MS = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const spoken = (text: string) => text.split("-").reverse().join("/");
const card = (page: Page, name: string) =>
  page.locator("section.card", { has: page.getByRole("heading", { name, exact: true }) });
const cents = (text: string | null) => Math.round(Number(text?.replace(/[^\d.-]/g, "")) * 100);

/** Requests the figures of these days like the form does. */
async function show(page: Page, from: string, to: string) {
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Show" }).click();
}

test("shows the last seven days and keeps the range in the URL", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/");
  const revenue = card(page, "Revenue");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(day(-6));
  await expect(revenue).toContainText(`${spoken(day(-6))} – ${spoken(day(0))} (UTC)`);
  await expect(page.getByRole("list", { name: "Revenue by day" }).getByRole("link")).toHaveCount(7);

  await page.getByRole("link", { name: "Last 30 days" }).click();
  await expect(revenue).toContainText(spoken(day(-29)));
  await expect(page.getByRole("link", { name: "Last 30 days" })).toHaveAttribute("aria-current", "true");
  await expect(revenue).toContainText(/[+−]\d.* (more|less) than the 30 days before/);

  await show(page, day(-40), day(-21));
  await expect(page).toHaveURL(new RegExp(`fromDate=${day(-40)}&toDate=${day(-21)}`));
  await expect(revenue).toContainText(`${spoken(day(-40))} – ${spoken(day(-21))} (UTC)`);
  await expect(page.getByRole("list", { name: "Revenue by day" }).getByRole("link")).toHaveCount(20);
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(day(-40));
});

test("the table lists the days of the chart and adds up to the total", async ({ page }) => {
  await signInAs(page, SEEDED.manager, "/");
  await page.getByRole("link", { name: "Last 3 months" }).click();
  await expect(page.getByRole("link", { name: "Last 3 months" })).toHaveAttribute("aria-current", "true");
  await page.getByText("Show as table").click();
  const table = page.getByRole("table", { name: "Revenue by day" });
  await expect(table).toBeVisible();
  const amounts = await table.locator("tbody td").allTextContents();
  const total = await card(page, "Revenue").locator(".lead").textContent();
  expect(amounts.reduce((sum, amount) => sum + cents(amount), 0)).toBe(cents(total));
  const bars = page.getByRole("list", { name: "Revenue by day" }).getByRole("link");
  expect((await bars.allTextContents()).map((text) => text.replace(/^\S+ /, ""))).toEqual(amounts);
});

test("a bar shows its day on hover and focus, and links to it", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/");
  const yesterday = page.getByRole("list", { name: "Revenue by day" }).getByRole("link").nth(5);
  const tip = yesterday.locator(".bar-chart-tip");
  await expect(tip).toHaveCSS("opacity", "0");
  await yesterday.hover();
  await expect(tip).toHaveCSS("opacity", "1");
  await expect(tip).toContainText(spoken(day(-1)));
  await page.mouse.move(0, 0);
  await yesterday.focus();
  // Makes the browser treat the next focus as a keyboard focus.
  await page.keyboard.press("Shift");
  await expect(tip).toHaveCSS("opacity", "1");
  const amount = (await tip.locator("strong").textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`fromDate=${day(-1)}&toDate=${day(-1)}`));
  await expect(card(page, "Revenue").locator(".lead")).toHaveText(amount);
});

test("arrow keys move along the bars, which are one Tab stop @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/");
  const bars = page.getByRole("list", { name: "Revenue by day" }).getByRole("link");
  await expect(bars.nth(1)).toHaveAttribute("tabindex", "-1");
  await page.getByRole("button", { name: "Show" }).focus();
  await page.keyboard.press("Tab");
  await expect(bars.first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(bars.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(bars.last()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(bars.last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("summary", { hasText: "Show as table" })).toBeFocused();
});

test("rejects more than three months and keeps the range", async ({ page, expectRefusal }) => {
  expectRefusal(/fromDate=/);
  await signInAs(page, SEEDED.manager, "/");
  await show(page, day(-120), day(0));
  await expect(page.getByText("Choose a range of at most 3 months")).toBeVisible();
  await expect(page.getByLabel("To", { exact: true })).toHaveAccessibleDescription(
    "Choose a range of at most 3 months",
  );
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(day(-120));
  await expect(card(page, "Revenue")).toHaveCount(0);
  await show(page, day(0), day(-1));
  await expect(page.getByText("The end cannot be before the start")).toBeVisible();
  await show(page, day(-80), day(0));
  await expect(card(page, "Revenue")).toBeVisible();
});

test("Managers see neither agents nor the comparison", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/");
  for (const name of ["Revenue by Agents", "Revenue by Clients", "Order Status", "Clients Comparison", "Refund Report"])
    await expect(card(page, name)).toBeVisible();
  await forgetSession(page);
  await signInAs(page, SEEDED.manager, "/");
  for (const name of ["Revenue by Clients", "Order Status", "Refund Report"])
    await expect(card(page, name)).toBeVisible();
  for (const name of ["Revenue by Agents", "Clients Comparison"]) await expect(card(page, name)).toHaveCount(0);
  await page.getByRole("link", { name: "Last 30 days" }).click();
  await expect(card(page, "Revenue")).toContainText("the 30 days before");
  const completed = card(page, "Order Status").getByRole("listitem").filter({ hasText: "Completed" });
  const count = (await completed.locator(".number").textContent()) ?? "";
  await completed.getByRole("link").click();
  await expect(page).toHaveURL(/\/orders\?status=Completed&dateField=createdTime/);
  await expect(page.locator(".pagination")).toContainText(`of ${count}`);
});

test("a customer sees what needs their attention first", async ({ page }) => {
  await signInAs(page, { email: "ruby.walker@example.com", password: SEEDED.customer.password });
  await page.goto("/");
  const waiting = card(page, "Needs your input 1");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/^Needs your input/);
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask for a strategy" })).toBeVisible();
  await waiting.getByRole("link", { name: /^Add details to order \d+$/ }).click();
  await expect(page.locator(".page-header .status")).toHaveText("Inputs Required");
});
