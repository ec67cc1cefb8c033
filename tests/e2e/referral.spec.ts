import { expect } from "@playwright/test";
import { test } from "../support/watchedTest";

test("a referral link redirects to its page and records the click", async ({ page, context, baseURL }) => {
  await page.goto("/r/AFF2026?p=/signin");
  expect(page.url()).toBe(`${baseURL}/signin`);
  const click = (await context.cookies()).find(({ name }) => name === "click");
  expect(click).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(click!.value).toContain(".AFF2026.");
});

test("a stranger with a referral link meets the sign-up, not the sign-in", async ({ page }) => {
  await page.goto("/r/AFF2026?p=/orders");
  await expect(page).toHaveURL("/signup?redirectUrl=%2Forders");
  await expect(page.getByRole("heading", { level: 1, name: "Create your free account" })).toBeVisible();
});
