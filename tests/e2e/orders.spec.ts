import { expect, type Page } from "@playwright/test";
import { told } from "../support/checkoutSteps";
import { test } from "../support/watchedTest";

async function signIn(page: Page, email: string) {
  await page.goto("/signin");
  await page.getByLabel("Email").fill(email);
  await page.locator("input[name=password]").fill("Portal#2026");
  await page.getByRole("button", { name: "SIGN IN" }).click();
  await expect(page).not.toHaveURL(/signin/);
}

async function openFirst(page: Page, list: string, service = "") {
  await page.goto(list);
  const href = await page.locator(".row-link").filter({ hasText: service }).first().getAttribute("href");
  const path = href!.split("?")[0]!;
  await page.goto(path);
  return path;
}

test("staff filter the list, and the URL holds the filters", async ({ page, javaScriptEnabled }) => {
  await signIn(page, "manager@example.com");
  await page.goto("/orders");
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  const choices = page.getByRole("group", { name: "Status" }).locator("summary");
  await choices.click();
  await page.getByLabel("Completed", { exact: true }).check();
  await choices.click();
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=Completed/);
  await expect(page.getByRole("link", { name: "Status: Completed" })).toBeVisible();
  await expect(page.locator("tbody .status")).toHaveText(Array.from({ length: 10 }, () => "Completed"));
  await page.getByRole("link", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/orders\??$/);
});

test("Unassigned clears the other users immediately @script", async ({ page }) => {
  await signIn(page, "manager@example.com");
  await page.goto("/orders");
  await page.getByText("More filters").click();
  const users = page.getByRole("group", { name: "Assigned User" });
  await users.locator("summary").click();
  await users.getByRole("checkbox").nth(1).check();
  await expect(page).toHaveURL(/assignedToAdminId=(?!none)/);
  await users.getByLabel("Unassigned").check();
  await expect(page).toHaveURL(/assignedToAdminId=none$/);
  await expect(users.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(page.locator("tbody tr").first()).toContainText("Unassigned");
});

test("staff save steps, assignee and notes of an order", async ({ page }) => {
  await signIn(page, "manager@example.com");
  const path = await openFirst(page, "/orders?status=Working&size=100");
  const notes = `Checked at ${Date.now()}`;
  await page.getByLabel("Notes").fill(notes);
  await page.getByLabel("Assigned").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Order updated successfully");
  await page.goto(path);
  await expect(page.getByLabel("Notes")).toHaveValue(notes);
  await expect(page.getByLabel("Assigned")).not.toHaveValue("none");
});

test("refuses a save over someone else's and keeps the input", async ({ page, context, expectRefusal }) => {
  expectRefusal(/\/orders\//);
  await signIn(page, "manager@example.com");
  const path = await openFirst(page, "/orders?status=Active&size=100");
  const other = await context.newPage();
  await other.goto(path);
  await other.getByLabel("Notes").fill(`Mine was first, at ${Date.now()}`);
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await told(other, "Order updated successfully");
  await page.getByLabel("Notes").fill("Mine was later");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("This record was changed by someone else. Please reload and try again.").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Notes")).toHaveValue("Mine was later");
});

test("cancelling asks for a reason, a SuperAdmin takes it back", async ({ page, javaScriptEnabled }) => {
  await signIn(page, "superadmin@example.com");
  const path = await openFirst(page, "/orders?status=Working&size=100&page=1");
  await page.getByLabel("Status", { exact: true }).selectOption("Cancelled");
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`${path}/cancel`);
  await expect(page.getByText("Are you sure you want to cancel this order?")).toBeVisible();
  await expect(page.getByText(/stays paid unless you tick the refund|is not refunded when you cancel/)).toBeVisible();
  await page.getByLabel("Reason").fill("Ordered twice");
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByText("This order is cancelled")).toBeVisible();
  await expect(page.getByText("Ordered twice")).toBeVisible();
  await page.getByRole("link", { name: "Reopen order" }).click();
  await page.getByLabel("Reason").fill("Not twice after all");
  await page.getByRole("button", { name: "Reopen order" }).click();
  await expect(page.getByText("This order is cancelled")).toHaveCount(0);
  await expect(page.locator(".page-header .status")).toHaveText("Working");
});

test("arrow keys step past Cancelled, and Enter on it asks for the reason @script", async ({ page }) => {
  await signIn(page, "manager@example.com");
  const path = await openFirst(page, "/orders?status=Working&size=100&page=1");
  const status = page.getByLabel("Status", { exact: true });
  await status.focus();
  const steps = await status.locator("option").count();
  for (let step = 1; step < steps; step++) await page.keyboard.press("ArrowDown");
  await expect(status).toHaveValue("Cancelled");
  await page.keyboard.press("ArrowUp");
  await expect(status).toHaveValue("Completed");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${path}/cancel`);
  await expect(page.getByText("Are you sure you want to cancel this order?")).toBeVisible();
});

test("a tick includes the earlier steps, without script after saving", async ({ page, javaScriptEnabled }) => {
  await signIn(page, "manager@example.com");
  // Not every service has steps.
  await openFirst(page, "/orders?status=Active&size=100", "Guest Posts by Domain Authority");
  const steps = page.getByRole("group", { name: "Steps done" }).getByRole("checkbox");
  // Unticking a step keeps only the earlier ones.
  await steps.first().uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Order updated successfully");
  await expect(steps.nth(1)).not.toBeChecked();
  await steps.nth(1).check();
  if (javaScriptEnabled) await expect(steps.nth(0)).toBeChecked();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Order updated successfully");
  await expect(steps.nth(0)).toBeChecked();
  await expect(steps.nth(1)).toBeChecked();
  // The last completed step is drawn as the current one.
  await expect(page.locator(".stepper [aria-current=step]")).toHaveText(/\(done\)$/);
  await expect(page.locator(".stepper .done")).toHaveCount(2);
});

test("a customer sees only own orders and no staff tools", async ({ page, browser, baseURL }) => {
  await signIn(page, "customer@example.com");
  await expect(page.getByRole("heading", { name: /^Welcome,/ })).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(5);
  await page.getByRole("link", { name: "Show More" }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.locator("tbody tr").nth(5)).toBeVisible();
  await expect(page.getByText("Client Name")).toHaveCount(0);
  const own = await openFirst(page, "/orders?status=Working");
  await expect(page).toHaveTitle(/^Order \d+ \|/);
  const facts = page.getByRole("complementary", { name: "Order information" });
  await expect(facts.getByText("Your manager")).toBeVisible();
  await expect(page.getByLabel("Notes")).toHaveCount(0);
  await expect(facts.getByText("N/A")).toHaveCount(0);
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await expect(page).toHaveTitle(/^Reports of order \d+ \|/);
  expect((await page.goto(`${own}/cancel`))!.url()).toBe(`${baseURL}/`);
  const unpaid = await openFirst(page, "/orders?status=Abandoned_Checkout");
  await expect(page.getByRole("link", { name: "Resume payment" })).toHaveAttribute("href", `${unpaid}/pay`);

  const stranger = await browser.newPage({ baseURL });
  await signIn(stranger, "affiliate@example.com");
  for (const path of [own, "/orders/zzz", `/orders/${btoa("01J0000000000000000000000A").replace(/=+$/, "")}`]) {
    const answer = await stranger.goto(path);
    expect(answer!.status(), path).toBe(404);
    await expect(stranger.getByText("404 | Page not found")).toBeVisible();
  }
  await stranger.close();
});
