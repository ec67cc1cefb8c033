import { expect, type Page, type Route } from "@playwright/test";
import { decodeId } from "~/paths";
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
  SEEDED,
  summary,
  told,
  typeCard,
} from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { arrived, holdScripts, PASSWORD, signInAs, signOut } from "../support/e2e";
import { test } from "../support/watchedTest";

const SERVICE = "Niche Edits";
const CONFIRM = /\/__stripe\/v1\/payment_intents\/[^/]+\/confirm/;

/** A filled-in checkout of one DA 20+ for $70, without its card. */
async function filledCheckout(page: Page, script: boolean) {
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(summary(page)).toContainText("Due today$70.00");
  await expect(payButton(page)).toHaveText("Pay $70.00");
}

const CARD_REFUSED = /\/__stripe\/(v1\/payment_intents|pay|3ds)\//;

test("pays the same order with another card after a decline @twice", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(CARD_REFUSED);
  const person = await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, script);
  await payWith(page, CARDS.declined, script);
  await expect(page.getByText("Your card was declined.")).toBeInViewport();
  if (script) {
    await expect(quantity(page, "DA 20+")).toHaveValue("1");
    await expect(quantity(page, "DA 20+")).toBeEnabled();
    await expect(page.getByLabel("City")).toHaveValue("Springfield");
    await expect(page.getByLabel("Country")).toHaveValue("United States");
    await expect(page.getByLabel("Card number")).toHaveValue(CARDS.declined);
    // The bank's message stays when the focus moves.
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.locator("#card-error")).toHaveText("Your card was declined.");
  } else {
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await expect(page.getByLabel("Expiry")).toHaveValue("12 / 34");
  }
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([
    { amount: 7_000, status: "failed", account: "regular" },
    { amount: 7_000, status: "succeeded", account: "regular" },
  ]);
  await page.goto("/orders");
  await expect(orderRows(page)).toHaveCount(1);
  await expect(orderRows(page)).toContainText("Inputs Required");
  await expect(orderRows(page)).toContainText(order.number);
});

test("3-D Secure: pays the order when the bank confirms @twice", async ({
  page,
  baseURL,
  javaScriptEnabled: script,
}) => {
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, script);
  await payWith(page, CARDS.alwaysAuthenticated, script);
  await expect(page.getByRole("heading", { name: "3-D Secure authentication" })).toBeVisible();
  await expect(page.getByText("Your bank asks you to confirm the payment of $70.00.")).toBeVisible();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 7_000, status: "succeeded", account: "regular" }]);
});

test("3-D Secure: reports a refusal and pays on the second try", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(CARD_REFUSED);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, script);
  await payWith(page, CARDS.authenticated, script);
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByText(/^We are unable to authenticate your payment method/).first()).toBeVisible();
  await payWith(page, CARDS.authenticated, script);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  const order = await arrivedAtSuccess(page);
  expect((await chargesOf(order.id)).filter(({ status }) => status === "succeeded")).toEqual([
    { amount: 7_000, status: "succeeded", account: "regular" },
  ]);
  await page.goto("/orders");
  await expect(orderRows(page)).toHaveCount(1);
});

/** Selects quantities as a visitor and fills in the sign-up dialog with these details. */
async function signUpOnTheWay(page: Page, script: boolean, person: { email: string; password: string }) {
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("2");
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(summary(page)).toContainText("Due today$140.00");
  await page.getByRole("button", { name: /^New to/ }).click();
  const dialog = page.getByRole("dialog", { name: "Create your free account" });
  await dialog.getByLabel("First name").fill("Ada");
  await dialog.getByLabel("Last name").fill("Example");
  await dialog.getByLabel("Email").fill(person.email);
  await dialog.locator("input[name=password]").fill(person.password);
  await dialog.getByRole("button", { name: "SIGN UP" }).click();
}

test("signing up with a known address and its password signs in", async ({
  page,
  baseURL,
  javaScriptEnabled: script,
}) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  await page.goto("/orders");
  await signOut(page);
  await signUpOnTheWay(page, script, person);
  await told(page, "Authenticated successfully");
  await expect(page.getByRole("dialog", { name: "Create your free account" })).toHaveCount(0);
  await expect(page.getByText(`, ${person.email}`)).toBeVisible();
  await expect(quantity(page, "DA 20+")).toHaveValue("2");
  await expect(summary(page)).toContainText("Due today$140.00");
});

