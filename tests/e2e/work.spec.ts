import { expect } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

test.beforeEach(({ expectRefusal }) => expectRefusal(/\/(?:orders|tags)\//));

test("an order goes through the work queue", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/orders?status=Working");
  const row = page.locator(".row-link").last();
  const path = (await row.getAttribute("href"))!;
  await page.goto(path);
  const number = (await page.getByRole("heading", { level: 1 }).innerText()).match(/\d+/)![0];
  const manage = page.locator("#manage");
  const save = async () => {
    await manage.getByRole("button", { name: "Save" }).click();
    await told(page, "Order updated successfully");
  };
  await manage.getByLabel("Assigned").selectOption("none");
  await manage.getByLabel("Priority").selectOption("urgent");
  await manage.getByLabel("Tags").fill("Rush, Journey tag");
  await manage.getByLabel("Snooze until").fill("");
  await manage.getByLabel("Snoozed because").fill("");
  await save();

  const inGroup = (name: RegExp) => page.getByRole("region", { name }).getByRole("row").filter({ hasText: number });
  await page.goto("/orders?tags=Journey+tag&priority=urgent");
  await expect(page.getByRole("row").filter({ hasText: number })).toContainText("Urgent");

  await page.goto(path);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await manage.getByLabel("Snooze until").fill(day);
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(manage.getByLabel("Snoozed because")).toHaveAttribute("aria-invalid", "true");
  await expect(manage.getByLabel("Tags")).toHaveValue("Journey tag, Rush");
  await manage.getByLabel("Snoozed because").fill("The client is away");
  await save();
  await page.goto("/work?group=snoozed");
  await expect(page.getByRole("row").filter({ hasText: number })).toContainText("The client is away");

  await page.goto("/work");
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: /^My work \d+/ })).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 2, name: /^Snoozed \d+/ })).toBeVisible();
  await expect(inGroup(/^(Overdue|Unassigned)/)).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
});

test("a tag is renamed, recolored and deleted for all its orders", async ({ page }) => {
  await signInAs(page, SEEDED.manager, "/orders?status=Working");
  await page.goto((await page.locator(".row-link").first().getAttribute("href"))!);
  const path = page.url();
  const field = page.locator("#manage").getByLabel("Tags");
  const former = await field.inputValue();
  const mark = crypto.randomUUID().slice(0, 8);
  await field.fill(`${former}, Old ${mark}`);
  await page.locator("#manage").getByRole("button", { name: "Save" }).click();
  await told(page, "Order updated successfully");
  await page.locator("#manage").getByRole("link", { name: "Manage tags" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row(`Old ${mark}`).getByRole("link", { name: `1 order with Old ${mark}` })).toBeVisible();

  await row(`Old ${mark}`).locator(".row-link").click();
  const dialog = page.getByRole("dialog", { name: "Edit tag" });
  await dialog.getByLabel("Name").fill("One, two");
  await dialog.getByLabel("Color").selectOption("Green");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Color")).toHaveValue("green");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByLabel("Name").fill(`New ${mark}`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await told(page, "Tag saved");
  await expect(row(`New ${mark}`).locator(".badge")).toHaveClass(/tone-success/);
  await row(`New ${mark}`).getByRole("link", { name: "order with" }).click();
  await expect(page.getByRole("table", { name: "Orders" }).locator(".row-link")).toHaveCount(1);
  await page.goto(path);
  await expect(field).toHaveValue(new RegExp(`New ${mark}`));

  await page.goto("/tags");
  await row(`New ${mark}`).locator("summary").click();
  await page.getByRole("link", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete tag" });
  await expect(question).toContainText("1 order loses it.");
  await question.getByRole("button", { name: "Delete" }).click();
  await told(page, "Tag deleted");
  await expect(row(`New ${mark}`)).toHaveCount(0);
  await page.goto(path);
  await expect(field).toHaveValue(former);
});
