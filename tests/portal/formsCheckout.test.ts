import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId, paths } from "~/paths";
import { docxBytes, pngBytes, xlsxBytes } from "../support/fileBytes";
import { type RunningPortal, SEEDED_PASSWORD, startPortal } from "../support/runningPortal";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import {
  aCustomer,
  CARDS,
  chargesOf,
  checkoutOf,
  fillBilling,
  linkIn,
  mailTo,
  newPerson,
  PAY,
  type Person,
  paidOrder,
  payWith,
  quantityOf,
  seeded,
  signOut,
  typeCard,
} from "../support/scriptFreeSteps";
import { until } from "../support/until";

const GUEST_POSTS = "Guest Posts by Domain Authority";
const NICHE_EDITS = "Niche Edits";
const DA_20 = quantityOf("DA 20+");
const PAID_ONCE = [{ amount: 7_000, status: "succeeded", account: "regular" }];

let portal: RunningPortal;
let nicheEdits: string;
let guestPosts: string;
beforeAll(async () => {
  portal = await startPortal();
  [nicheEdits, guestPosts] = [await checkoutOf(portal, NICHE_EDITS), await checkoutOf(portal, GUEST_POSTS)];
}, 240_000);
afterAll(() => portal?.remove());

const summary = (page: ScriptFreePage) => page.within("Order summary").text;
const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);

/** A filled-in checkout of one DA 20+ for $70. */
async function filledCheckout(browser: ScriptFreeBrowser, address = nicheEdits) {
  const page = await browser.open(address);
  return await fillBilling(page).fill(DA_20, "1").press("Update total");
}

/** A new customer with an account, in a browser that is signed in, and one who has signed out. */
async function aBuyer() {
  const { browser, person } = await aCustomer(portal);
  return { browser, person };
}
async function aKnownVisitor() {
  const { browser, person, page } = await aCustomer(portal);
  await signOut(page);
  return { browser, person };
}
const fillPerson = (page: ScriptFreePage, { firstName, lastName, email }: Person) =>
  page.fill("First name", firstName).fill("Last name", lastName).fill("Email", email);
const ordersOf = async (browser: ScriptFreeBrowser) => (await browser.open("/orders")).rows("Orders");

test("names every missing field at its place and keeps the selection", async () => {
  const { browser } = await aBuyer();
  let page = await browser.open(guestPosts);
  page = await page.press("Place Order");
  expect(page.errorSummary).toContain("Please choose a quantity of at least one package");
  expect(page.error("City")).toBe("City is required");
  page = await page.fill(DA_20, "3").select("Add-on for DA 20+", "").fill("Phone", "+1 555 0100").press("Update total");
  page = await page.press(PAY);
  for (const [label, message] of [
    ["Address", "Address is required"],
    ["City", "City is required"],
    ["Country", "Country is required"],
    ["Postal/Zip Code", "Zip Code is required"],
  ] as const)
    expect(page.error(label)).toBe(message);
  expect([page.value(DA_20), page.value("Add-on for DA 20+"), page.value("Phone")]).toEqual(["3", "", "+1 555 0100"]);
  expect(summary(page)).toContain("Due today$270.00");
  expect(page.attribute("City", "id")).toBe(page.href("City").slice(1));
  const order = paidOrder(await payWith(fillBilling(page), CARDS.good));
  expect(await chargesOf(portal, order.id)).toEqual([{ amount: 27_000, status: "succeeded", account: "regular" }]);
});

test("rejects an order without a quantity and creates none", async () => {
  const { browser } = await aBuyer();
  let page = await browser.open(guestPosts);
  expect(summary(page)).toContain("Choose a quantity to see the price.");
  page = await fillBilling(page).press("Place Order");
  expect(page.errorSummary).toContain("Please choose a quantity");
  expect(page.value("City")).toBe("Springfield");
  expect((await browser.open("/orders")).text).toContain("No orders yet");
});

