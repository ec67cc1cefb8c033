import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { told } from "../support/checkoutSteps";
import { clientField, pickClient } from "../support/clientPicker";
import { PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { readSheet } from "../support/readSheet";
import { test } from "../support/watchedTest";

const asStaff = (page: Page) => signInAs(page, { email: "manager@example.com", password: PASSWORD });

test("the first view lists orders that need action; customers have theirs", async ({ page }) => {
  await asStaff(page);
  await page.goto("/orders");
  const views = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  await expect(views).toHaveText(["Needs work", "Overdue", "Due today", "All orders"]);
  await expect(views.last()).toHaveAttribute("aria-current", "page");
  await page.getByText("More filters").click();
  // Both ends of the range stay on one line at every width.
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 390) await page.getByText("Filters", { exact: true }).click();
    // The browser moves the scrolled page while it takes its new width, even between two measurements.
    await expect(async () => {
      const [from, to] = await page
        .getByLabel(/^(From|To)$/)
        .evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().toJSON() as DOMRect));
      expect([width, to!.y]).toEqual([width, from!.y]);
      expect(to!.x).toBeGreaterThan(from!.right);
      expect(to!.right).toBeLessThanOrEqual(width);
    }).toPass({ timeout: 30_000 });
  }
  await views.first().click();
  await expect(page).toHaveURL(/status=Active&status=Working/);
  await expect(page.getByRole("navigation", { name: "Views" }).getByRole("link").first()).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.locator("tbody .status", { hasText: /^(?!Active|Working)/ })).toHaveCount(0);
});

test("a customer's first view needs their input and has no staff tools", async ({ page }) => {
  await signInAs(page, { email: "customer@example.com", password: PASSWORD });
  await page.goto("/orders");
  await page.getByRole("link", { name: "Needs your input" }).click();
  await expect(page).toHaveURL(/status=Inputs_Required/);
  await expect(page.locator("tbody tr").first()).toBeVisible();
  await expect(
    page.locator("tbody .status", { hasText: /^(?!Inputs Required|Abandoned Checkout|Payment Failed)/ }),
  ).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Create Order" })).toHaveCount(0);
  for (const address of ["/orders/new", "/orders/new/clients?text=ex"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/$/);
  }
});

test("lists invalid URL filters, which one press removes", async ({ page }) => {
  await asStaff(page);
  await page.goto("/orders?status=Nonsense&dateField=createdTime&from=2026-02-01&to=2026-01-05");
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("link");
  await expect(chips.filter({ hasText: "Created: 01/02/2026 to 05/01/2026 (From is after To)" })).toHaveCount(1);
  await chips.filter({ hasText: 'Status: "Nonsense" was not understood' }).click();
  await expect(page).toHaveURL(/\?dateField=createdTime&from=2026-02-01&to=2026-01-05$/);
  await expect(chips).toHaveCount(1);
});

test("draws further filters when asked or set, and keeps what was typed @twice", async ({
  page,
  javaScriptEnabled,
}) => {
  await asStaff(page);
  await page.goto("/orders");
  const service = page.getByRole("group", { name: "Service", exact: true });
  await expect(service).toHaveCount(0);
  await page.getByLabel("Client Name").fill("an");
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(service).toBeVisible();
  await expect(page).toHaveURL(/clientName=an&filters=more/);
  await expect(page.getByLabel("Client Name")).toHaveValue("an");
  await page.getByRole("link", { name: "Fewer filters" }).click();
  await expect(service).toHaveCount(0);
  await expect(page).toHaveURL(/clientName=an$/);
  await page.goto("/orders?status=Working&assignedToAdminId=none&dateField=createdTime&from=2020-01-01&to=2099-12-31");
  await expect(service).toBeVisible();
  await page.getByRole("link", { name: /Remove filter Assigned/ }).click();
  await expect(page).not.toHaveURL(/assignedToAdminId/);
  // The fields are drawn again together with the chips.
  await expect(page.getByRole("link", { name: /Remove filter Assigned/ })).toHaveCount(0);
  await expect(page.getByLabel("From")).toHaveValue("2020-01-01");
  if (!javaScriptEnabled) return;
  // Emptying the last of them leaves them open.
  await page.getByLabel("From").fill("");
  await page.getByLabel("To", { exact: true }).fill("");
  await expect(page).not.toHaveURL(/from=|to=/);
  await expect(service).toBeVisible();
});

