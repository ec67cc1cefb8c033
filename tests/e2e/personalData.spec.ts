import { expect, type Page } from "@playwright/test";
import { enterAsNewCustomer, SEEDED, told } from "../support/checkoutSteps";
import { fillSignIn, forgetSession, mailThat, PASSWORD, type Person, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const DAY_MS = 24 * 60 * 60_000;

test.beforeEach(({ expectRefusal }) => expectRefusal(/\/(profile|signin)/));

/** Types the password and asks for the deletion. */
async function requestDeletion(page: Page, password: string) {
  await page.goto("/profile");
  await page.getByRole("link", { name: "Delete my account" }).click();
  // The profile has a field of that name too.
  await page.waitForURL("/profile/delete-account");
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Delete my account" }).click();
}
const waiting = (page: Page) => page.getByText("Your account will be deleted in 14 days, on");

test("a client downloads, requests, undoes, and is erased after 14 days", async ({ page, baseURL, portal }) => {
  test.setTimeout(120_000);
  const person: Person = await enterAsNewCustomer(page, baseURL!);
  await page.goto("/profile");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^personal-data-\d{8}\.zip$/);

  await requestDeletion(page, "Wrong#2026");
  await expect(page.locator("#delete-account-errors")).toContainText("password");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await told(page, "Your account will be deleted in 14 days");
  await expect(waiting(page)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await told(page, "The deletion was undone");
  await expect(waiting(page)).toHaveCount(0);
  await mailThat(person.email, ({ subject }) => subject === "Your account will not be deleted");

  await requestDeletion(page, PASSWORD);
  await expect(waiting(page)).toBeVisible();
  await forgetSession(page);
  await portal.control.moveClock({ advanceMs: 14 * DAY_MS });
  await portal.control.runCron("billing");
  await mailThat(person.email, ({ subject }) => subject === "Your account was deleted");
  await page.goto("/signin");
  await fillSignIn(page, person);
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
});

test("staff request and undo a deletion on the client page", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/clients?firstName=Emma");
  await page.locator("tbody a").first().click();
  await page.getByRole("link", { name: "Delete account" }).click();
  await page.getByRole("button", { name: "Delete account" }).click();
  await told(page, "The account will be deleted in 14 days");
  await page.getByRole("button", { name: "Undo" }).click();
  await told(page, "The deletion was undone");
  await page.goto("/settings/audit");
  await expect(page.getByText("Deletion of the account undone").first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