test("the stepper's buttons count up and down, never below 0", async () => {
  let page = await scriptFreeBrowser(portal.base).open(guestPosts);
  page = await page.press(`Fewer: ${DA_20}`);
  expect(page.value(DA_20)).toBe("0");
  page = await (await page.press(`More: ${DA_20}`)).press(`More: ${DA_20}`);
  expect(page.value(DA_20)).toBe("2");
  page = await page.press(`Fewer: ${DA_20}`);
  expect([page.value(DA_20), page.path]).toEqual(["1", guestPosts]);
});

test("a price that rose is shown, and charged only when placed again", async () => {
  const { jwtToken: bearer } = await portal.tokens("manager@example.com");
  const call = async (path: string, body: object) => (await portal.api("POST", path, { bearer, body })).json;
  const asSold = { name: "Changing Retainer", paymentTypes: ["SUBSCRIPTION", "DIRECT"], visibility: false };
  const terms = { ...asSold, orderDuration: 1, frequency: "MONTH" };
  const { _id } = await call("/service/serviceDetail", terms);
  const large = await call("/service/serviceOption", { serviceId: _id, name: "Large", price: 900 });
  const { browser } = await aBuyer();
  const first = await browser.open(paths.checkout(_id));
  let page = await fillBilling(first).fill(quantityOf("Large"), "1").press("Update total");
  expect([summary(page), page.buttons]).toEqual([
    expect.stringContaining("Occurs every 1 month"),
    expect.arrayContaining(["Subscribe for $900.00 a month"]),
  ]);
  await call("/service/serviceDetail", { ...terms, _id, frequency: "WEEK" });
  page = await page.press(PAY);
  expect(page.errorSummary).toContain("The renewal interval has changed: Occurs every 1 week.");
  await call("/service/serviceDetail", { ...terms, _id, frequency: "WEEK", paymentTypes: ["DIRECT"] });
  page = await page.press(PAY);
  expect(page.errorSummary).toContain("This payment type is not available for the service");
  const { serviceOptions } = (await portal.api("GET", `/service/fullDetail?id=${_id}`)).json;
  expect(serviceOptions[0].serviceOptionId).toBe(large.serviceOptionId);
  await call("/service/serviceOption", { ...serviceOptions[0], serviceId: _id, price: 950 });
  page = await page.press(PAY);
  expect(page.errorSummary).toContain("The price has changed.");
  expect([page.value(quantityOf("Large")), page.value("City")]).toEqual(["1", "Springfield"]);
  const order = paidOrder(await payWith(page, CARDS.good));
  expect(await chargesOf(portal, order.id)).toMatchObject([{ amount: 95_000, status: "succeeded" }]);
});

