import { expect, type Page } from "@playwright/test";
import { SEEDED } from "../support/checkoutSteps";
import { liveConnection, seriousFindings, signInAs, signOut, signUpAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const banner = (page: Page) => page.getByRole("form", { name: "Impersonation" });

/** Opens the page of the client with this email and returns its path. */
async function openClientOf(page: Page, email: string) {
  await page.goto(`/clients?email=${encodeURIComponent(email)}`);
  const path = (await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]!;
  await page.goto(path);
  return path;
}

test("staff log in as a client, see so on every page, and go back", async ({ page, anotherBrowser, expectRefusal }) => {
  expectRefusal(/\/nothing-here/);
  const client = await signUpAs(await (await anotherBrowser()).newPage());
  await signInAs(page, SEEDED.manager);
  const path = await openClientOf(page, client.email);
  await page.getByRole("button", { name: "Login as User" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Ada" })).toBeVisible();
  for (const place of ["/", "/orders", "/services", "/notifications", "/nothing-here"]) {
    await page.goto(place);
    await expect(banner(page)).toContainText("Signed in as Ada Example");
  }
  await page.goto("/");
  expect(await seriousFindings(page)).toEqual([]);
  // Staff pages are closed to the impersonated client.
  await page.goto("/clients");
  await expect(page).toHaveURL(/\/$/);
  const back = banner(page).getByRole("button", { name: "Back to Admin" });
  await back.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("button", { name: "Login as User" })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test("a signed-out admin returns to sign-in; logout ends both sessions", async ({ page, anotherBrowser }) => {
  const client = await signUpAs(await (await anotherBrowser()).newPage());
  await signInAs(page, SEEDED.manager);
  await openClientOf(page, client.email);
  await page.getByRole("button", { name: "Login as User" }).click();
  await expect(banner(page)).toBeVisible();
  await page.locator("summary", { hasText: "Your account" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/signin");
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/signin\?redirectUrl=/);
});

test("an open tab posts nothing under another account's session @script", async ({ page, context, expectRefusal }) => {
  test.setTimeout(90_000);
  expectRefusal(/\/talk\?intent=(message|draft)/);
  const connected = liveConnection(page);
  await signInAs(page, SEEDED.manager, "/orders?status=Working&clientName=Casey");
  await page.locator(".row-link").first().click();
  const client = page
    .getByRole("complementary", { name: "Order information" })
    .getByRole("link", { name: "Casey Morgan" })
    .first();
  const tab = await context.newPage();
  await tab.goto((await client.getAttribute("href"))!);
  const composer = page.locator(".talk-composer");
  const send = composer.getByRole("button", { name: "Send" });
  await connected;
  const lookAt = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const words = `From the team ${crypto.randomUUID()}`;

  await tab.getByRole("button", { name: "Login as User" }).click();
  await expect(banner(tab)).toBeVisible();
  const count = await page.locator(".bell-count").first().textContent();
  await Promise.all([page.waitForResponse(/\/notifications\/latest/), lookAt()]);
  await expect(page.locator(".bell-count").first()).toHaveText(count ?? "");
  await composer.getByRole("textbox").last().fill(words);
  await send.click();
  await expect(composer).toContainText("Nothing was saved or charged. This page was opened by another account");
  await banner(tab).getByRole("button", { name: "Back to Admin" }).click();
  await expect(banner(tab)).toHaveCount(0);

  await signOut(tab);
  await send.click();
  await expect(composer).toContainText(
    "You have been signed out, so nothing was saved. Sign in in another tab, then send this again.",
  );
  await expect(composer.locator("textarea")).toHaveValue(words);
  await signInAs(tab, SEEDED.manager, "/notifications");
  await send.click();
  await expect(page.getByRole("log").getByText(words)).toHaveCount(1);
  const live = page.waitForEvent("websocket");
  await lookAt();
  await live;

  await tab.getByRole("button", { name: "Mark all as read" }).click();
  await expect(tab.locator(".bell-count")).toHaveCount(0);
  await lookAt();
  await expect(page.locator(".bell-count")).toHaveCount(0);
});
