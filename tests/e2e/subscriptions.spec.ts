import { expect, type Page } from "@playwright/test";
import { paths } from "~/paths";
import { aBuyer, BUYER_PASSWORD, buy, serviceNamed } from "../support/apiBuyer";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { CARDS, SEEDED, told, typeCard } from "../support/checkoutSteps";
import { mailThat, seriousFindings, signInAs } from "../support/e2e";
import { tabTo } from "../support/keyboard";
import { aMonthPasses } from "../support/monthOfRenewals";
import type { Portal } from "../support/runningPortal";
import { test } from "../support/watchedTest";

const SERVICE = "Local SEO Management";
/** Attaches, then every charge fails. */
const FAILS_LATER = "4000 0000 0000 0341";
const CARD_REFUSED = /\/__stripe\//;

let served = 0;

/** A new customer whose first subscription payment has just succeeded. */
async function aSubscriber(portal: Portal) {
  const buyer = await aBuyer(portal, `Sub${++served}`);
  const service = await serviceNamed(portal, buyer.bearer, SERVICE);
  await buy(portal, buyer.bearer, service, { paymentType: "SUBSCRIPTION" });
  const [subscription] = (await portal.api("GET", "/subscription/mine", { bearer: buyer.bearer })).json;
  return { ...buyer, password: BUYER_PASSWORD, name: `Sub${served} Example`, subscription };
}
type Subscriber = Awaited<ReturnType<typeof aSubscriber>>;

async function chargesOf({ control }: Portal, { subscription }: Subscriber) {
  const { entries } = await control.ledger<{ kind: string; status: string; metadata: Record<string, string> }>();
  return entries
    .filter((entry) => entry.kind === "charge" && entry.metadata.subscription_id === subscription.id)
    .map(({ status }) => status);
}

/** Types the card into the page's field or the provider's page. */
async function giveCard(page: Page, number: string, script: boolean, button: RegExp) {
  if (!script) await page.getByRole("button", { name: button }).click();
  await typeCard(page, number);
  await page.getByRole("button", { name: script ? button : "Save your card" }).click();
}

