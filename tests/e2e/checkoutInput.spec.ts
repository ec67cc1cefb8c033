import { expect, type Page, type Route } from "@playwright/test";
import { encodeId } from "~/paths";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payButton,
  payWith,
  quantity,
  SEEDED,
  summary,
  told,
  typeCard,
} from "../support/checkoutSteps";
import { docxBytes, pngBytes, xlsxBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const SERVICE = "Guest Posts by Domain Authority";
const errorBox = (page: Page) => page.locator(".form-errors");

test("names every missing field and keeps the selection @twice", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout/);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("3");
  await page.getByLabel("Add-on for DA 20+").selectOption("");
  await page.getByLabel("Phone").fill("+1 555 0100");
  if (script) {
    await expect(payButton(page)).toHaveText(/ \$270\.00( a month)?$/);
    await page.getByLabel("Card number").fill("4242");
    await page.getByLabel("Card number").blur();
    await expect(page.getByText("Your card number is incomplete.")).toBeVisible();
    await payButton(page).click();
    await expect(page.getByText("Your card details are incomplete")).toBeVisible();
    await expect(errorBox(page)).toContainText("Zip Code is required");
    await expect(errorBox(page)).toBeFocused();
    await expect(errorBox(page)).toBeInViewport();
    // A second press repeats the announcement.
    await page.getByLabel("Phone").focus();
    await payButton(page).click();
    await expect(errorBox(page)).toBeFocused();
    await typeCard(page, CARDS.good);
    // Leaving a field validates it without moving the focus.
    await page.getByLabel("City").fill("Rome");
    await page.getByLabel("Postal/Zip Code").focus();
    await expect(page.getByLabel("City")).not.toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Postal/Zip Code")).toBeFocused();
    await page.getByLabel("City").fill("");
    await page.getByLabel("Postal/Zip Code").focus();
    await expect(page.getByLabel("City")).toHaveAccessibleDescription("City is required");
    await expect(page.getByLabel("Postal/Zip Code")).toBeFocused();
  }
  await payButton(page)
    .or(page.getByRole("button", { name: "Place Order" }))
    .click();
  const messages = ["Address is required", "City is required", "Country is required", "Zip Code is required"];
  for (const message of messages) await expect(errorBox(page)).toContainText(message);
  await expect(errorBox(page)).toBeFocused();
  for (const [label, message] of [
    ["Address", "Address is required"],
    ["City", "City is required"],
    ["Country", "Country is required"],
    ["Postal/Zip Code", "Zip Code is required"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
  }
  await expect(quantity(page, "DA 20+")).toHaveValue("3");
  await expect(page.getByLabel("Add-on for DA 20+")).toHaveValue("");
  await expect(page.getByLabel("Phone")).toHaveValue("+1 555 0100");
  await expect(summary(page)).toContainText("Due today$270.00");

  // A link of the summary leads to its field.
  await errorBox(page).getByRole("link", { name: "City" }).click();
  if (script) await expect(page.getByLabel("City")).toBeFocused();
  await fillBilling(page);
  await (script ? payButton(page).click() : payWith(page, CARDS.good, script));
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 27_000, status: "succeeded", account: "regular" }]);
});

test("asks for the quantity together with the other missing fields", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout/);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(errorBox(page)).toContainText("Please choose a quantity of at least one package");
  await expect(errorBox(page)).toContainText("City is required");
  if (!script) return;
  await quantity(page, "DA 20+").fill("1");
  await expect(errorBox(page)).not.toContainText("Please choose a quantity");
  await expect(errorBox(page)).toContainText("City is required");
});