test("pays the same order with another card after a decline", async () => {
  const { browser, person } = await aBuyer();
  let page = await payWith(await filledCheckout(browser), CARDS.declined);
  expect(page.text).toContain("Your card was declined.");
  expect([page.value("Email"), page.value(/^Expiry/)]).toEqual([person.email, "12 / 34"]);
  page = await payWith(page, CARDS.good);
  const order = paidOrder(page);
  expect(page.text).toMatch(/You paid \$70\.00 with Visa ending in 4242/);
  expect((await chargesOf(portal, order.id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  const orders = await ordersOf(browser);
  expect(orders).toHaveLength(1);
  expect(orders[0]!.join(" ")).toMatch(new RegExp(`${order.number}.*Inputs Required`));
});

test("3-D Secure: a refusal says so, the second try pays once", async () => {
  const { browser } = await aBuyer();
  let page = await payWith(await filledCheckout(browser), CARDS.authenticated);
  expect(page.heading).toBe("3-D Secure authentication");
  expect(page.text).toContain("Your bank asks you to confirm the payment of $70.00.");
  page = await page.press("Fail authentication");
  expect(page.text).toContain("We are unable to authenticate your payment method");
  page = await payWith(page, CARDS.authenticated);
  const order = paidOrder(await page.press("Complete authentication"));
  expect((await chargesOf(portal, order.id)).filter(({ status }) => status === "succeeded")).toEqual(PAID_ONCE);
  expect(await ordersOf(browser)).toHaveLength(1);
});

test("pays an abandoned checkout later, from home and from the list", async () => {
  const { browser } = await aBuyer();
  await payWith(await filledCheckout(browser), CARDS.declined);
  const home = await until("the declined payment on the home page", async () => {
    const page = await browser.open("/");
    return page.within("My Orders").has("Payment Failed") ? page : null;
  });
  let page = await home.within("My Orders").follow("Resume payment");
  expect([page.heading, page.buttons]).toEqual(["Resume payment", expect.arrayContaining(["Pay $70.00"])]);
  page = await (await browser.open("/orders")).within("Orders").follow("Resume payment");
  const order = paidOrder(await payWith(page, CARDS.good));
  expect((await chargesOf(portal, order.id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  const after = await browser.open("/orders");
  expect([after.rows("Orders").length, after.links.includes("Resume payment")]).toEqual([1, false]);
  expect((await browser.open(`${order.path}/pay`)).path).toBe(order.path);
});

test("retries the same order after the provider did not answer", async () => {
  const { browser } = await aBuyer();
  let page = await filledCheckout(browser);
  const route = "POST /v1/checkout/sessions";
  await portal.control.sandbox("fault", { account: "regular", route, kind: "drop_before", times: 3 });
  page = await page.press(PAY);
  expect(page.errorSummary).not.toBe("");
  expect([page.value(DA_20), page.value("City")]).toEqual(["1", "Springfield"]);
  const order = paidOrder(await payWith(page, CARDS.good));
  expect(await chargesOf(portal, order.id)).toEqual(PAID_ONCE);
  expect(await ordersOf(browser)).toHaveLength(1);
});

test("settles the order once when the buyer leaves after the payment", async () => {
  const { browser } = await aBuyer();
  const hosted = typeCard(await (await filledCheckout(browser)).press(PAY), CARDS.good);
  await portal.control.sandbox("hold");
  await hosted.pressAndLeave(PAY);
  expect((await ordersOf(browser))[0]!.join(" ")).toContain("Abandoned Checkout");
  await portal.control.moveClock({ advanceMs: 11 * 60_000 });
  await portal.control.runCron("billing");
  const orders = await browser.open("/orders");
  expect(orders.rows("Orders")[0]!.join(" ")).toContain("Inputs Required");
  await portal.control.sandbox("release");
  await portal.control.runCron("billing");
  const order = await browser.open(orders.rowPaths[0]!);
  expect(order.headings().join()).toContain("Invoice");
  const news = await browser.open("/notifications");
  expect(news.buttons.filter((name) => name.includes("Payment received for order"))).toHaveLength(1);
});

test("pages say that the payment is being confirmed during an outage", async () => {
  const { browser } = await aBuyer();
  await portal.control.sandbox("hold");
  const hosted = typeCard(await (await filledCheckout(browser)).press(PAY), CARDS.good);
  // The portal asks three times for a page.
  const route = "GET /v1/checkout/sessions/:id";
  await portal.control.sandbox("fault", { account: "regular", route, kind: "drop_before", times: 18 });
  const pending = await hosted.press(PAY);
  expect(pending.heading).toBe("Your payment is being confirmed");
  expect(pending.text).toContain("Do not pay again.");
  const number = /Order (\d+)/.exec(pending.text)![1]!;
  const again = await browser.open(nicheEdits);
  expect(again.text).toContain(`Your payment for order ${number} is being confirmed`);
  expect(again.buttons.filter((name) => /^Pay/.test(name))).toEqual([]);
  const order = await again.follow("View order");
  expect([order.heading, order.has("We are checking your payment")]).toEqual([
    `Order ${number} Abandoned Checkout`,
    true,
  ]);
  expect(order.links).not.toContain("Resume payment");
  const pay = await browser.open(`${order.path}/pay`);
  expect([pay.has("We are checking your payment"), pay.buttons.some((name) => /^Pay/.test(name))]).toEqual([
    true,
    false,
  ]);
  const isPaid = (page: ScriptFreePage) => page.heading === "Thank you for your order";
  const paid = paidOrder(await until("the end of the outage", () => pending.refresh(), { satisfies: isPaid }));
  expect(paid.number).toBe(number);
  await portal.control.sandbox("release");
  expect(await chargesOf(portal, paid.id)).toEqual(PAID_ONCE);
});

test("the campaign of an affiliate's link is kept to the order, and to no other", async () => {
  const { browser } = await aBuyer();
  await browser.open("/r/AFF2026?utm_source=news&utm_campaign=spring");
  await browser.open("/services");
  const { jwtToken: bearer } = await portal.tokens("manager@example.com");
  const campaignOf = async (checkout: ScriptFreePage) => {
    const { id } = paidOrder(await payWith(checkout, CARDS.good));
    const { utmSource, utmCampaign } = (await portal.api("GET", `/order/details?id=${id}`, { bearer })).json;
    return [utmSource ?? "", utmCampaign ?? ""];
  };
  expect(await campaignOf(await filledCheckout(browser))).toEqual(["news", "spring"]);
  const second = await (await browser.open(guestPosts)).fill(DA_20, "1").press("Update total");
  expect(await campaignOf(second)).toEqual(["", ""]);
});

test("a paid checkout says so and starts a new order only on request", async () => {
  const { browser } = await aBuyer();
  const address = `${nicheEdits}?utm_source=spring`;
  const order = paidOrder(await payWith(await filledCheckout(browser, address), CARDS.good));
  let page = await browser.open(address);
  expect(page.text).toContain(`You paid order ${order.number} `);
  expect(page.buttons.filter((name) => /^Pay/.test(name))).toEqual([]);
  expect((await page.follow("View order")).heading).toContain(`Order ${order.number}`);
  page = await page.follow("Order again");
  expect(page.location).toContain("utm_source=spring");
  page = await page.fill(DA_20, "1").press("Update total");
  const second = paidOrder(await payWith(page, CARDS.good));
  expect(second.number).not.toBe(order.number);
  for (const { id } of [order, second]) expect(await chargesOf(portal, id)).toEqual(PAID_ONCE);
});

test("a second tab asks before it pays for the same", async () => {
  const { browser } = await aBuyer();
  const [first, second] = [await filledCheckout(browser), await filledCheckout(browser)];
  const order = paidOrder(await payWith(first, CARDS.good));
  const page = await second.press(PAY);
  expect(page.text).toMatch(new RegExp(`You paid for the same .+: order ${order.number}\\.`));
  expect([page.value(DA_20), page.value("City")]).toEqual(["1", "Springfield"]);
  expect(await ordersOf(browser)).toHaveLength(1);
  expect(await chargesOf(portal, paidOrder(await payWith(page, CARDS.good)).id)).toEqual(PAID_ONCE);
});

test("'Invalid Order' without an order of the visitor's own", async () => {
  const { browser } = await aBuyer();
  const order = paidOrder(await payWith(await filledCheckout(browser), CARDS.good));
  const address = `/checkout/success?orderId=${encodeId(order.id)}`;
  expect((await browser.open(`${address}&details=nothing`)).text).toContain("Unknown Tab");
  const other = await seeded(portal, "customer");
  for (const query of ["", "?orderId=", "?orderId=%25%25", `?orderId=${encodeId(order.id)}`]) {
    const page = await other.open(`/checkout/success${query}`);
    expect([query, page.status, page.heading]).toEqual([query, 404, "Invalid Order"]);
  }
  expect((await (await other.open(address)).follow("View your orders")).path).toBe("/orders");
});

// The way from the account dialogs back to the checkout.

test("signing up on the way with a known address signs in", async () => {
  const { browser, person } = await aKnownVisitor();
  let page = await (await browser.open(nicheEdits)).fill(DA_20, "2").press("Update total");
  expect(summary(page)).toContain("Due today$140.00");
  const form = await page.press(/^New to/);
  fillPerson(form, person).fill("Password", "Mistaken#2026");
  const refused = await form.press("SIGN UP");
  expect([refused.path.endsWith("/sign-in"), refused.toasts]).toEqual([true, ["User Already exists"]]);
  expect(refused.value("Email")).toBe(person.email);
  fillPerson(form, person).fill("Password", person.password);
  page = await form.press("SIGN UP");
  expect(page.toasts).toEqual(["Authenticated successfully"]);
  expect([page.value(DA_20), page.has(`, ${person.email}`)]).toEqual(["2", true]);
  expect(summary(page)).toContain("Due today$140.00");
});

test("paying signed out meets the sign-in and returns filled in", async () => {
  const { browser, person } = await aKnownVisitor();
  let page = fillPerson(await filledCheckout(browser), person);
  let dialog = await page.press(PAY);
  expect(dialog.within("Sign In").value("Email")).toBe(person.email);
  expect(dialog.href(/^Trouble signing in\?/)).toBe("/password/reset");
  dialog = await (await dialog.follow(/^New to/)).follow("Have an account?");
  page = await dialog.follow("Cancel");
  expect(page.value(DA_20)).toBe("1");
  dialog = await page.press("Have an account?");
  dialog = await dialog.fill("Email", person.email).fill("Password", "Mistaken#2026").press("SIGN IN");
  expect([dialog.has("Invalid email or password"), dialog.value("Email")]).toEqual([true, person.email]);
  page = await dialog.fill("Password", person.password).press("SIGN IN");
  expect(page.toasts).toEqual(["Authenticated successfully"]);
  expect([page.value(DA_20), page.value("City")]).toEqual(["1", "Springfield"]);
  expect(page.text).toContain(`Ada Example, ${person.email}`);
  const order = paidOrder(await payWith(page, CARDS.good));
  expect(await chargesOf(portal, order.id)).toEqual(PAID_ONCE);
});

test("the mailed link leads back to the filled-in checkout", async () => {
  const { browser, person } = await aKnownVisitor();
  const dialog = await fillPerson(await filledCheckout(browser), person).press(PAY);
  const sent = await dialog.press("Email me a sign-in link");
  expect(sent.text).toContain("we sent a link to sign in.");
  const { text } = await mailTo(portal, person.email, (mail) => mail.text.includes("/signin/link/"));
  const page = await (await browser.open(linkIn(text, "/signin/link/"))).press("Sign in");
  expect([page.path, page.value(DA_20), page.value("City")]).toEqual([nicheEdits, "1", "Springfield"]);
});

test("the sign-in at the top of a checkout keeps the selection", async () => {
  const browser = scriptFreeBrowser(portal.base);
  const dialog = await (await browser.open(nicheEdits)).fill(DA_20, "2").press("Sign In");
  dialog.fill("Email", "customer@example.com").fill("Password", SEEDED_PASSWORD);
  const page = await dialog.press("SIGN IN");
  expect([page.path, page.value(DA_20)]).toEqual([nicheEdits, "2"]);
});

test("a new buyer who leaves the provider's page finds the form", async () => {
  const browser = scriptFreeBrowser(portal.base);
  const person = newPerson();
  const hosted = await fillPerson(await filledCheckout(browser), person).press(PAY);
  const page = await hosted.follow("Back");
  expect([page.value("Email"), page.value(DA_20), page.value("City")]).toEqual([person.email, "1", "Springfield"]);
  paidOrder(await payWith(page, CARDS.good));
});

test("says in the checkout that cookies are needed", async () => {
  const { person } = await aKnownVisitor();
  const browser = scriptFreeBrowser(portal.base, { keepsCookies: false });
  const dialog = await fillPerson(await filledCheckout(browser), person).press(PAY);
  const page = await dialog.fill("Email", person.email).fill("Password", person.password).press("SIGN IN");
  expect(page.text).toContain("Your browser refused our cookie");
});

test("a checkout offers staff to create the order manually", async () => {
  const page = await (await seeded(portal, "manager")).open(nicheEdits);
  expect(page.text).toContain("Staff accounts cannot buy");
  expect(page.buttons.filter((name) => /^(Pay|Place Order)/.test(name))).toEqual([]);
  expect((await page.follow("Create Order")).path).toBe("/orders/new");
});

test("the bare address of a service leads customers home", async () => {
  const browser = await seeded(portal, "customer");
  expect((await browser.open(nicheEdits.replace(/\/checkout$/, ""))).path).toBe("/");
  const details = await browser.open(nicheEdits.replace(/\/checkout$/, "/details"));
  expect((await details.follow("Buy Now")).path).toBe(nicheEdits);
});

// Saved cards.

/** A new customer who has paid once and kept the card. */
async function aReturningBuyer(card: string) {
  const { browser } = await aBuyer();
  let page = await browser.open(guestPosts);
  page = await fillBilling(page).fill(DA_20, "1").check("One-Time").press("Update total");
  page = await payWith(page.check("Keep this card for next time"), card);
  if (page.buttons.includes("Complete authentication")) page = await page.press("Complete authentication");
  paidOrder(page);
  return browser;
}

test("a returning buyer pays with the saved card, or with another", async () => {
  const browser = await aReturningBuyer(CARDS.good);
  let page = await browser.open(nicheEdits);
  expect(page.isChecked(/^Visa ending 4242/)).toBe(true);
  page = await page.press(`More: ${DA_20}`);
  page = await page.press(PAY);
  expect(await chargesOf(portal, paidOrder(page).id)).toEqual(PAID_ONCE);
  page = await (await browser.open(nicheEdits)).follow("Order again");
  page = await (await page.press(`More: ${DA_20}`)).check("Use another card").press(PAY);
  page = await payWith(page, "5555 5555 5555 4444");
  paidOrder(page);
  expect(page.text).toContain("with Mastercard ending in 4444");
});

test("3-D Secure asks the owner of a saved card", async () => {
  const browser = await aReturningBuyer(CARDS.alwaysAuthenticated);
  let page = await browser.open(nicheEdits);
  expect(page.isChecked(/^Visa ending 3184/)).toBe(true);
  page = await (await page.press(`More: ${DA_20}`)).press(PAY);
  page = await (await page.follow("Confirm with your bank")).press("Complete authentication");
  expect(await chargesOf(portal, paidOrder(page).id)).toMatchObject([{ status: "succeeded" }]);
});

test("an unpaid order is paid with the saved card, which is then removed", async () => {
  const browser = await aReturningBuyer(CARDS.good);
  let page = await (await browser.open(nicheEdits)).press(`More: ${DA_20}`);
  await payWith(await page.check("Use another card").press(PAY), CARDS.declined);
  page = await (await browser.open("/orders")).within("Orders").follow("Resume payment");
  expect([page.isChecked(/^Visa ending 4242/), page.isChecked("Use another card")]).toEqual([true, false]);
  const order = paidOrder(await page.press(PAY));
  expect((await chargesOf(portal, order.id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  page = await (await browser.open("/profile")).follow("Manage");
  expect([page.heading, page.row("Visa ending 4242").has("Expires 12/2034")]).toEqual(["Saved cards", true]);
  page = await (await page.follow("Remove Visa ending 4242")).press("Remove card");
  expect([page.toasts, page.has("You have no saved cards.")]).toEqual([["Card removed."], true]);
});

test("a refused saved card is said once, next to the choice", async () => {
  const { browser } = await aBuyer();
  let page = await fillBilling(await browser.open(guestPosts))
    .fill(DA_20, "1")
    .press("Update total");
  paidOrder(await payWith(page, CARDS.good));
  page = await (await browser.open("/subscriptions/mine")).follow(/^Update card/);
  page = await typeCard(await page.press(/^Save card/), CARDS.failsLater).press("Save your card");
  expect(page.toasts).toEqual(["Your card has been saved."]);
  page = await (await browser.open(nicheEdits)).press(`More: ${DA_20}`);
  page = await page.check(/^Visa ending 0341/).press(PAY);
  expect(page.text.split("Your card was declined.")).toHaveLength(2);
  expect([page.fieldErrors, page.isChecked(/^Visa ending 0341/)]).toEqual([["Your card was declined."], true]);
  page = await (await browser.open("/orders")).within("Orders").follow("Resume payment");
  page = await page.check(/^Visa ending 0341/).press(PAY);
  expect(page.text.split("Your card was declined.")).toHaveLength(2);
  paidOrder(await page.check(/^Visa ending 4242/).press(PAY));
});

// The project details after the payment.

test("incomplete project details keep the input and the uploaded file", async () => {
  const { browser } = await aBuyer();
  const success = await payWith(await filledCheckout(browser, guestPosts), CARDS.good);
  const order = paidOrder(success);
  let page = await success.follow("Fill in manually");
  page.fill("Topic ideas", "Trail shoes in winter").fill("Target URL", "https://example.com/shoes");
  page = await page.attach("Brief", file("holiday.docx", pngBytes())).press("Save");
  expect(page.error("Brief")).toContain("'holiday.docx' cannot be used");
  expect(page.errorSummary).toContain("holiday.docx");
  expect([page.value("Topic ideas"), page.value("Target URL")]).toEqual([
    "Trail shoes in winter",
    "https://example.com/shoes",
  ]);
  page = await page.attach("Brief", file("brief.docx", docxBytes())).press("Save");
  expect(page.error("Anchor text")).toContain("Anchor text is required");
  expect(page.errorSummary).not.toContain("holiday.docx");
  expect(page.items("Already received").join()).toContain("brief.docx");
  page = await page.fill("Anchor text", "winter running shoes").press("Save");
  expect(page.toasts).toEqual(["Project details added successfully. Redirecting to order details."]);
  expect([page.heading, page.has("winter running shoes")]).toEqual([`Order ${order.number} Active`, true]);
  expect(Buffer.from((await page.follow("brief.docx")).bytes).equals(Buffer.from(docxBytes()))).toBe(true);
});

test("accepts one document instead of the form and activates the order", async () => {
  const { browser } = await aBuyer();
  const success = await payWith(await filledCheckout(browser), CARDS.good);
  let page = await success.follow("Upload a file");
  expect(page.links).toContain("Download the template");
  page = await page.press("Save");
  expect(page.errorSummary).toContain("Project file is required");
  page = await page.attach("Project file", file("photo.png", pngBytes())).press("Save");
  expect(page.error("Project file")).toContain("'photo.png' cannot be used");
  page = await (await page.follow("Cancel")).follow("Upload a file");
  page = await page.attach("Project file", file("project.xlsx", xlsxBytes())).press("Save");
  expect(page.textsOf("status")[0]).toBe("Active");
  expect(page.links).toContain("project.xlsx");
});

test("reports an invalid number at its field and keeps the file", async () => {
  const { browser } = await aBuyer();
  let page = await browser.open(await checkoutOf(portal, "Local Citation Building"));
  fillBilling(page).fill(quantityOf("25 Citations"), "1").fill(quantityOf("50 Citations"), "1");
  const success = await payWith(await page.press("Update total"), CARDS.good);
  const address = success.href("Fill in manually");
  page = await success.follow("Fill in manually");
  for (const name of ["25 Citations", "50 Citations"])
    page
      .within(name)
      .fill("Business name", `Bakery ${name}`)
      .fill("Full address", "12 Example Street")
      .fill("Phone", "555 0100")
      .fill("Year founded", name.startsWith("25") ? "2015" : "2e3");
  page.within("50 Citations").attach(/^Opening hours/, file("hours.xlsx", xlsxBytes()));
  page = await page.press("Save");
  expect(page.within("50 Citations").error("Year founded")).toContain("Year founded must be a number");
  expect(page.within("25 Citations").error("Year founded")).toBe("");
  expect(page.within("25 Citations").value("Business name")).toBe("Bakery 25 Citations");
  expect(page.items("Already received").join()).toContain("hours.xlsx");
  page.within("50 Citations").fill("Year founded", "2000");
  page = await page.press("Save");
  expect([page.textsOf("status")[0], page.links.includes("hours.xlsx")]).toEqual(["Active", true]);
  page = await browser.open(address);
  expect(page.text).toContain("You sent project details for this order.");
  expect(page.labels).not.toContain("Business name");
  page = await page.follow("Add more");
  expect(page.within("25 Citations").value("Business name")).toBe("");
});

test("an order placed again starts from the earlier answers", async () => {
  const { browser } = await aBuyer();
  let page = await fillBilling(await browser.open(guestPosts))
    .fill(DA_20, "2")
    .press("Update total");
  const success = await payWith(page, CARDS.good);
  const first = paidOrder(success);
  page = await success.follow("Fill in manually");
  page = await page.fill("Target URL", "https://example.com/a").fill("Anchor text", "running shoes").press("Save");
  page = await page.follow("Order again");
  expect(page.location).toMatch(/\/checkout\?packages=/);
  // It was paid a moment ago.
  page = await page.follow("Order again");
  expect(page.value(DA_20)).toBe("2");
  page = await payWith(page, CARDS.good);
  expect(paidOrder(page).id).not.toBe(first.id);
  page = await page.follow(`Use your answers for order ${first.number}`);
  expect(page.text).toContain(`These are your answers for order ${first.number}. Check them before you save.`);
  expect(page.value("Target URL")).toBe("https://example.com/a");
  page = await page.fill("Anchor text", "trail shoes").press("Save");
  expect(page.text).toContain("trail shoes");
});

// Coupons.

const apply = (page: ScriptFreePage, code: string) => page.fill("Coupon code", code).press("Apply");

test("a coupon is applied, dropped by other choices and paid with", async () => {
  const { browser } = await aBuyer();
  let page = await (await browser.open(guestPosts)).fill(DA_20, "1").press("Update total");
  page = await apply(page, "welcome10");
  expect(page.text).toContain("Coupon applied successfully");
  const discounted = /Due today\$([\d.]+)/.exec(summary(page))![1];
  expect(summary(page)).toMatch(/Coupon WELCOME10-\$\d/);
  page = await page.check("One-Time").press("Update total");
  expect(page.text + page.toasts).toContain("Coupon has been deselected. Please apply again.");
  expect(summary(page)).toContain("Due today$90.00");
  page = await apply(page, "WELCOME10X");
  expect(page.error("Coupon code")).toContain("This coupon code is not valid");
  page = await apply(page, "WELCOME10");
  expect(summary(page)).toContain(`Due today$${discounted}`);
  page = await payWith(fillBilling(page), CARDS.good);
  const order = paidOrder(page);
  expect(await chargesOf(portal, order.id)).toMatchObject([{ amount: Math.round(Number(discounted) * 100) }]);
  expect((await browser.open(order.path)).text).toMatch(/Promotion applied ?-\$/);
});

test.each(["“WELCOME10”", "WELCOME 10", "welcome10.", "ＷＥＬＣＯＭＥ１０", "WELCOME10\u200b"])(
  "a coupon typed or pasted as %j is the one that was meant",
  async (code) => {
    const { browser } = await aBuyer();
    const page = await (await browser.open(guestPosts)).fill(DA_20, "1").press("Update total");
    expect((await apply(page, code)).text).toContain("Coupon applied successfully");
  },
);

test("a 100 % coupon settles without a charge", async () => {
  const { browser } = await aBuyer();
  let page = await (await browser.open(guestPosts)).check("One-Time").fill(DA_20, "1").press("Update total");
  page = await apply(page, "freetrial");
  expect(page.text).toContain("Nothing to pay. You do not need a card.");
  const order = paidOrder(await fillBilling(page).press("Place Order"));
  expect(await chargesOf(portal, order.id)).toEqual([]);
  expect((await browser.open(order.path)).text).toMatch(/Promotion applied ?-\$90\.00/);
});