test("signing up with a known address and a wrong password asks to sign in", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout\/sign-in/);
  const person = await enterAsNewCustomer(page, baseURL!);
  await page.goto("/orders");
  await signOut(page);
  await signUpOnTheWay(page, script, { email: person.email, password: "Mistaken#2026" });
  const dialog = page.getByRole("dialog", { name: "Sign In" });
  await expect(dialog).toBeVisible();
  await told(page, "User Already exists");
  await expect(dialog.getByLabel("Email")).toHaveValue(person.email);
  await dialog.locator("input[name=password]").fill("Mistaken#2026");
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
  await expect(dialog.getByText("Invalid email or password")).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue(person.email);
  await dialog.locator("input[name=password]").fill(PASSWORD);
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
  await told(page, "Authenticated successfully");
  await expect(quantity(page, "DA 20+")).toHaveValue("2");
});

test("placing an order signed out opens the sign-in dialogs", async ({ page, baseURL, javaScriptEnabled: script }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  await page.goto("/orders");
  await signOut(page);
  await filledCheckout(page, script);
  if (script) await typeCard(page, CARDS.good);
  await payButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Sign In" });
  await dialog.getByRole("link", { name: /^New to/ }).click();
  await page
    .getByRole("dialog", { name: "Create your free account" })
    .getByRole("link", { name: "Have an account?" })
    .click();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog", { name: "Sign In" })).toHaveCount(0);
  await expect(quantity(page, "DA 20+")).toHaveValue("1");
  await page.getByRole("button", { name: "Have an account?" }).click();
  await dialog.getByLabel("Email").fill(person.email);
  await dialog.locator("input[name=password]").fill(person.password);
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
  await told(page, "Authenticated successfully");
  await expect(quantity(page, "DA 20+")).toHaveValue("1");
  await expect(page.getByLabel("City")).toHaveValue("Springfield");
  await expect(page.getByText(`${person.firstName} ${person.lastName}, ${person.email}`)).toBeVisible();
  await expect(page.getByRole("link", { name: /Notifications/ }).first()).toBeVisible();
  // The card stays typed.
  if (script) await payButton(page).click();
  else await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toHaveLength(1);
});

