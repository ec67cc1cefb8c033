import { expect, type Page, type Route } from "@playwright/test";
import { orderRows, SEEDED } from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const menuLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

const AWAY: readonly [says: string, fail: (route: Route) => Promise<void>][] = [
  ["We cannot show the next page at the moment", (route) => route.abort("connectionrefused")],
  ["Try again in 30 seconds.", (route) => route.fulfill({ status: 503, headers: { "Retry-After": "30" } })],
  ["We cannot show the next page at the moment", (route) => route.fulfill({ body: "<h1>Sign in to our network</h1>" })],
];

/** Simulates another build, which has none of this page's modules. Documents load as usual. */
async function deployAnotherBuild(page: Page) {
  const missing = (route: Route) => route.fulfill({ status: 404 });
  await page.route("**/assets/**.js", missing);
  page.on("request", (request) => {
    if (request.isNavigationRequest()) void page.unroute("**/assets/**.js", missing);
  });
}

/** True when the present document is the one that was marked. */
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));

test.describe("a link that cannot be followed @script", () => {
  test.beforeEach(({ expectRefusal }) => expectRefusal(/./));

  test("keeps the page while the server is away and works later", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await orderRows(page).first().getByRole("link").first().click();
    await expect(page.getByLabel("Notes")).toBeVisible();
    await mark(page);
    const { href } = new URL(page.url());
    const toast = page.getByRole("alert").locator(".toast");
    const stays = async (says: string) => {
      await menuLink(page, "Coupons").click();
      await expect(toast).toContainText(says);
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      expect(page.url()).toBe(href);
      await toast.getByRole("button", { name: "Close" }).click();
    };
    await page.context().setOffline(true);
    await stays("You are offline, so this page stays open.");
    await page.context().setOffline(false);
    for (const [says, fail] of AWAY) {
      await page.route(/./, fail);
      await stays(says);
      await page.unroute(/./, fail);
    }
    expect(await isMarked(page)).toBe(true);
    await menuLink(page, "Coupons").click();
    await expect(heading(page, "Coupons")).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel("Notes")).toBeVisible();
  });

  test("opens the next page as a document after a deployment", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders");
    await mark(page);
    await deployAnotherBuild(page);
    await menuLink(page, "Coupons").click();
    await expect(heading(page, "Coupons")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/coupons");
    expect(await isMarked(page)).toBe(false);
  });

  test("asks before a deployment costs typed text", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await orderRows(page).first().getByRole("link").first().click();
    await page.getByLabel("Notes").pressSequentially("Call on Monday");
    await deployAnotherBuild(page);
    await menuLink(page, "Coupons").click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("Notes")).toHaveValue(/Call on Monday/);
    await menuLink(page, "Coupons").click();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(heading(page, "Coupons")).toBeVisible();
  });

  test("Back to a page that cannot be read leaves the menu", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/coupons");
    await menuLink(page, "Orders").click();
    await expect(heading(page, "Orders")).toBeVisible();
    const fail = (route: Route) => route.abort("connectionrefused");
    await page.route(/./, fail);
    await page.evaluate(() => window.history.back());
    await expect(heading(page, "We cannot show this page at the moment")).toBeVisible();
    await expect(menuLink(page, "Orders")).toBeVisible();
    await page.unroute(/./, fail);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(heading(page, "Coupons")).toBeVisible();
  });
});

test("a page that cannot be read leaves the menu", async ({ page, expectRefusal }) => {
  expectRefusal(/\/announcements/);
  await signInAs(page, SEEDED.manager, "/announcements");
  const fault = { target: "database", call: 'from "announcements"', kind: "refuse" };
  await controlPort().fault({ ...fault, times: 50 });
  await page.locator(".row-link").first().click();
  await expect(heading(page, "An error occurred.")).toBeVisible();
  await expect(menuLink(page, "Orders")).toBeVisible();
  await page.reload();
  await expect(heading(page, "An error occurred.")).toBeVisible();
  await controlPort().fault({ ...fault, times: 0 });
  await menuLink(page, "Announcements").click();
  await expect(heading(page, "Announcements")).toBeVisible();
});
