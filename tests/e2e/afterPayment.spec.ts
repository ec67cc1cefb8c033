import { expect, type Page, type Route } from "@playwright/test";
import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  orderRows,
  payButton,
  payWith,
  quantity,
  skipDetails,
  summary,
  told,
  typeCard,
} from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { test } from "../support/watchedTest";

const SERVICE = "Niche Edits";
const CONFIRM = /\/__stripe\/v1\/payment_intents\/[^/]+\/confirm/;
const PAID_ONCE = [{ amount: 7_000, status: "succeeded", account: "regular" }];

/** A filled-in checkout of one DA 20+ for $70 by a new customer, with its card when script runs. */
async function filledCheckout(page: Page, script: boolean, query = "") {
  const path = await checkoutOf(page, SERVICE);
  await page.goto(path + query);
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (script) await typeCard(page, CARDS.good);
  else await page.getByRole("button", { name: "Update total" }).click();
  await expect(summary(page)).toContainText("Due today$70.00");
  return path;
}

/** Runs `work` after the charge and before its response reaches the page. */
async function onCharge(page: Page, work: () => Promise<unknown>) {
  await page.route(CONFIRM, async (route) => {
    const response = await route.fetch();
    await work();
    await route.fulfill({ response });
  });
}

const refuseModules = (page: Page) => page.route("**/assets/**.js", (route) => route.abort());

/** Simulates another build, which has none of the modules that this page names. */
const deployAnotherBuild = (page: Page) => page.route("**/assets/**.js", (route) => route.fulfill({ status: 404 }));

const silence = (route: string, times: number) =>
  controlPort().sandbox("fault", { account: "regular", route, kind: "drop_before", times });

const successfulCharges = async () =>
  (await controlPort().ledger<LedgerEntry>()).entries.filter(
    ({ kind, status }) => kind === "charge" && status === "succeeded",
  ).length;

/** The number in a sentence of the page. */
async function numberIn(page: Page, sentence: RegExp) {
  const text = (await page.getByText(sentence).first().textContent()) ?? "";
  return /order (\d+)/i.exec(text)![1]!;
}

