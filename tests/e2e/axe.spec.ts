import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payButton,
  payWith,
  quantity,
  SEEDED,
  typeCard,
} from "../support/checkoutSteps";
import { forgetSession, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const WIDE = { width: 1280, height: 720 };
/** The width at which content must fit without a horizontal scroll. */
const NARROW = { width: 320, height: 640 };

/** Expects no serious finding in light and dark, wide and narrow, and no overflow at 320 px. */
async function fits(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect.soft(await seriousFindings(page), `${state}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // The theme changes colours only.
  expect.soft(await seriousFindings(page, ["color-contrast"]), `${state}, dark`).toEqual([]);
  await page.setViewportSize(NARROW);
  // Viewport units update one frame after the window's width.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.configure({ soft: true }).poll(excess, `${state}, wider than 320 px by`).toBeLessThanOrEqual(0);
  // Without script the narrow markup is the same.
  if (test.info().project.use.javaScriptEnabled !== false)
    expect.soft(await seriousFindings(page), `${state}, dark and narrow`).toEqual([]);
  await page.setViewportSize(WIDE);
}

const errorBox = (page: Page) => page.locator(".form-errors");

test("the screens that people use most", async ({ page }) => {
  test.setTimeout(300_000);
  const check = async (path: string, shown = page.getByRole("heading", { level: 1 })) => {
    await page.goto(path);
    await expect(shown).toBeVisible();
    await fits(page, path);
  };
  const checkFirstOrder = async (list: string) => {
    await check(list, page.locator(".row-link").first());
    await check((await page.locator(".row-link").first().getAttribute("href"))!);
  };
  await check("/signin");
  await check("/shop");
  const checkout = await checkoutOf(page, "Guest Posts");
  await check(checkout.replace(/checkout$/, "details"));
  await check(checkout);
  await signInAs(page, SEEDED.customer);
  await check("/");
  await checkFirstOrder("/orders");
  await forgetSession(page);
  await signInAs(page, SEEDED.manager);
  for (const path of ["/", "/work", "/inbox"]) await check(path);
  await checkFirstOrder("/orders?status=Working");
});

test("signed out: accounts, checkout and its dialogs @deep", async ({
  page,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(300_000);
  expectRefusal(/\/(nothing|signin|checkout|password)/);
  for (const path of ["/signin", "/signup", "/password/reset", "/password/reset/over", "/nothing"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, path);
  }
  await page.goto(await checkoutOf(page, "Guest Posts"));
  if (script) await expect(page.getByLabel("Card number")).toBeVisible();
  await fits(page, "checkout");
  await page.getByRole("button", { name: "Have an account?" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Email")).toBeVisible();
  await fits(page, "sign-in dialog");
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
  await expect(errorBox(page)).toBeVisible();
  await fits(page, "sign-in dialog with errors");
  await dialog.getByRole("link", { name: /^New to/ }).click();
  await expect(dialog.getByLabel("First name")).toBeVisible();
  await fits(page, "sign-up dialog");
  await dialog.getByRole("button", { name: "SIGN UP" }).click();
  await expect(errorBox(page)).toBeVisible();
  await fits(page, "sign-up dialog with errors");
});

test("customer: buying @deep", async ({ page, baseURL, expectRefusal, javaScriptEnabled: script }) => {
  test.setTimeout(300_000);
  expectRefusal(/\/(checkout|__stripe|orders)/);
  await enterAsNewCustomer(page, baseURL!);
  for (const path of ["/", "/orders", "/notifications", "/services"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, `${path} of a new customer`);
  }
  await page.goto((await checkoutOf(page, "Guest Posts")).replace(/checkout$/, "details"));
  await expect(page.getByRole("link", { name: "Buy Now" }).first()).toBeVisible();
  await fits(page, "service");

  await page.goto(await checkoutOf(page, "Guest Posts"));
  await quantity(page, "DA 20+").fill("5");
  if (script) {
    await expect(payButton(page)).toBeVisible();
    await payButton(page).click();
    await expect(page.getByText("Your card details are incomplete")).toBeVisible();
    await typeCard(page, CARDS.declined);
  }
  await payButton(page)
    .or(page.getByRole("button", { name: "Place Order" }))
    .click();
  await expect(errorBox(page)).toBeVisible();
  await fits(page, "checkout with errors");
  await fillBilling(page);
  if (script) {
    await payButton(page).click();
    await expect(page.getByText("Your card was declined.")).toBeVisible();
    await fits(page, "checkout after a decline");
  } else await payButton(page).click();
  await payWith(page, CARDS.good, script);
  await arrivedAtSuccess(page);
  await fits(page, "success");
  await page.getByRole("link", { name: "Fill in manually" }).click();
  await expect(page.getByLabel("Target URL")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toBeVisible();
  await fits(page, "project details with errors");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Upload a file" }).click();
  await expect(page.getByLabel("Project file")).toBeVisible();
  await fits(page, "project file");
  await page.getByRole("link", { name: "Goto Order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
  await fits(page, "order");
  await page.goto("/checkout/success");
  await fits(page, "invalid order");
});

test("customer: existing orders @deep", async ({ page, javaScriptEnabled: script }) => {
  test.setTimeout(300_000);
  await signInAs(page, SEEDED.customer);
  for (const path of ["/", "/orders", "/notifications", "/welcome"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, `${path} of a customer`);
  }
  await page.locator("summary", { hasText: "Your account" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await fits(page, "account menu");
  if (!script) return;
  await page.goto("/");
  await page.locator("a.bell").click();
  const drawer = page.getByRole("dialog", { name: "Notifications" });
  await expect(drawer.getByRole("listitem").first()).toBeVisible();
  await fits(page, "notifications drawer");
  await page.setViewportSize(NARROW);
  await expect.poll(async () => (await drawer.boundingBox())!.x, "cut off on the left").toBeGreaterThanOrEqual(0);
});

test("customer: paying later @deep", async ({ page, baseURL, javaScriptEnabled: script }) => {
  test.setTimeout(300_000);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Niche Edits"));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await expect(payButton(page)).toHaveText("Pay $70.00");
  await payWith(page, CARDS.alwaysAuthenticated, script);
  await expect(page.getByRole("heading", { name: "3-D Secure authentication" })).toBeVisible();
  await page.goto("/orders");
  await page.getByRole("link", { name: "Resume payment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Resume payment" })).toBeVisible();
  if (script) await expect(page.getByLabel("Card number")).toBeVisible();
  await fits(page, "resume payment");
  await page.getByRole("link", { name: "Back to the order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
  await fits(page, "unpaid order");
});

test("staff @deep", async ({ page, expectRefusal, javaScriptEnabled: script }) => {
  test.setTimeout(300_000);
  expectRefusal(/\/(orders|nothing)/);
  await signInAs(page, SEEDED.superAdmin);
  for (const path of [
    "/",
    "/orders",
    "/orders?status=Working&size=25",
    "/orders?orderId=0",
    "/notifications",
    "/nothing",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, `${path} of staff`);
  }
  await page.goto(await checkoutOf(page, "Niche Edits"));
  await expect(page.getByText("Staff accounts cannot buy")).toBeVisible();
  await fits(page, "checkout of staff");
  await page.goto("/orders?status=Working");
  await page.locator(".row-link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
  await fits(page, "order of staff");
  await page.getByRole("link", { name: "Cancel order" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  await fits(page, "cancel dialog");
  // The browser accepts a blank reason, the portal does not.
  await dialog.getByLabel("Reason").fill("   ");
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(errorBox(page).or(dialog.locator(".field-error")).first()).toBeVisible();
  await fits(page, "cancel dialog with errors");
  await page.goto("/orders?status=Cancelled");
  await page.locator(".row-link").first().click();
  await page.getByRole("link", { name: "Reopen order" }).click();
  await expect(page.getByRole("dialog").or(dialog)).toBeVisible();
  await fits(page, "reopen dialog");
  await page.goto("/orders");
  if (script) await page.getByRole("button", { name: "Close Menu" }).click();
  await page.locator("summary", { hasText: "Your account" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await fits(page, "account menu of staff");
});

test("affiliates: the programme and its traffic logs @deep", async ({ page, expectRefusal }) => {
  test.setTimeout(300_000);
  expectRefusal(/fromDate=/);
  await signInAs(page, SEEDED.affiliate);
  for (const path of [
    "/affiliate",
    "/affiliate?tab=commissions&chart=earnings",
    "/affiliate?fromDate=2026-01-01&toDate=2026-11-21",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, path);
  }
  await forgetSession(page);
  await signInAs(page, SEEDED.customer, "/affiliate");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await fits(page, "/affiliate of a customer");
  await forgetSession(page);
  await signInAs(page, SEEDED.manager);
  for (const path of [
    "/affiliates/traffic-logs",
    "/affiliates/traffic-logs?bot=all&size=25",
    "/affiliates/traffic-logs?affiliateCode=NOBODYS-AT-ALL",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, path);
  }
});

test("people: profile, second factor, team, sign-in links @deep", async ({ page, baseURL, expectRefusal }) => {
  test.setTimeout(120_000);
  expectRefusal(/\/(profile|teams|signin)/);
  for (const path of ["/signin/link", "/signin/code", "/signin/link/over", "/signin/locked/of/1/over"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, path);
  }
  await enterAsNewCustomer(page, baseURL!);
  for (const path of ["/profile", "/profile/two-factor"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, `${path} of a new customer`);
  }
  await page.goto("/profile");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(errorBox(page)).toBeVisible();
  await fits(page, "profile with errors");
  await forgetSession(page);
  await signInAs(page, SEEDED.superAdmin, "/teams");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await fits(page, "/teams");
  await page.getByRole("link", { name: /^Edit/ }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await fits(page, "team dialog");
  await page.goto("/teams");
  // A person with open orders hands them over first; `team.spec` looks at the question.
  await page.getByRole("link", { name: "Delete Marcus Ellery" }).click();
  await expect(page.getByRole("dialog", { name: /^Hand over work/ })).toBeVisible();
  await fits(page, "team hand-over dialog");
});

test("staff: dashboard @deep", async ({ page, expectRefusal }) => {
  test.setTimeout(300_000);
  expectRefusal(/fromDate=/);
  await signInAs(page, SEEDED.superAdmin);
  for (const [range, state] of [
    ["Last 3 months", "dashboard of three months"],
    ["This month", "dashboard as table"],
  ] as const) {
    await page.goto("/");
    await page.getByRole("link", { name: range }).click();
    await expect(page.getByRole("link", { name: range })).toHaveAttribute("aria-current", "true");
    await page.getByText("Show as table").click();
    await fits(page, state);
  }
  for (const [search, state] of [
    ["?fromDate=2020-01-01&toDate=2020-01-01", "dashboard of one day without revenue"],
    ["?fromDate=2020-01-01&toDate=2026-01-01", "dashboard, refused range"],
  ] as const) {
    await page.goto(`/${search}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, state);
  }
});

