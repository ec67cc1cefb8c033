import { expect, type Page } from "@playwright/test";
import { SEEDED } from "../support/checkoutSteps";
import { seriousFindings, signInAs, signUpAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const banner = (page: Page) => page.getByRole("form", { name: "Impersonation" });

/** A client of this test's own, on whose page the staff member then is. */
async function openClientOf(page: Page, email: string) {
  await page.goto(`/clients?email=${encodeURIComponent(email)}`);
  const path = (await page.locator(".row-link").first().getAttribute("href"))!;
  await page.goto(path);
  return path;
}

test("staff log in as a client, act, read whose account it is on every page, and go back", async ({
  page,
  anotherBrowser,
  expectRefusal,
}) => {
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
  // The team's pages are closed, as they are to the client.
  await page.goto("/clients");
  await expect(page).toHaveURL(/\/$/);
  const back = banner(page).getByRole("button", { name: "Back to Admin" });
  await back.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Login as User" })).toBeVisible();
});

test("an admin who was signed out meanwhile comes to the sign-in screen; logout leaves both accounts", async ({
  page,
  anotherBrowser,
}) => {
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