async function updateCard(page: Page, person: Subscriber, number: string, script: boolean) {
  await signInAs(page, person, "/subscriptions/mine");
  await page.getByRole("link", { name: /^Update card/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Update card" })).toBeVisible();
  await giveCard(page, number, script, /^Save card$/);
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Subscriptions" }).locator("tbody").getByRole("row").filter({ hasText: name });

test("a renewal is charged automatically and shown to its customer", async ({
  page,
  portal,
  javaScriptEnabled: script,
}) => {
  const person = await aSubscriber(portal);
  await aMonthPasses(portal, page);
  expect(await chargesOf(portal, person)).toEqual(["succeeded"]);
  await signInAs(page, person, "/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Subscriptions" }).click();
  await expect(page.getByText("Renews automatically")).toBeVisible();
  await expect(page.getByText("Visa ending in 4242").first()).toBeVisible();
  await expect(
    page
      .getByRole("table", { name: `Payments of ${SERVICE}` })
      .locator("tbody")
      .getByRole("row"),
  ).toHaveCount(2);
  expect(await seriousFindings(page)).toEqual([]);
  if (!script) return;
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("a declined renewal is paid by the mail's one-time card link @twice", async ({
  page,
  portal,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(CARD_REFUSED);
  expectRefusal(/\/card\//);
  const person = await aSubscriber(portal);
  await updateCard(page, person, FAILS_LATER, script);
  await told(page, "Your card has been saved.");
  await aMonthPasses(portal, page);
  const cardLink = /https?:\/\/\S+\/card\/\S+/;
  const mail = await mailThat(person.email, ({ text }) => cardLink.test(text));
  const link = cardLink.exec(mail.text)![0];

  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(link.replace(/.$/, (last) => (last === "A" ? "B" : "A")));
  await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  const answer = await visitor.goto(link);
  expect(answer!.headers()).toMatchObject({ "referrer-policy": "same-origin", "cache-control": "no-store" });
  await expect(visitor.getByRole("heading", { level: 1, name: /^Pay \$/ })).toBeVisible();
  await expect(visitor.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  expect(await seriousFindings(visitor)).toEqual([]);
  await giveCard(visitor, CARDS.good, script, /^Save card and pay/);
  await expect(visitor.getByText("Payment received. Thank you.")).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

  expect((await chargesOf(portal, person)).filter((status) => status === "succeeded")).toHaveLength(1);
  await signInAs(page, person, "/subscriptions/mine");
  await expect(page.getByText("Renews automatically")).toBeVisible();
});

/** The card page of a failed renewal with a valid card typed in. */
async function unpaidRenewal(page: Page, portal: Portal) {
  const person = await aSubscriber(portal);
  await updateCard(page, person, FAILS_LATER, true);
  await told(page, "Your card has been saved.");
  await aMonthPasses(portal, page);
  await signInAs(page, person, paths.subscriptionCard(person.subscription.id));
  await typeCard(page, CARDS.good);
  return person;
}
const paidRenewals = async (portal: Portal, person: Subscriber) =>
  (await chargesOf(portal, person)).filter((status) => status === "succeeded").length;

test("a renewal paid with a new card succeeds without modules @script", async ({ page, portal, expectRefusal }) => {
  expectRefusal(/\/__stripe\/|\/assets\//);
  const person = await unpaidRenewal(page, portal);
  await page.route("**/assets/**.js", (route) => route.abort());
  await page.getByRole("button", { name: /^Save card and pay/ }).click();
  await told(page, "Payment received. Thank you.");
  await expect(page).toHaveURL("/subscriptions/mine");
  expect(await paidRenewals(portal, person)).toBe(1);
});

test("charges once when the response to a saved card is lost @script", async ({ page, portal, expectRefusal }) => {
  expectRefusal(/\/__stripe\/|\/card/);
  const person = await unpaidRenewal(page, portal);
  let lost = 0;
  await page.route(/\/card\?/, async (route) => {
    if (!route.request().postData()?.includes("intent=save") || lost++ > 0) return await route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: /^Save card and pay/ }).click();
  await expect(page.getByRole("alert")).toContainText("Do not enter your card again.");
  await told(page, "Payment received. Thank you.");
  expect(await paidRenewals(portal, person)).toBe(1);
});

test("a renewal that needs authentication is paid once from home", async ({
  page,
  portal,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(CARD_REFUSED);
  const person = await aSubscriber(portal);
  await updateCard(page, person, CARDS.alwaysAuthenticated, script);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await told(page, "Your card has been saved.");
  await aMonthPasses(portal, page);
  await signInAs(page, person);
  // The first sign-in leads to the welcome page.
  await page.goto("/");
  await expect(page.getByText("Your bank needs you to confirm the payment of")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: /^Confirm payment/ }).click();
  await page.getByRole("button", { name: "Confirm payment" }).click();
  if (!script) await page.getByRole("link", { name: "Continue to your bank" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await told(page, "Payment received. Thank you.");
  await expect(page.getByText("Renews automatically")).toBeVisible();
  await portal.control.runCron("billing");
  expect((await chargesOf(portal, person)).filter((status) => status === "succeeded")).toHaveLength(1);
});

test("a client cancels and keeps; staff use Charge Now and Cancel", async ({ page, portal, anotherBrowser }) => {
  const person = await aSubscriber(portal);
  const customer = await (await anotherBrowser()).newPage();
  await signInAs(customer, person, "/subscriptions/mine");
  await customer.getByRole("link", { name: /^Cancel subscription/ }).click();
  await customer.getByLabel("Reason").fill("We move this work in-house");
  await asksBeforeLeaving(customer, "subscriptions/CancelOwnDialog");
  await customer.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(customer.getByText(/^Ends on .*\. You keep what is paid\.$/)).toBeVisible();
  await mailThat(person.email, ({ subject }) => subject.includes("ends on"));
  expect(await seriousFindings(customer)).toEqual([]);

  await signInAs(page, SEEDED.manager, `/subscriptions?clientName=${encodeURIComponent(person.name)}`);
  await expect(rowOf(page, person.name)).toContainText("Ends");
  await customer.getByRole("button", { name: /^Keep subscription/ }).click();
  await expect(customer.getByText("Renews automatically")).toBeVisible();
  await page.reload();
  await rowOf(page, person.name).locator("summary").click();
  await page.getByRole("link", { name: "Charge Now" }).click();
  const charge = page.getByRole("dialog", { name: "Charge Now" });
  await expect(charge).toContainText("Visa ending in 4242");
  // Bought today, so a month from now is the day that was due anyway.
  await expect(charge).toContainText(/The next payment stays on \w+ \d\d, \d{4}\./);
  expect(await seriousFindings(page)).toEqual([]);
  await charge.getByRole("button", { name: /^Charge \$/ }).click();
  await told(page, "Subscription charged successfully");
  expect(await chargesOf(portal, person)).toEqual(["succeeded"]);
  await expect(rowOf(page, person.name)).toContainText("Active");

  await rowOf(page, person.name).locator("summary").click();
  await page.getByRole("link", { name: "Cancel", exact: true }).click();
  const cancel = page.getByRole("alertdialog", { name: "Cancel subscription" });
  await expect(cancel).toContainText("We will not charge this card again");
  expect(await seriousFindings(page)).toEqual([]);
  await cancel.getByRole("button", { name: "Cancel subscription" }).click();
  await told(page, "Subscription canceled successfully");
  await expect(rowOf(page, person.name)).toContainText("Canceled");
  await rowOf(page, person.name).locator("summary").click();
  for (const name of ["Charge Now", "Cancel"])
    await expect(page.getByRole("button", { name, exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Charge Now" })).toHaveAccessibleDescription(
    "The subscription is canceled.",
  );
  await mailThat(person.email, ({ subject }) => subject.includes("was canceled"));
  await customer.reload();
  await expect(customer.getByText("We will not charge you again.")).toBeVisible();
});

test("filters and exports the list and links to the health page", async ({
  page,
  portal: _,
  javaScriptEnabled: script,
}) => {
  await signInAs(page, SEEDED.manager, "/subscriptions?status=Past_Due");
  await expect(rowOf(page, "Past Due").first()).toBeVisible();
  await expect(rowOf(page, "Active")).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  // The order of a subscription links back to it.
  const id = (await rowOf(page, "Past Due").first().locator(".subscription-id").getAttribute("title"))!;
  await rowOf(page, "Past Due").first().getByRole("link", { name: /^\d+$/ }).click();
  await page.getByRole("link", { name: id }).click();
  await expect(page.locator(".subscription-id")).toHaveCount(1);
  await expect(page.locator(".subscription-id")).toHaveAttribute("title", id);
  await page.goto("/subscriptions?status=Past_Due");
  await page.getByRole("link", { name: "Asked to cancel" }).click();
  await expect(rowOf(page, "Asked to cancel").first()).toBeVisible();
  await page.getByRole("link", { name: "Clear Filters" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await download).suggestedFilename()).toMatch(/^Subscriptions.*\.xlsx$/);
  await page.getByRole("main").getByRole("link", { name: "Health" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Last runs" })).toContainText("Charge due renewals");
  expect(await seriousFindings(page)).toEqual([]);
  if (!script) return;
  for (const path of ["/subscriptions", "/settings/health"]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test("uses a row's menu and dialog by keyboard alone @script", async ({ page, portal: _ }) => {
  await signInAs(page, SEEDED.manager, "/subscriptions?status=Active");
  const menu = page.locator(".table-actions summary").first();
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const choose = async (item: number) => {
    await tabTo(page, menu);
    await page.keyboard.press("Enter");
    for (let n = 0; n < item; n++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  };
  await choose(1);
  await expect(page.getByRole("dialog", { name: "Charge Now" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/subscriptions\?status=Active$/);
  await expect(dialog).toHaveCount(0);
  const ended = (await page.locator("tbody .subscription-id").first().textContent())!;
  await page.reload();
  await choose(2);
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole("button", { name: /^Cancel subscription/ }));
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("tbody").getByText(ended)).toHaveCount(0);
});
