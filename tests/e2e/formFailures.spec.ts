import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  orderRows,
  payButton,
  payWith,
  quantity,
  SEEDED,
  told,
  typeCard,
} from "../support/checkoutSteps";
import { fillSignIn, newPerson, signInAs } from "../support/e2e";
import { docxBytes, pngBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const html = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  contentType: "text/html",
  body: "<!doctype html><title>Proxy</title><h1>An error page of a proxy</h1>",
});

interface Failure {
  answer: "offline" | "lost" | ReturnType<typeof html>;
  says: string;
}
/** The ways a post fails and the page's message for each. */
const FAILURES: readonly Failure[] = [
  { answer: "offline", says: "You are offline, so nothing was sent." },
  { answer: "lost", says: "We got no answer." },
  {
    answer: html(429, { "Retry-After": "120" }),
    says: "Too many requests, so nothing was saved. Try again in 2 minutes.",
  },
  { answer: html(500), says: "Something went wrong on our side." },
  { answer: html(502), says: "We are not available right now." },
  { answer: html(503, { "Retry-After": "30" }), says: "Try again in 30 seconds." },
  { answer: html(200), says: "The answer did not come from us." },
];

const isOurs = (page: Page) => (url: URL) =>
  url.host === new URL(page.url()).host && !url.pathname.startsWith("/__stripe");

/** Makes every post fail in this way while `act` runs. */
async function whileFailing(page: Page, answer: Failure["answer"], act: () => Promise<void>) {
  if (answer === "offline") {
    await page.context().setOffline(true);
    await act();
    return await page.context().setOffline(false);
  }
  const fail = (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    return answer === "lost" ? route.abort("connectionreset") : route.fulfill(answer);
  };
  const ours = isOurs(page);
  await page.route(ours, fail);
  await act();
  await page.unroute(ours, fail);
}

/** Everything typed, ticked and selected on the page. */
const entered = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLInputElement>("main input, main textarea, main select")];
    return controls
      .filter(({ type }) => type !== "hidden")
      .map(({ name, type, value, checked, files }) =>
        [
          name,
          type === "checkbox" || type === "radio"
            ? checked
            : type === "file"
              ? [...files!].map((file) => file.name)
              : value,
        ].join("="),
      );
  });

const received = (page: Page) => page.locator(".upload-name");

/** Sends and waits until the browser knows the result of the post. */
async function andHear(page: Page, answer: Failure["answer"], send: () => Promise<void>) {
  const isPost = (request: Request) => request.method() === "POST";
  const heard =
    typeof answer === "string"
      ? page.waitForEvent("requestfailed", isPost)
      : page.waitForEvent("requestfinished", isPost);
  await Promise.all([heard, send()]);
}

/** Runs every failure on the filled-in page: each shows its message and loses no input. */
async function losesNothing(page: Page, send: () => Promise<void>, said: Locator = page.locator("body")) {
  const { pathname } = new URL(page.url());
  const before = await entered(page);
  const uploads = await received(page).allTextContents();
  expect(before.length).toBeGreaterThan(0);
  for (const { answer, says } of FAILURES)
    await whileFailing(page, answer, async () => {
      await andHear(page, answer, send);
      await expect(said, says).toContainText(says);
      expect(await entered(page), says).toEqual(before);
      expect(await received(page).allTextContents(), says).toEqual(uploads);
      expect(new URL(page.url()).pathname, says).toBe(pathname);
    });
}

const press = (page: Page, name: string | RegExp) => () =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;