test("staff filter by service, assignee and completion, sort, and clear", async ({ page, javaScriptEnabled }) => {
  await asStaff(page);
  await page.goto("/orders");
  await page.getByText("More filters").click();
  await page.getByLabel("Date", { exact: true }).selectOption("Completed");
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2099-12-31");
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("link", { name: "Completed: 01/01/2020 to 31/12/2099" })).toBeVisible();
  await expect(page.locator("tbody tr").first()).not.toContainText("N/A");
  const newest = await page.locator("tbody tr").first().textContent();
  await page.getByRole("link", { name: /Created Date/ }).click();
  await expect(page).toHaveURL(/sort=createdTime.asc/);
  await expect(page.locator("tbody tr").first()).not.toHaveText(newest!);
  await page.getByRole("link", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/orders\??$/);
});

test("exports the filtered list and shows the progress", async ({ page, javaScriptEnabled }) => {
  await asStaff(page);
  await page.goto("/orders?status=Completed&size=100");
  const listed = await page.locator("tbody tr").count();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^Orders-\d{8}-\d{6}\.xlsx$/);
  const rows = readSheet(new Uint8Array(await readFile(await download.path())));
  expect(rows[0]).toEqual([
    "Service Details",
    "Order ID",
    "Client Name",
    "Amount",
    "Created Date",
    "Completed Date",
    "Assigned",
    "Status",
    "Due Date",
    "Tags",
    "Priority",
    "Email",
    "Company",
    "Packages",
    "Coupon",
    "Refunded",
    "Payment Type",
  ]);
  expect(rows.length - 1).toBeGreaterThanOrEqual(listed);
  expect(new Set(rows.slice(1).map((row) => row[7]))).toEqual(new Set(["Completed"]));
  await expect(page.locator("tbody tr").first()).toContainText(String(rows[1]![1]));
  if (!javaScriptEnabled) return;
  await expect(
    page.getByText("Please wait while we prepare the data. Your file will be downloaded any moment"),
  ).toBeVisible();
  await expect(page.getByText("File has been downloaded")).toBeVisible();
});

