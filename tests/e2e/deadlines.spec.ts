import { expect } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

test("staff move a deadline with a reason and find it in the history", async ({ page, expectRefusal }) => {
  expectRefusal(/\/deadline/);
  await signInAs(page, SEEDED.manager, "/orders");
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Overdue" }).click();
  await expect(page.locator("tbody .badge", { hasText: "Overdue" }).first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("columnheader", { name: "Due" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=dueAt\.desc/);
  const rows = await page
    .locator(".row-link")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const change = page.getByRole("link", { name: "Change deadline" });
  let path = "";
  // Orders with tracked links are due with their links.
  for (path of rows) {
    await page.goto(path);
    if ((await change.count()) > 0) break;
  }
  await change.click();
  const dialog = page.getByRole("dialog", { name: /Change deadline/ });
  await dialog.getByLabel("Due").fill("2030-01-07");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText("Give a reason").first()).toBeVisible();
  await expect(dialog.getByLabel("Due")).toHaveValue("2030-01-07");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByLabel("Reason").fill("The publisher answers late");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Deadline changed");
  await expect(page.getByText("7 Jan 30", { exact: true })).toBeVisible();
  await page.goto(`${path}?tab=history`);
  await expect(page.getByText("The publisher answers late")).toBeVisible();
});

test("the report 'On time' shows shares and medians", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/reports/on-time?fromDate=2020-01-01&toDate=2030-01-01");
  await expect(page.getByRole("columnheader", { name: "Median working days" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