test("reaches the success page when modules fail after the charge @script", async ({
  page,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal(/\/assets\//);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  await onCharge(page, () => refuseModules(page));
  await payButton(page).click();
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual(PAID_ONCE);
});

test("reaches the success page after a deployment during checkout @script", async ({
  page,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal(/\/assets\//);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  await deployAnotherBuild(page);
  await payButton(page).click();
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual(PAID_ONCE);
});

test("a resumed payment succeeds without modules @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(/\/assets\/|\/__stripe\//);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  await payWith(page, CARDS.declined, true);
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await page.goto("/orders");
  await orderRows(page).getByRole("link", { name: "Resume payment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Resume payment" })).toBeVisible();
  await typeCard(page, CARDS.good);
  await deployAnotherBuild(page);
  await onCharge(page, () => refuseModules(page));
  await payButton(page).click();
  const order = await arrivedAtSuccess(page);
  expect((await chargesOf(order.id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
});

test("waits for the connection after the charge, then continues @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(/./);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  const before = await successfulCharges();
  const cut = (route: Route) => route.abort("internetdisconnected");
  await onCharge(page, () => page.route(/^(?!.*__stripe)/, cut));
  await payButton(page).click();
  const news = page.getByRole("alert").filter({ hasText: "Your card was charged" });
  await expect(news).toContainText(/Order \d+/);
  await expect(news).toContainText("Do not pay again");
  await expect(payButton(page)).toHaveCount(0);
  await page.unroute(/^(?!.*__stripe)/, cut);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual(PAID_ONCE);
  expect(await successfulCharges()).toBe(before + 1);
});

test("pays once when the response to the charge is lost @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(CONFIRM);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  await page.route(CONFIRM, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payButton(page).click();
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual(PAID_ONCE);
});

test("waits with the order number when the portal answers 503 @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(/\/orders\//);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  const fail = (route: Route) => route.fulfill({ status: 503, body: "Service unavailable" });
  await page.route(/\/(orders|checkout)\/(?!.*__stripe)/, fail);
  await payButton(page).click();
  const news = page.getByRole("alert").filter({ hasText: "Your card was charged" });
  await expect(news).toContainText(/Order \d+/);
  await page.unroute(/\/(orders|checkout)\/(?!.*__stripe)/, fail);
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual(PAID_ONCE);
});

test("pages say that the payment is being confirmed during an outage", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  expectRefusal(/\/(orders|checkout)\//);
  await enterAsNewCustomer(page, baseURL!);
  const checkout = await filledCheckout(page, script);
  // Holds the webhook, which would settle the order first.
  await controlPort().sandbox("hold");
  const route = script ? "GET /v1/payment_intents/:id" : "GET /v1/checkout/sessions/:id";
  // The portal retries three times a page; blocks the page's own polling, which would use up the outage.
  const asked = /\/orders\/[^/]+\/payment/;
  const stillPending = (look: Route) => look.fulfill({ json: { paid: false, pending: true } });
  await page.route(asked, stillPending);
  if (script) {
    await onCharge(page, () => silence(route, 18));
    await payButton(page).click();
  } else {
    await payButton(page).click();
    await typeCard(page, CARDS.good);
    await silence(route, 18);
    await payButton(page).click();
  }
  const heading = page.getByRole("heading", { level: 1, name: "Your payment is being confirmed" });
  await expect(heading).toBeVisible();
  const number = await numberIn(page, /Order \d+/);
  await expect(page.getByText("Do not pay again.")).toBeVisible();
  const success = page.url();

  await page.goto(checkout, { waitUntil: "commit" });
  await expect(page.getByText(`Your payment for order ${number} is being confirmed`)).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);

  await page.getByRole("link", { name: "View order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
  await expect(page.getByText("We are checking your payment")).toBeVisible();
  await expect(page.getByRole("link", { name: "Resume payment" })).toHaveCount(0);

  await page.goto(`${page.url().split("?")[0]}/pay`, { waitUntil: "commit" });
  await expect(page.getByText("We are checking your payment")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);

  await page.goto(success, { waitUntil: "commit" });
  await page.unroute(asked, stillPending);
  // The page polls until the provider answers.
  await expect(page.getByRole("heading", { level: 1, name: "Thank you for your order" })).toBeVisible({
    timeout: 100_000,
  });
  const order = await arrivedAtSuccess(page);
  expect(order.number).toBe(number);
  await controlPort().sandbox("release");
  expect(await chargesOf(order.id)).toEqual(PAID_ONCE);
});

test("a paid checkout says so and starts a new order only on request", async ({
  page,
  baseURL,
  javaScriptEnabled: script = true,
}) => {
  await enterAsNewCustomer(page, baseURL!);
  const checkout = await filledCheckout(page, script, "?utm_source=spring");
  if (script) await payButton(page).click();
  else await payWith(page, CARDS.good, false);
  const order = await arrivedAtSuccess(page);

  const notice = page.getByText(`You paid order ${order.number} `);
  if (script) {
    await page.goBack();
    await expect(notice).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await page.reload();
    await expect(notice).toBeVisible();
    // The purchase stays known in its tab; another visit starts a new one after ten minutes.
    await controlPort().moveClock({ advanceMs: 11 * 60_000 });
    await page.reload();
    await expect(notice).toBeVisible();
    await page.goto(checkout);
    await expect(quantity(page, "DA 20+")).toBeVisible();
    await controlPort().moveClock({ advanceMs: -11 * 60_000 });
  }
  await page.goto(`${checkout}?utm_source=spring`);
  await expect(notice).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole("link", { name: "View order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();

  await page.goto(`${checkout}?utm_source=spring`);
  await page.getByRole("link", { name: "Order again" }).click();
  await expect(page).toHaveURL(/utm_source=spring/);
  await quantity(page, "DA 20+").fill("1");
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await payWith(page, CARDS.good, script);
  const second = await arrivedAtSuccess(page);
  expect(second.number).not.toBe(order.number);
  expect(await chargesOf(second.id)).toEqual(PAID_ONCE);
  expect(await chargesOf(order.id)).toEqual(PAID_ONCE);
});

test("a second tab asks before it pays for the same", async ({
  page,
  context,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  expectRefusal(/\/checkout/);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, script);
  const second = await context.newPage();
  await filledCheckout(second, script);
  if (script) await payButton(page).click();
  else await payWith(page, CARDS.good, false);
  const order = await arrivedAtSuccess(page);

  await payButton(second).click();
  await expect(second.getByText(new RegExp(`^You paid for the same .+: order ${order.number}\\.`))).toBeVisible();
  await expect(quantity(second, "DA 20+")).toHaveValue("1");
  await expect(second.getByLabel("City")).toHaveValue("Springfield");
  await page.goto("/orders");
  await expect(orderRows(page)).toHaveCount(1);

  if (script) await payButton(second).click();
  else await payWith(second, CARDS.good, false);
  expect(await chargesOf((await arrivedAtSuccess(second)).id)).toEqual(PAID_ONCE);
});

/** A paid order with its project details filled in but not sent. */
async function filledDetails(page: Page, script: boolean) {
  await page.goto(await checkoutOf(page, "Local Citation Building"));
  await quantity(page, "25 Citations").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  await page.getByRole("link", { name: "Fill in manually" }).click();
  await page.getByLabel("Business name").fill("Ada's Bakery");
  await page.getByLabel("Full address").fill("12 Example Street");
  await page.getByLabel("Phone").fill("555 0100");
  await asksBeforeLeaving(page, "checkout/DetailsForm");
  return { ...order, form: page.url() };
}

for (const [fault, prepare] of [
  ["modules refused", refuseModules],
  ["another build", deployAnotherBuild],
] as const)
  test(`shows the order after project details were sent with ${fault} @script`, async ({
    page,
    baseURL,
    expectRefusal,
  }) => {
    expectRefusal(/\/assets\//);
    await enterAsNewCustomer(page, baseURL!);
    const order = await filledDetails(page, true);
    await prepare(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
    await expect(page.getByText("Ada's Bakery")).toBeVisible();
  });

test("says that project details were sent when no page loads @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(/./);
  await enterAsNewCustomer(page, baseURL!);
  const order = await filledDetails(page, true);
  const fail = (route: Route) =>
    route.request().method() === "POST" ? route.fallback() : route.fulfill({ status: 500, body: "An error occurred" });
  await page.route(/^(?!.*assets)/, fail);
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Project details added successfully. Redirecting to order details.");
  await expect(page.locator("main")).toContainText("Project details added successfully");
  await expect(page.getByLabel("Business name")).toHaveCount(0);
  await page.unroute(/^(?!.*assets)/, fail);
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
});

test("says that project details were sent when opened again", async ({
  page,
  baseURL,
  javaScriptEnabled: script = true,
}) => {
  await enterAsNewCustomer(page, baseURL!);
  const order = await filledDetails(page, script);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  await page.goto(order.form);
  await expect(page.getByText("You sent project details for this order.")).toBeVisible();
  await expect(page.getByLabel("Business name")).toHaveCount(0);
  await page.getByRole("link", { name: "Add more" }).click();
  await expect(page.getByLabel("Business name")).toHaveValue("");
});

test.describe("the project-details step of the checkout", () => {
  const SERVICE_WITH_INTAKE = "Guest Posts by Domain Authority";

  async function pay(page: Page, baseURL: string, script: boolean) {
    await enterAsNewCustomer(page, baseURL);
    await page.goto(await checkoutOf(page, SERVICE_WITH_INTAKE));
    await quantity(page, "DA 20+").fill("1");
    await fillBilling(page);
    if (!script) await page.getByRole("button", { name: "Update total" }).click();
    await payWith(page, CARDS.good, script);
  }

  test("Save keeps the details and leads to the order @script", async ({ page, baseURL, expectRefusal }) => {
    expectRefusal(/\/checkout/);
    await pay(page, baseURL!, true);
    await expect(
      page.getByText(/^You paid \$90\.00\. We have emailed your receipt to \S+@example\.com\./),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/checkout\?order=/);
    await page.getByLabel("Target URL").fill("https://example.com/a");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Anchor text")).toHaveAccessibleDescription(/Anchor text is required/);
    // A change of mind loses nothing.
    await page.getByRole("button", { name: "Upload a file instead" }).click();
    await expect(page.getByLabel("Project file")).toBeVisible();
    await page.getByRole("button", { name: "Fill in manually instead" }).click();
    await expect(page.getByLabel("Target URL")).toHaveValue("https://example.com/a");
    await page.getByLabel("Anchor text").fill("running shoes");
    await page.getByRole("button", { name: "Save" }).click();
    await told(page, "Project details added successfully. Redirecting to order details.");
    await expect(page.getByRole("heading", { level: 1, name: /^Order \d+/ })).toBeVisible();
    await expect(page.locator("main .status").first()).toHaveText("Active");
    await expect(page.getByText("running shoes")).toBeVisible();
  });

  test("'Skip to order details' leads to the order as it is @script", async ({ page, baseURL }) => {
    await pay(page, baseURL!, true);
    await skipDetails(page).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order \d+/ })).toBeVisible();
    await expect(page.locator("main .status").first()).toHaveText("Inputs Required");
  });

  test("a reload of the step shows the order as paid @script", async ({ page, baseURL }) => {
    await pay(page, baseURL!, true);
    await expect(skipDetails(page)).toBeVisible();
    await page.reload();
    await expect(page.getByText("You do not need to pay again.")).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
  });

  test("without script the payment leads to the success page @noscript", async ({ page, baseURL }) => {
    await pay(page, baseURL!, false);
    await expect(page).toHaveURL(/\/checkout\/success\?orderId=/);
    await expect(page.getByRole("heading", { level: 1, name: "Thank you for your order" })).toBeVisible();
  });
});