test.describe("a failed post loses nothing @script", () => {
  test.describe.configure({ timeout: 240_000 });

  test.beforeEach(({ expectRefusal }) => expectRefusal(/./));

  test("of a checkout: its coupon and its payment", async ({ page, baseURL }) => {
    await enterAsNewCustomer(page, baseURL!);
    await page.goto(await checkoutOf(page, "Niche Edits"));
    await quantity(page, "DA 20+").fill("1");
    await fillBilling(page);
    await typeCard(page, CARDS.good);
    await page.getByLabel("Coupon code").fill("NOSUCHCODE");
    const apply = press(page, "Apply");
    await losesNothing(page, apply, page.locator(".coupon-entry"));
    await apply();
    await expect(page.locator(".coupon-entry .field-error")).toHaveText("This coupon code is not valid");
    await page.getByLabel("Coupon code").fill("");
    await losesNothing(page, () => payButton(page).click(), page.locator(".form-errors"));
    await payButton(page).click();
    await arrivedAtSuccess(page);
  });

  test("of a decline's report: the bank's message stays", async ({ page, baseURL }) => {
    await enterAsNewCustomer(page, baseURL!);
    await page.goto(await checkoutOf(page, "Niche Edits"));
    await quantity(page, "DA 20+").fill("1");
    await fillBilling(page);
    let reported = () => {};
    const report = new Promise<void>((resolve) => {
      reported = resolve;
    });
    // The page asks for the payment, and with it the portal records the decline.
    await page.route(/\/orders\/[^/]+\/payment$/, async (route) => {
      await route.fulfill(html(503));
      reported();
    });
    await payWith(page, CARDS.declined, true);
    await report;
    await expect(page.locator("#card-error")).toHaveText("Your card was declined.");
    await expect(page.getByLabel("City")).toHaveValue("Springfield");
  });

  test("of an intake form with a file", async ({ page, baseURL }) => {
    await enterAsNewCustomer(page, baseURL!);
    await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
    await quantity(page, "DA 20+").fill("1");
    await fillBilling(page);
    await payWith(page, CARDS.good, true);
    await arrivedAtSuccess(page);
    await page.getByRole("link", { name: "Fill in manually" }).click();
    const part = page.getByRole("group", { name: "DA 20+" });
    await part.getByLabel("Target URL").fill("https://example.com/a");
    await part.getByLabel("Anchor text").fill("running shoes");
    const brief = { name: "brief.docx", mimeType: "application/octet-stream", buffer: Buffer.from(docxBytes()) };
    await part.getByLabel("Brief").setInputFiles(brief);
    await expect(received(page).filter({ hasText: "brief.docx" })).toBeVisible();
    await losesNothing(page, press(page, "Save"), page.locator(".form-errors"));
    await press(page, "Save")();
    await told(page, "Project details added successfully. Redirecting to order details.");
  });

  test("of a profile", async ({ page, baseURL }) => {
    await enterAsNewCustomer(page, baseURL!);
    await page.goto("/profile");
    await fillBilling(page);
    await page.getByLabel("First name").fill("Grace");
    await losesNothing(page, press(page, "Save Changes"));
    await press(page, "Save Changes")();
    await told(page, "Profile updated successfully");
    await expect(page.getByLabel("First name")).toHaveValue("Grace");
  });

  test("of an order, a menu toggle and a theme change", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await orderRows(page).first().getByRole("link").first().click();
    const note = unique("Call on Monday");
    await page.getByLabel("Notes").fill(note);
    const save = page.locator("#order [type=submit]");
    await save.scrollIntoViewIfNeeded();
    await save.focus();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await losesNothing(page, () => page.keyboard.press("Enter"));
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    const folded = page.locator(".shell[data-collapsed]");
    const dark = page.locator("html[data-theme=dark]");
    for (const { answer } of FAILURES)
      await whileFailing(page, answer, async () => {
        await press(page, "Close Menu")();
        await expect(folded).toHaveCount(1);
        await press(page, "Open Menu")();
        await expect(folded).toHaveCount(0);
        await page.locator("summary", { hasText: "Your account" }).click();
        await press(page, "Dark theme")();
        await expect(dark).toHaveCount(1);
        await press(page, "Light theme")();
        await expect(dark).toHaveCount(0);
        await page.keyboard.press("Escape");
        await expect(page.getByLabel("Notes")).toHaveValue(note);
      });
    await expect(page.getByText("We could not save this choice.").first()).toBeAttached();
    await save.click();
    await told(page, "Order updated successfully");
    await expect(page.getByLabel("Notes")).toHaveValue(note);
  });

  test("of a service", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/services/new");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(unique("Service"));
    await page.getByLabel("One-Time").check();
    await losesNothing(page, press(page, "Save"));
    await press(page, "Save")();
    await told(page, "Service created successfully");
  });

  test("of an announcement with its picture", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/announcements/new");
    await page.getByLabel("Title").fill(unique("Offer"));
    await page.getByLabel("Description").fill("Ten links, one free.");
    await page.getByLabel("URL").fill("https://example.com/offer");
    const picture = { name: "offer.png", mimeType: "image/png", buffer: Buffer.from(pngBytes()) };
    await page.locator("main input[type=file]").setInputFiles(picture);
    await expect(received(page).filter({ hasText: "offer.png" })).toBeVisible();
    await losesNothing(page, press(page, "Save"));
    await press(page, "Save")();
    await told(page, "Announcement created successfully");
  });

  test("of a bulk approval: the ticks stay", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/commissions");
    const boxes = page.getByRole("table", { name: "Commissions" }).locator("tbody").getByRole("checkbox");
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByLabel("New Status").selectOption("APPROVED");
    await losesNothing(page, press(page, "Update Status"));
    await press(page, "Update Status")();
    await told(page, /skipped|Updated successfully/);
    await expect(boxes.nth(0)).not.toBeChecked();
  });

  test("of moving orders to another client", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/clients?firstName=Emma");
    await page.locator(".row-link").first().click();
    await page.getByRole("table", { name: "Orders of this client" }).getByRole("checkbox").first().check();
    await press(page, "Move Order")();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await losesNothing(page, () => dialog.getByRole("button", { name: /^Move/ }).click());
    await dialog.getByRole("button", { name: /^Move/ }).click();
    // The action answers again: it requires a client.
    await expect(dialog.locator(".form-errors")).toBeVisible();
  });

  test("of a sign-up and a sign-in", async ({ page }) => {
    const person = newPerson();
    await page.goto("/signup");
    await page.getByLabel("First name").fill(person.firstName);
    await page.getByLabel("Last name").fill(person.lastName);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: false }).first().fill(person.password);
    await losesNothing(page, press(page, "SIGN UP"));
    await press(page, "SIGN UP")();
    await page.waitForURL((url) => url.pathname === "/welcome");

    await page.context().clearCookies();
    for (const button of ["Email me a sign-in link", "SIGN IN"]) {
      await page.goto("/signin");
      await page.getByLabel("Email").fill(person.email);
      await page.locator("input[name=password]").fill(person.password);
      await losesNothing(page, press(page, button));
    }
    await fillSignIn(page, person);
    await page.waitForURL((url) => url.pathname !== "/signin");
  });

  test("of a button: dismissing, signing out", async ({ page }) => {
    await signInAs(page, SEEDED.customer, "/");
    const toast = page.getByRole("alert").locator(".toast").last();
    const dismiss = page.getByRole("button", { name: /^Dismiss/ }).first();
    for (const { answer, says } of FAILURES)
      await whileFailing(page, answer, async () => {
        await andHear(page, answer, () => dismiss.click());
        await expect(toast).toContainText(says);
        await page.locator("summary", { hasText: "Your account" }).click();
        await andHear(page, answer, press(page, "Logout"));
        await expect(toast).toContainText(says);
        await page.keyboard.press("Escape");
        expect(new URL(page.url()).pathname).toBe("/");
      });
    await dismiss.click();
    await told(page, "Announcement dismissed");
    await page.locator("summary", { hasText: "Your account" }).click();
    await press(page, "Logout")();
    await page.waitForURL((url) => url.pathname === "/signin");
  });
});

test("without script, Back restores a form after a failed post @noscript", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(/./);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto("/profile");
  await fillBilling(page);
  await page.getByLabel("First name").fill("Grace");
  const before = await entered(page);
  for (const status of [429, 500, 503])
    await whileFailing(page, html(status), async () => {
      await press(page, "Save Changes")();
      await expect(page.getByRole("heading", { name: "An error page of a proxy" })).toBeVisible();
      await page.goBack();
      expect(await entered(page), String(status)).toEqual(before);
    });
  await press(page, "Save Changes")();
  await told(page, "Profile updated successfully");
});
