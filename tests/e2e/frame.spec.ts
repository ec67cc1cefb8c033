import { expect, type Page } from "@playwright/test";
import { enterAsNewCustomer, SEEDED } from "../support/checkoutSteps";
import { forgetSession, newPerson, preferencesKept, signInAs, signOut, signUpAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");
const bell = (page: Page) => page.locator("a.bell");

test("/welcome links to the catalogue", async ({ page }) => {
  const { firstName } = await signUpAs(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(firstName);
  await expect(page.locator(".welcome-steps").getByRole("heading")).toHaveText([
    "Choose a service",
    "Tell us about your project",
    "Follow the progress",
  ]);
  await page.getByRole("link", { name: "Place new order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Explore Our Services" })).toBeVisible();
});

test("every menu item opens its page and is marked as current", async ({ page, anotherBrowser }) => {
  for (const who of ["superAdmin", "manager", "customer", "affiliate"] as const) {
    const own = who === "superAdmin" ? page : await (await anotherBrowser()).newPage();
    await signInAs(own, SEEDED[who], "/");
    await expect(menu(own).first()).toBeVisible();
    // A count may change from page to page.
    const labels = (await menu(own).allTextContents()).map((text) => text.replace(/ \d+\+?$/, ""));
    expect(labels, who).toEqual(expect.arrayContaining(["Dashboard", "Orders", "Services"]));
    for (const label of labels) {
      const name = new RegExp(`^${label}( \\d+\\+?)?$`);
      await own.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
      await expect(own.getByRole("link", { name }).and(own.locator("[aria-current=page]")).first()).toBeVisible();
      await expect(own.getByRole("heading", { level: 1 })).not.toContainText(/404|error/i);
    }
  }
});

test("on a phone the menu opens by keyboard and returns the focus @twice", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const who of ["manager", "customer"] as const) {
    if (who === "customer") await signOut(page);
    await signInAs(page, SEEDED[who], "/");
    const button = page.getByRole("button", { name: "Menu", exact: true });
    const orders = page.locator(".menu-link", { hasText: "Orders" });
    await expect(orders).toHaveCount(1);
    await expect(orders).toBeHidden();
    await button.press("Enter");
    await expect(orders).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(menu(page).first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(orders).toBeHidden();
    await expect(button).toBeFocused();
    await button.press("Enter");
    await orders.press("Enter");
    await expect(page).toHaveURL("/orders");
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
    await expect(orders).toBeHidden();
  }
});

test("every staff list fits its page next to the menu", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/");
  await expect(menu(page).first()).toBeVisible();
  const paths = await menu(page).evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  for (const path of [...paths, "/reports/clients", "/reports/clients-comparison"]) {
    await page.goto(path);
    for (const width of [1024, 810]) {
      await page.setViewportSize({ width, height: 720 });
      const excess = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1024, height: 720 });
  }
});

test("an affiliate's menu fits 800 px with wide letter spacing", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 720 });
  await signInAs(page, SEEDED.affiliate, "/");
  await expect(menu(page).first()).toBeVisible();
  await page.evaluate(() => Object.assign(document.body.style, { letterSpacing: "0.12em", wordSpacing: "0.16em" }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
});

test("a customer's menu contains no team items", async ({ page }) => {
  await signInAs(page, SEEDED.customer, "/");
  await expect(menu(page).first()).toBeVisible();
  const labels = await menu(page).allTextContents();
  for (const label of ["Clients", "Teams", "Coupons", "Reports", "Creatives"]) expect(labels).not.toContain(label);
});

test("an empty bell says that nothing has happened", async ({ page, baseURL, javaScriptEnabled: script }) => {
  await enterAsNewCustomer(page, baseURL!);
  await page.goto("/");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await bell(page).click();
  const place = script ? page.getByRole("dialog", { name: "Notifications" }) : page.getByRole("main");
  await expect(place).toContainText("No notifications available. Notifications about your activity will show up here.");
  if (!script) return;
  await page.keyboard.press("Escape");
  await expect(place).toBeHidden();
  await expect(bell(page)).toBeFocused();
});

test("a new client's notification opens the client and is marked as read", async ({
  page,
  baseURL,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/clients\//);
  const person = newPerson({ firstName: "Grace", lastName: `Number ${Date.now()}` });
  await enterAsNewCustomer(await (await anotherBrowser()).newPage(), baseURL!, person);
  await signInAs(page, SEEDED.manager, "/");
  const news = page.getByRole("button", { name: `${person.firstName} ${person.lastName} signed up` });
  await bell(page).click();
  await expect(news).toContainText("Unread");
  await news.click();
  await expect(page).toHaveURL(/\/clients\/[A-Za-z0-9_-]+$/);
  await page.goto("/");
  await bell(page).click();
  await expect(news).toBeVisible();
  await expect(news).not.toContainText("Unread");
  await expect(
    page
      .getByRole("region", { name: "Today" })
      .getByRole("button")
      .filter({ has: page.locator("time") }),
  ).not.toHaveCount(0);
  await page
    .getByRole("button", { name: "Unread only" })
    .or(page.getByRole("link", { name: "Unread only" }))
    .click();
  await expect(news).toHaveCount(0);
  await expect(page).toHaveURL(script ? "/" : "/notifications?show=unread");
});

test("each user's theme and side menu persist on every page", async ({
  page,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  await signInAs(page, SEEDED.manager, "/");
  await page.locator("summary", { hasText: "Your account" }).click();
  const kept = preferencesKept(page);
  await page.getByRole("button", { name: "Dark theme" }).click();
  await kept;
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // With script the page stays loaded with its menu open.
  if (script) await page.keyboard.press("Escape");
  const closed = preferencesKept(page);
  await page.getByRole("button", { name: "Close Menu" }).click();
  await closed;
  await expect(page.getByRole("button", { name: "Open Menu" })).toBeVisible();
  await page.goto("/orders");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator(".shell")).toHaveAttribute("data-collapsed", "");
  await page.getByRole("button", { name: "Open Menu" }).click();
  await expect(page.locator(".shell")).not.toHaveAttribute("data-collapsed", "");
  const other = await (await anotherBrowser()).newPage();
  await signInAs(other, SEEDED.superAdmin, "/");
  await expect(other.locator("html")).not.toHaveAttribute("data-theme", "dark");
});

test("a missing page keeps the menu of a signed-in person", async ({ page, expectRefusal }) => {
  expectRefusal(/nothing|orders/);
  for (const [who, menu] of [
    [SEEDED.manager, "Coupons"],
    [SEEDED.customer, "Services"],
  ] as const) {
    await signInAs(page, who);
    for (const path of ["/nothing/here", "/orders/bm90aGluZw"]) {
      expect((await page.goto(path))!.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: "404 | Page not found" })).toBeVisible();
      await expect(page.getByRole("main")).toHaveCount(1);
      await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: menu })).toHaveCount(1);
    }
    await forgetSession(page);
  }
  await page.goto("/nothing/here");
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
});

test("tabs scroll sideways on a phone and show the open one @script", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signInAs(page, SEEDED.superAdmin, "/services");
  await page.getByRole("link", { name: "Guest Posts by Domain Authority" }).first().click();
  const tabs = page.locator("nav.tabs");
  await expect(tabs).toBeVisible();
  const last = tabs.getByRole("link").last();
  await last.click();
  await expect(last).toHaveAttribute("aria-current", "page");
  await expect(last).toBeInViewport({ ratio: 0.95 });
  const tops = await tabs
    .locator(".tab")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
