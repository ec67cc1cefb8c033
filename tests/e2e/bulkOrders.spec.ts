import { expect, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const LIST = "/orders?status=Completed&status=Cancelled&size=50";
const rows = (page: Page) => page.getByRole("table", { name: "Orders" }).locator("tbody").getByRole("row");

const UNASSIGNED = "/orders?assignedToAdminId=none&size=50";

test("assigns a page of orders in four actions and undoes it", async ({ page, javaScriptEnabled: script }) => {
  await signInAs(page, SEEDED.manager, UNASSIGNED);
  await expect(rows(page)).toHaveCount(50);
  const number = await rows(page).first().locator("td").nth(1).textContent();
  let actions = 0;
  const act = async (work: Promise<unknown>) => {
    actions++;
    await work;
  };
  if (script) await act(page.getByRole("button", { name: "Select all on this page" }).click());
  else for (const box of await rows(page).getByRole("checkbox").all()) await box.check();
  await act(page.getByLabel("Assign to").selectOption({ label: "Marcus Ellery (you)" }));
  await act(page.getByRole("button", { name: "Assign", exact: true }).click());
  await told(page, /50 orders changed/);
  console.log(`Assigned 50 orders in ${actions} actions, script ${script}`);
  expect(actions).toBeLessThanOrEqual(4);
  await expect(rows(page).filter({ hasText: number ?? "" })).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await told(page, "50 orders put back");
  await expect(rows(page).filter({ hasText: number ?? "" })).toHaveCount(1);
});

test("keeps a list as a view and steps through its orders", async ({
  page,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/views\/new/);
  const name = `Finished ${script ? "with" : "without"} script`;
  await signInAs(page, SEEDED.manager, LIST);
  await page.getByRole("link", { name: "Save view" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Save view" })).toBeVisible();
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.locator(".form-errors")).toContainText("Name");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByLabel("Show it to the team").check();
  await page.getByRole("button", { name: "Save view" }).click();
  await told(page, "View saved");
  await expect(page.getByRole("navigation", { name: "Views" }).getByRole("link", { name })).toContainText(/\d/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
  await expect(page).toHaveURL(/status=Completed/);

  const titles = await rows(page).locator("td:nth-of-type(2)").allTextContents();
  await rows(page).locator(".row-link").first().click();
  const order = (number: string | undefined) => page.getByRole("heading", { level: 1, name: `Order ${number}` });
  await expect(order(titles[0])).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous order" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next order" }).click();
  await expect(order(titles[1])).toBeVisible();
  if (script) await page.keyboard.press("p");
  else await page.getByRole("link", { name: "Previous order" }).click();
  await expect(order(titles[0])).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL(/status=Completed/);

  await page.goto("/views");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("row").filter({ hasText: name }).locator("summary").click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await told(page, "View deleted");
});

test("works a list by keys alone, which the profile turns off @script", async ({ page }) => {
  await signInAs(page, SEEDED.manager, LIST);
  const focused = (index: number) => expect(rows(page).nth(index).locator(".row-link")).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await focused(0);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await focused(2);
  await rows(page)
    .nth(2)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await told(page, /orders? changed/);
  await page.getByRole("button", { name: "Undo" }).click();
  await told(page, /put back/);
  await page.keyboard.press("/");
  await expect(page.getByLabel("Order Id")).toBeFocused();
  await page.keyboard.type("x");
  await expect(page.getByLabel("Order Id")).toHaveValue("x");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Order Id")).not.toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/clients$/);

  await page.goto("/profile");
  await page.getByRole("button", { name: "Turn off shortcuts" }).click();
  await expect(page.getByText("Single keys do nothing in this browser.")).toBeVisible();
  await page.keyboard.press("?");
  // A dialog would be over the button.
  await page.getByRole("button", { name: "Turn on shortcuts" }).click();
  await expect(page.getByText("Press ? on any page")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