test("a checkout changed after a decline replaces the unpaid order @script", async ({
  page,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal(/\/__stripe\//);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  await payWith(page, CARDS.declined, true);
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await page.getByRole("radio", { name: "One-Time" }).check();
  await quantity(page, "DA 20+").fill("2");
  await payWith(page, CARDS.good, true);
  const { id } = await arrivedAtSuccess(page);
  await page.goto(`/orders/${Buffer.from(id).toString("base64url")}`);
  await expect(page.locator("main")).toContainText("One-Time");
  await page.goto("/orders");
  await expect(page.getByRole("main")).toContainText("Cancelled");
});

test("long package and add-on names fit a narrow page @script", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("1");
  await page.evaluate(() => {
    const long = "Extraordinarily".repeat(6);
    for (const option of document.querySelectorAll(".package option")) option.textContent = long;
    for (const name of document.querySelectorAll(".package strong, .summary-lines li > :first-child"))
      name.textContent = long;
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("rejects an order without a quantity", async ({ page, baseURL, expectRefusal, javaScriptEnabled: script }) => {
  expectRefusal(/\/checkout/);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await expect(summary(page)).toContainText("Choose a quantity to see the price.");
  await fillBilling(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(errorBox(page)).toContainText("Please choose a quantity");
  await expect(errorBox(page)).toBeFocused();
  if (script) {
    await page.getByLabel("City").focus();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(errorBox(page)).toBeFocused();
  }
  await expect(page.getByLabel("City")).toHaveValue("Springfield");
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("answers a tampered total with the real one and creates nothing", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout/);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("3");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(summary(page)).toContainText("Due today$270.00");
  if (script) await typeCard(page, CARDS.good);
  await page.locator("input[name=totalPrice]").evaluate((input: HTMLInputElement) => {
    input.value = "100";
  });
  await payButton(page).click();
  await expect(errorBox(page)).toContainText("The price has changed.");
  await expect(summary(page)).toContainText("Due today$270.00");
  await expect(quantity(page, "DA 20+")).toHaveValue("3");
  const orders = await page.context().newPage();
  await orders.goto("/orders");
  await expect(orders.getByText("No orders yet")).toBeVisible();
  await orders.close();
  // Placing it again charges the amount on the page.
  await expect(page.locator("input[name=totalPrice]")).toHaveValue("27000");
  await (script ? payButton(page).click() : payWith(page, CARDS.good, script));
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 27_000, status: "succeeded", account: "regular" }]);
});

test("the stepper never goes below 0", async ({ page, javaScriptEnabled: script }) => {
  await page.goto(await checkoutOf(page, SERVICE));
  await page.getByRole("button", { name: "Fewer: Quantity of DA 20+" }).click();
  await expect(quantity(page, "DA 20+")).toHaveValue("0");
  for (let pressed = 0; pressed < 2; pressed++)
    await page.getByRole("button", { name: "More: Quantity of DA 20+" }).click();
  await expect(quantity(page, "DA 20+")).toHaveValue("2");
  await page.getByRole("button", { name: "Fewer: Quantity of DA 20+" }).click();
  await expect(quantity(page, "DA 20+")).toHaveValue("1");
  await expect(page).toHaveURL(/\/checkout$/);
  if (script) await expect(summary(page)).toContainText("Due today$90.00");
});

/** A paid order of one Niche Edit at $70, on its success page. */
async function paidOrder(page: Page, script: boolean) {
  await page.goto(await checkoutOf(page, "Niche Edits"));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(payButton(page)).toHaveText(/ \$70\.00( a month)?$/);
  await payWith(page, CARDS.good, script);
  return await arrivedAtSuccess(page);
}

test("shows 'Invalid Order' without an order of the visitor's own", async ({
  page,
  baseURL,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout\/success|\/uploads/);
  await enterAsNewCustomer(page, baseURL!);
  const order = await paidOrder(page, script);
  await page.goto(`/checkout/success?orderId=${encodeId(order.id)}&details=nothing`);
  await expect(page.getByText("Unknown Tab")).toBeVisible();

  const other = await (await anotherBrowser()).newPage();
  await enterAsNewCustomer(other, baseURL!);
  for (const query of [
    "",
    "?orderId=",
    "?orderId=%25%25",
    `?orderId=${encodeId("01ARZ3NDEKTSV4RRFFQ69G5FAV")}`,
    `?orderId=${encodeId(order.id)}`,
  ]) {
    const answer = await other.goto(`/checkout/success${query}`);
    expect(answer!.status(), query).toBe(404);
    await expect(other.getByRole("heading", { level: 1, name: "Invalid Order" })).toBeVisible();
  }
  await other.getByRole("link", { name: "View your orders" }).click();
  await expect(other).toHaveURL("/orders");
});

test("incomplete project details keep the input and the uploaded file", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout\/success|\/uploads/);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(payButton(page)).toHaveText(/ \$90\.00( a month)?$/);
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  await page.getByRole("link", { name: "Fill in manually" }).click();

  // An image with a document's file name is refused.
  await page.getByLabel("Topic ideas").fill("Trail shoes in winter");
  await page.getByLabel("Target URL").fill("https://example.com/shoes");
  await page
    .getByLabel("Brief")
    .setInputFiles({ name: "holiday.docx", mimeType: "application/octet-stream", buffer: Buffer.from(pngBytes()) });
  await page.getByRole("button", { name: "Save" }).click();
  // With script a file is refused when it is chosen.
  await expect(page.getByLabel("Brief")).toHaveAccessibleDescription(/'holiday\.docx' cannot be used/);
  if (!script) await expect(errorBox(page)).toContainText("holiday.docx");
  await expect(page.getByLabel("Topic ideas")).toHaveValue("Trail shoes in winter");
  await expect(page.getByLabel("Target URL")).toHaveValue("https://example.com/shoes");

  const brief = Buffer.from(docxBytes());
  await page
    .getByLabel("Brief")
    .setInputFiles({ name: "brief.docx", mimeType: "application/octet-stream", buffer: brief });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toContainText("Anchor text is required");
  await expect(errorBox(page)).not.toContainText("holiday.docx");
  await expect(page.getByLabel("Anchor text")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Topic ideas")).toHaveValue("Trail shoes in winter");
  await expect(page.getByRole("list", { name: "Already received" })).toContainText("brief.docx");
  if (!script) await expect(page.getByRole("list", { name: "Already received" })).toContainText("already received");

  await page.getByLabel("Anchor text").fill("winter running shoes");
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Project details added successfully. Redirecting to order details.");
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  await expect(page.getByText("Trail shoes in winter")).toBeVisible();
  await expect(page.getByText("winter running shoes")).toBeVisible();
  const file = await page.request.get(
    (await page.getByRole("link", { name: "brief.docx", exact: true }).getAttribute("href"))!,
  );
  expect((await file.body()).equals(brief)).toBe(true);
});

test("accepts one document instead of the form and activates the order", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout\/success|\/uploads/);
  await enterAsNewCustomer(page, baseURL!);
  const order = await paidOrder(page, script);
  await page.getByRole("link", { name: "Upload a file" }).click();
  await expect(page.getByRole("link", { name: "Download the template" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toContainText("Project file is required");
  await page
    .getByLabel("Project file")
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from(pngBytes()) });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Project file")).toHaveAccessibleDescription(/'photo\.png' cannot be used/);
  if (!script) await expect(errorBox(page)).toContainText("photo.png");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Upload a file" }).click();
  await page
    .getByLabel("Project file")
    .setInputFiles({ name: "project.xlsx", mimeType: "application/octet-stream", buffer: Buffer.from(xlsxBytes()) });
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Project details added successfully. Redirecting to order details.");
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  await expect(page.locator("main .status").first()).toHaveText("Active");
  await expect(page.getByRole("link", { name: "project.xlsx", exact: true })).toBeVisible();
});

test("reports an invalid number at its field and keeps the file", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout\/success|\/uploads/);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Local Citation Building"));
  await quantity(page, "25 Citations").fill("1");
  await quantity(page, "50 Citations").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(payButton(page)).toHaveText(/ \$235\.00( a month)?$/);
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  await page.getByRole("link", { name: "Fill in manually" }).click();
  for (const name of ["25 Citations", "50 Citations"]) {
    const part = page.getByRole("group", { name });
    await part.getByLabel("Business name").fill(`Bakery ${name}`);
    await part.getByLabel("Full address").fill("12 Example Street");
    await part.getByLabel("Phone").fill("555 0100");
    await part.getByLabel("Year founded").fill(name.startsWith("25") ? "2015" : "2e3");
  }
  const [first, second] = ["25 Citations", "50 Citations"].map((name) => page.getByRole("group", { name }));
  await second!.getByLabel("Opening hours").setInputFiles({
    name: "hours.xlsx",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(xlsxBytes()),
  });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(second!.getByLabel("Year founded")).toHaveAccessibleDescription(/Year founded must be a number/);
  await expect(first!.getByLabel("Year founded")).not.toHaveAttribute("aria-invalid");
  await expect(first!.getByLabel("Business name")).toHaveValue("Bakery 25 Citations");
  await expect(page.getByRole("list", { name: "Already received" })).toContainText("hours.xlsx");
  await second!.getByLabel("Year founded").fill("2000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  await expect(page.locator("main .status").first()).toHaveText("Active");
  await expect(page.getByRole("link", { name: "hours.xlsx", exact: true })).toBeVisible();
});