test("pays an abandoned checkout later, from home and from the list", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(CARD_REFUSED);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, script);
  await payWith(page, CARDS.declined, script);
  await expect(page.getByText("Your card was declined.")).toBeVisible();

  const mine = page.getByRole("table", { name: "My Orders" });
  // The webhook reports a decline on the provider's page, and a page without script does not update itself.
  await expect(async () => {
    await page.goto("/");
    await expect(mine).toContainText("Payment Failed", { timeout: 1_000 });
  }).toPass();
  await mine.getByRole("link", { name: "Resume payment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Resume payment" })).toBeVisible();
  await expect(payButton(page)).toHaveText("Pay $70.00");
  await page.goto("/orders");
  await orderRows(page).getByRole("link", { name: "Resume payment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Resume payment" })).toBeVisible();
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  expect((await chargesOf(order.id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  await page.goto("/orders");
  await expect(orderRows(page)).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Resume payment" })).toHaveCount(0);
});

test("settles the order once when the browser closes after payment", async ({
  page,
  baseURL,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, script);
  // Without a webhook or a returning browser only the reconciliation is left. The page asks as soon as it has paid.
  await controlPort().sandbox("hold");
  await page.route("**/orders/*/payment", (route) => route.abort());
  await page.route("**/checkout/success**", (route) => route.abort());
  if (script) {
    const confirmed = page.waitForResponse((answer) => CONFIRM.test(answer.url()) && answer.ok());
    await payWith(page, CARDS.good, script);
    await confirmed;
  } else {
    await payButton(page).click();
    await expect(page.getByLabel("Card number")).toBeVisible();
    const answer = await page.request.post(page.url(), {
      headers: { Origin: baseURL! },
      form: { email: person.email, number: CARDS.good, expiry: "12 / 34", cvc: "123", name: "Ada Example" },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
  }
  await page.context().close();

  const again = await (await anotherBrowser()).newPage();
  await signInAs(again, person, "/orders");
  await expect(orderRows(again)).toHaveCount(1);
  await expect(orderRows(again)).toContainText("Abandoned Checkout");
  const path = (await orderRows(again).locator(".row-link").getAttribute("href"))!;
  const orderId = decodeId(path.split("/").pop())!;
  await controlPort().moveClock({ advanceMs: 11 * 60_000 });
  await controlPort().runCron("billing");
  await again.reload();
  await expect(orderRows(again)).toContainText("Inputs Required");
  // The held webhooks arrive late and change nothing.
  await controlPort().sandbox("release");
  await controlPort().runCron("billing");
  expect(await chargesOf(orderId)).toEqual([{ amount: 7_000, status: "succeeded", account: "regular" }]);
  await again.goto(path);
  await expect(again.getByRole("heading", { name: /^Invoice/ })).toBeVisible();
  await again.goto("/notifications");
  await expect(again.getByRole("button", { name: /Payment received for order/ })).toHaveCount(1);
  // The payment address of a paid order redirects to the order.
  await again.goto(`${path}/pay`);
  await expect(again).toHaveURL(path);
});

test("a checkout offers staff to create the order manually", async ({ page }) => {
  await signInAs(page, SEEDED.manager);
  await page.goto(await checkoutOf(page, SERVICE));
  await expect(page.getByText("Staff accounts cannot buy")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Create Order" }).click();
  await expect(page).toHaveURL("/orders/new");
});

test("the sign-in link at the top of a checkout keeps the selection", async ({ page }) => {
  const path = await checkoutOf(page, SERVICE);
  await page.goto(path);
  await quantity(page, "DA 20+").fill("2");
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign In" });
  await dialog.getByLabel("Email").fill(SEEDED.customer.email);
  await dialog.locator("input[name=password]").fill(SEEDED.customer.password);
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
  await expect(page).toHaveURL(path);
  await expect(quantity(page, "DA 20+")).toHaveValue("2");
});

test("the bare address of a service leads customers home", async ({ page }) => {
  await signInAs(page, SEEDED.customer);
  await page.goto((await checkoutOf(page, SERVICE)).replace(/\/checkout$/, ""));
  await expect(page).toHaveURL("/");
  await page.goto((await checkoutOf(page, SERVICE)).replace(/\/checkout$/, "/details"));
  await page.getByRole("link", { name: "Buy Now" }).first().click();
  await expect(page).toHaveURL(/\/checkout$/);
});

test("retries the same order after the provider did not answer", async ({
  page,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/checkout/);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, script);
  if (script) await typeCard(page, CARDS.good);
  const route = script ? "POST /v1/payment_intents" : "POST /v1/checkout/sessions";
  // As often as the portal retries, and in this account only, so that no fault is left for another test.
  await controlPort().sandbox("fault", { account: "regular", route, kind: "drop_before", times: 3 });
  await payButton(page).click();
  await expect(page.locator(".form-errors")).toBeVisible();
  await expect(quantity(page, "DA 20+")).toHaveValue("1");
  await expect(page.getByLabel("City")).toHaveValue("Springfield");
  await (script ? payButton(page).click() : payWith(page, CARDS.good, script));
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toHaveLength(1);
  await page.goto("/orders");
  await expect(orderRows(page)).toHaveCount(1);
});

test("a declined order paid in another tab is paid once in both @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(CARD_REFUSED);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  await payWith(page, CARDS.declined, true);
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/orders");
  await other.getByRole("link", { name: "Resume payment" }).first().click();
  await payWith(other, CARDS.good, true);
  const order = await arrivedAtSuccess(other);
  await payWith(page, CARDS.good, true);
  expect(await arrivedAtSuccess(page)).toEqual(order);
  expect((await chargesOf(order.id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
});

test("pressing Pay again after an outage pays the same order once @script", async ({
  page,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal(/\/(checkout|pay)\?/);
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, true);
  await typeCard(page, CARDS.good);
  const box = page.locator(".form-errors");
  await page.getByLabel("Coupon code").fill("ANYCODE");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByLabel("Coupon code")).toHaveAccessibleDescription(/^You are offline, so nothing was sent\./);
  await page.getByLabel("Coupon code").fill("");
  await payButton(page).click();
  await expect(box).toContainText("You are offline, so nothing was sent.");
  await expect(box).toBeFocused();
  await page.context().setOffline(false);

  // The order is written, but its response is lost.
  const loses = async (route: Route) => {
    await route.fetch();
    await route.abort("connectionreset");
  };
  await page.route(/\/checkout\?_data=/, loses, { times: 1 });
  await payButton(page).click();
  await expect(box).toContainText("We got no answer. It may have gone through. Sending it again is safe.");
  await expect(box).toBeFocused();
  await expect(quantity(page, "DA 20+")).toHaveValue("1");
  await expect(page.getByLabel("City")).toHaveValue("Springfield");
  await expect(page.getByLabel("Card number")).toHaveValue(CARDS.good);
  await payButton(page).click();
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toHaveLength(1);
  await page.goto("/orders");
  await expect(orderRows(page)).toHaveCount(1);
});

test("counts choices made before hydration @script", async ({ page, baseURL }) => {
  await enterAsNewCustomer(page, baseURL!);
  const letScriptsThrough = await holdScripts(page);
  await page.goto(await checkoutOf(page, SERVICE), { waitUntil: "commit" });
  await arrived(page);
  await quantity(page, "DA 20+").fill("5");
  await expect(summary(page)).toContainText("Due today$0.00");
  letScriptsThrough();
  // 5 x $70, less 5 %.
  await expect(summary(page)).toContainText("Due today$332.50");
});