test("staff: coupons @deep", async ({ page, expectRefusal }) => {
  test.setTimeout(300_000);
  expectRefusal(/\/coupons/);
  await signInAs(page, SEEDED.manager, "/coupons");
  for (const path of ["/coupons", "/coupons?status=ALL&size=25", "/coupons?code=nothing-of-this-name"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Coupons" })).toBeVisible();
    await fits(page, path);
  }
  await page.goto("/coupons/new");
  await page.getByLabel("Limit total usages").check();
  await page.getByLabel("Set expiry").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toBeVisible();
  await fits(page, "new coupon with errors");
  await page.goto("/coupons?code=PARTNER15");
  await page.locator(".row-link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "PARTNER15" })).toBeVisible();
  await fits(page, "coupon");
  await page.getByRole("link", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await fits(page, "coupon delete question");
});

test("staff: commissions, payouts, announcements, creatives, reports @deep", async ({ page }) => {
  test.setTimeout(300_000);
  await signInAs(page, SEEDED.superAdmin);
  for (const path of [
    "/commissions",
    "/commissions/payouts",
    "/commissions/payouts/new",
    "/affiliates",
    "/affiliates/settings",
    "/announcements?visible=all",
    "/announcements/new",
    "/creatives",
    "/creatives/new",
    "/reports/agents",
    "/reports/clients-comparison",
    "/reports/subscriptions",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits(page, path);
  }
  await page.goto("/commissions");
  await page
    .getByRole("link", { name: /^Details/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Commission/ })).toBeVisible();
  await fits(page, "commission");
});

test("visitors: a coupon at the checkout @deep", async ({ page, expectRefusal }) => {
  test.setTimeout(120_000);
  expectRefusal(/\/checkout/);
  await page.goto(`${await checkoutOf(page, "Guest Posts")}?coupon=partner15`);
  await expect(page.getByText("PARTNER15: 15% off.")).toBeVisible();
  await fits(page, "checkout with a coupon");
  await page.getByLabel("Coupon code").fill("nobody");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("This coupon code is not valid").first()).toBeVisible();
  await fits(page, "checkout with a refused coupon");
});

test("links: lists, tab, and the pages of one and of many @deep", async ({ page }) => {
  test.setTimeout(300_000);
  await signInAs(page, SEEDED.superAdmin, "/placements?state=ready");
  await expect(page.getByRole("table")).toBeVisible();
  await fits(page, "/placements");
  await page.locator(".row-link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Link / })).toBeVisible();
  await fits(page, "a link, staff");
  const order = (await page
    .getByRole("main")
    .getByRole("link", { name: /^Order \d/ })
    .getAttribute("href"))!;
  await page.goto(order);
  await expect(page.getByRole("table", { name: "Placements" })).toBeVisible();
  await fits(page, "tab of links, staff");
  for (const part of ["paste", "sites", "live"]) {
    await page.goto(`${order.split("?")[0]}/placements/${part}`);
    await expect(page.getByRole("button", { name: "Preview" })).toBeVisible();
    await fits(page, `${part} of links`);
  }
  await page.goto("/reports/delivery");
  await expect(page.getByRole("table")).toBeVisible();
  await fits(page, "report of deliveries");
  await forgetSession(page);
  await signInAs(page, SEEDED.customer, "/links");
  await expect(page.getByRole("table")).toBeVisible();
  await fits(page, "/links");
  await page.locator(".row-link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Link / })).toBeVisible();
  await fits(page, "a link, client");
});