test("a failed export says so and leaves the list as it is @script", async ({ page, expectRefusal }) => {
  await asStaff(page);
  await page.goto("/orders");
  expectRefusal(/orders\/export/);
  await page.route("**/orders/export*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("An error occurred while exporting")).toBeVisible();
  await expect(page.getByText(/Your file will be downloaded/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
});

async function chooseService(page: Page, javaScriptEnabled: boolean | undefined, index = 1) {
  await page.getByLabel("Service", { exact: true }).selectOption({ index });
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Show packages" }).click();
  await expect(page.getByLabel(/^Quantity of/).first()).toBeVisible();
}

test("staff create a manual order that is paid", async ({ page, javaScriptEnabled }) => {
  await asStaff(page);
  await page.goto("/orders");
  await page.getByRole("link", { name: "Create Order" }).click();
  await expect(page.getByRole("heading", { name: "Create Order", level: 1 })).toBeVisible();
  const create = page.getByRole("button", { name: "Create", exact: true });
  await expect(create).toBeDisabled();
  await pickClient(page, "ex", javaScriptEnabled);
  await chooseService(page, javaScriptEnabled);
  await page
    .getByRole("button", { name: /^More: Quantity of/ })
    .first()
    .click();
  await page
    .getByRole("button", { name: /^More: Quantity of/ })
    .first()
    .click();
  await expect(page.getByLabel(/^Quantity of/).first()).toHaveValue("2");
  const total = await page.locator(".summary-total strong").textContent();
  expect(total).not.toBe("$0.00");
  await expect(create).toBeEnabled();
  await page.getByLabel("Paid date").fill("2026-01-15");
  await page.getByLabel("Transaction details").fill("Wire transfer 4711");
  expect(await seriousFindings(page)).toEqual([]);
  const formKey = page.locator("[name=checkoutKey]");
  const key = await formKey.inputValue();
  await create.click();
  await told(page, "Order created successfully");
  await expect(page).toHaveURL(/\/orders\/[A-Za-z0-9_-]+$/);
  await expect(page.getByText("Wire transfer 4711").first()).toBeVisible();
  await expect(page.getByText(total!).first()).toBeVisible();
  // Going back for the next order opens a new form.
  await page.goBack();
  await expect(formKey).not.toHaveValue(key);
  await page.goto("/orders");
  await expect(page.locator("tbody tr").first()).toContainText(total!);
});

test("names each missing field and keeps the input", async ({ page, javaScriptEnabled, expectRefusal }) => {
  expectRefusal(/orders\/new/);
  await asStaff(page);
  await page.goto("/orders/new");
  await chooseService(page, javaScriptEnabled, 2);
  await page
    .getByLabel(/^Quantity of/)
    .first()
    .fill("3");
  await page.getByLabel("Paid date").fill("");
  await page.getByLabel("Transaction details").fill("Kept");
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Update total" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Select a client").first()).toBeVisible();
  await expect(page.getByText("Paid date is required").first()).toBeVisible();
  await expect(page.getByLabel("Transaction details")).toHaveValue("Kept");
  await expect(page.getByLabel(/^Quantity of/).first()).toHaveValue("3");
  expect(await seriousFindings(page)).toEqual([]);
});

test("the client search debounces and drops older searches @script", async ({ page }) => {
  await asStaff(page);
  await page.goto("/orders/new");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/orders/new/clients")) asked.push(new URL(request.url()).searchParams.get("text")!);
  });
  const search = clientField(page);
  await search.pressSequentially("e");
  await search.pressSequentially("xample", { delay: 20 });
  await expect(page.getByText(/^(First )?\d+ clients? found/)).toBeVisible();
  expect(asked).toEqual(["example"]);
  await search.fill("nobody at all");
  await expect(page.getByText("No clients found")).toBeVisible();
  await search.fill("n");
  await expect(page.getByText("No clients found")).toHaveCount(0);
  expect(asked).toEqual(["example", "nobody at all"]);
});

test("the client combobox works by keyboard and Enter never posts @script", async ({ page }) => {
  await asStaff(page);
  await page.goto("/orders/new");
  const client = clientField(page);
  await expect(client).toHaveRole("combobox");
  await client.pressSequentially("ex");
  const options = page.getByRole("listbox", { name: "Matches" }).getByRole("option");
  await expect(options.first()).toBeVisible();
  await expect(client).toHaveAttribute("aria-expanded", "true");
  expect(await options.count()).toBeLessThanOrEqual(20);
  await client.press("Enter");
  await client.press("ArrowDown");
  await client.press("ArrowDown");
  await client.press("ArrowUp");
  const active = page.getByRole("listbox", { name: "Matches" }).getByRole("option", { selected: true });
  await expect(client).toHaveAttribute("aria-activedescendant", (await active.getAttribute("id"))!);
  expect(await seriousFindings(page)).toEqual([]);
  await client.press("Escape");
  await expect(client).toHaveAttribute("aria-expanded", "false");
  await client.press("ArrowUp");
  const last = options.last();
  await expect(last).toHaveAttribute("aria-selected", "true");
  const [name = ""] = (await last.innerText()).split("\n");
  await client.press("Enter");
  await expect(client).toHaveValue(name);
  await expect(page.locator("input[name=clientId]")).toHaveValue(/./);
  // Other text is another search: nothing is chosen.
  await client.press("Backspace");
  await expect(page.locator("input[name=clientId]")).toHaveValue("");
  await client.press("Enter");
  // The list opens after the form would have been sent.
  await client.press("ArrowUp");
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/\/orders\/new$/);
  await expect(page.getByText("Select a client")).toHaveCount(0);
});

test("shows every message of the form, also for a forged post", async ({ page, baseURL }) => {
  await asStaff(page);
  const answer = await page.request.post("/orders/new", {
    form: { intent: "create", checkoutKey: "form-of-nobody", totalPrice: "0" },
    headers: { Origin: baseURL! },
  });
  expect(answer.status()).toBe(400);
  const html = await answer.text();
  for (const text of [
    "Select a client",
    "Select a service",
    "Paid date is required",
    "Transaction details are required",
  ])
    expect(html).toContain(text);
});