test("tells the buyer about service changes before payment", async ({
  page,
  request,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  expectRefusal(/\/checkout/);
  const { jwtToken } = await (await request.post("/api/user/signIn", { data: SEEDED.manager })).json();
  const call = async (path: string, data: object) => {
    const answer = await request.post(`/api${path}`, { data, headers: { Authorization: `Bearer ${jwtToken}` } });
    expect(answer.status()).toBe(200);
    return await answer.json();
  };
  const asSold = {
    name: "Changing Retainer",
    paymentTypes: ["SUBSCRIPTION", "DIRECT"],
    orderDuration: 1,
    frequency: "MONTH",
    visibility: false,
  };
  const { _id } = await call("/service/serviceDetail", asSold);
  const sold = await call("/service/serviceOption", { serviceId: _id, name: "Basic", price: 100 });
  await call("/service/serviceOption", { serviceId: _id, name: "Large", price: 900 });
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(`/services/${encodeId(_id)}/checkout`);
  await quantity(page, "Large").fill("1");
  await fillBilling(page);
  if (script) await typeCard(page, CARDS.good);
  else await page.getByRole("button", { name: "Update total" }).click();
  await expect(summary(page)).toContainText("Occurs every 1 month");
  await expect(payButton(page)).toHaveText(/ \$900\.00( a month)?$/);

  await call("/service/serviceDetail", { ...asSold, _id, frequency: "WEEK" });
  await payButton(page).click();
  await expect(errorBox(page)).toContainText("The renewal interval has changed: Occurs every 1 week.");
  await expect(summary(page)).toContainText("Occurs every 1 week");

  await call("/service/serviceDetail", { ...asSold, _id, frequency: "WEEK", paymentTypes: ["DIRECT"] });
  await payButton(page).click();
  await expect(errorBox(page)).toContainText("This payment type is not available for the service");

  // Deletes the preceding package and raises this one's price: the selection must not change.
  await request.delete(`/api/service/serviceOption?serviceOptionId=${sold.serviceOptionId}&serviceId=${_id}`, {
    headers: { Authorization: `Bearer ${jwtToken}` },
  });
  const { serviceOptions } = await (await request.get(`/api/service/fullDetail?id=${_id}`)).json();
  await call("/service/serviceOption", { ...serviceOptions[0], serviceId: _id, price: 950 });
  await payButton(page).click();
  await expect(errorBox(page)).toContainText("The price has changed.");
  await expect(quantity(page, "Large")).toHaveValue("1");
  await expect(payButton(page)).toHaveText(/ \$950\.00( a month)?$/);
  await payWith(page, CARDS.good, script);
  expect(await chargesOf((await arrivedAtSuccess(page)).id)).toMatchObject([{ amount: 950_00, status: "succeeded" }]);
});

for (const [modules, answer] of [
  ["missing", (route: Route) => route.fulfill({ status: 404 })],
  ["hanging", () => {}],
] as const)
  test(`with ${modules} modules the checkout updates its total and pays @script`, async ({
    page,
    baseURL,
    expectRefusal,
  }) => {
    expectRefusal(/\/assets\//);
    await enterAsNewCustomer(page, baseURL!);
    const path = await checkoutOf(page, "Niche Edits");
    await page.route("**/assets/**.js", answer);
    await page.goto(path, { waitUntil: "commit" });
    await quantity(page, "DA 20+").fill("1");
    await fillBilling(page);
    const update = page.getByRole("button", { name: "Update total" });
    await expect(update).toBeVisible();
    await update.click({ noWaitAfter: true });
    await expect(summary(page)).toContainText("Due today$70");
    await expect(page.getByText("You enter your card on the next page.")).toBeVisible();
    await payWith(page, CARDS.good, false);
    const order = await arrivedAtSuccess(page);
    expect(await chargesOf(order.id)).toMatchObject([{ amount: 70_00, status: "succeeded" }]);
  });

test("modules that arrive late give the checkout its script back @script", async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/**.js", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(await checkoutOf(page, "Niche Edits"), { waitUntil: "commit" });
  await quantity(page, "DA 20+").fill("2");
  const update = page.getByRole("button", { name: "Update total" });
  await expect(update).toBeVisible();
  arrive();
  await expect(update).toBeHidden();
  await expect(payButton(page)).toHaveText(/ \$140\.00( a month)?$/);
  await expect(page.locator("#card-field[data-state=ready]")).toBeVisible();
});
