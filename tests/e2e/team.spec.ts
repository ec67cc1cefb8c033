import { expect, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { fillSignIn, lastMail, PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

test.beforeEach(({ expectRefusal }) => expectRefusal(/\/(teams|signin|password)/));

const row = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });
const errors = (page: Page) => page.getByRole("dialog").locator(".form-errors");

test("a super admin adds, edits and deletes a manager", async ({ page, anotherBrowser }) => {
  const email = `manager.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await signInAs(page, SEEDED.superAdmin, "/teams");
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Team accounts" })).toBeVisible();
  await expect(row(page, SEEDED.superAdmin.email)).toContainText("Super Admin");
  await expect(row(page, SEEDED.superAdmin.email).getByRole("link", { name: /^Delete/ })).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole("link", { name: "Add User" }).click();
  await expect(page).toHaveURL("/teams/new");
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("input[name=password]")).toBeHidden();
  await dialog.getByLabel("Send an invitation").uncheck();
  await dialog.getByRole("button", { name: "Add User" }).click();
  for (const message of [
    "Email is required",
    "First name is required",
    "Last name is required",
    "Privilege is required",
    "Password is required",
  ])
    await expect(errors(page)).toContainText(message);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByLabel("Email").fill(SEEDED.customer.email);
  await dialog.getByLabel("First name").fill("Mona");
  await dialog.getByLabel("Last name").fill("Manager");
  await dialog.getByLabel("Privileges").selectOption("Manager");
  await dialog.locator("input[name=password]").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Add User" }).click();
  await expect(errors(page)).toContainText("User Already exists");
  await expect(dialog.getByLabel("First name")).toHaveValue("Mona");
  await dialog.getByLabel("Email").fill(email);
  await dialog.locator("input[name=password]").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Add User" }).click();
  await expect(page).toHaveURL("/teams");
  await expect(page.getByText("Team account added")).toBeVisible();
  await expect(row(page, email)).toContainText("Mona Manager");
  await expect(row(page, email).locator(".badge")).toHaveText("Manager");

  // The manager can sign in but sees no team and no agents' revenue.
  const other = await (await anotherBrowser()).newPage();
  await signInAs(other, { email, password: PASSWORD }, "/");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByRole("link", { name: "Teams" })).toHaveCount(0);
  await expect(other.getByText("Revenue by Clients")).toBeVisible();
  await expect(other.getByText("Revenue by Agents")).toHaveCount(0);
  await other.goto("/teams");
  await expect(other).toHaveURL("/");
  await other.goto("/teams/new");
  await expect(other).toHaveURL("/");

  await row(page, email).getByRole("link", { name: "Edit Mona Manager" }).click();
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  await expect(dialog.getByLabel("Email")).not.toBeEditable();
  await dialog.getByLabel("First name").fill("Moana");
  await dialog.getByLabel("Privileges").selectOption("");
  await dialog.getByLabel("Update Password").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(errors(page)).toContainText("Privilege is required");
  await expect(errors(page)).toContainText("Password is required");
  await dialog.getByLabel("Privileges").selectOption("Admin");
  await dialog.locator("input[name=password]").fill("Changed#2027");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/teams");
  await expect(row(page, email)).toContainText("Moana Manager");
  await expect(row(page, email).locator(".badge")).toHaveText("Admin");
  // The password change ended the other browser's session.
  await other.goto("/orders");
  await expect(other).toHaveURL(/\/signin/);
  await fillSignIn(other, { email, password: "Changed#2027" });
  await expect(other).toHaveURL("/orders");

  await row(page, email).getByRole("link", { name: "Delete Moana Manager" }).click();
  await expect(
    page.getByText("Are you sure you want to delete this team account: Moana Manager?", { exact: true }),
  ).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/teams");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await row(page, email).getByRole("link", { name: "Delete Moana Manager" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/teams");
  await expect(row(page, email)).toHaveCount(0);
  await other.goto("/orders");
  await expect(other).toHaveURL(/\/signin/);
});

test("an invited team member chooses a password", async ({ page, anotherBrowser }) => {
  const email = `invited.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await signInAs(page, SEEDED.superAdmin, "/teams/new");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("First name").fill("Ines");
  await dialog.getByLabel("Last name").fill("Invited");
  await dialog.getByLabel("Privileges").selectOption("Manager");
  await dialog.getByRole("button", { name: "Add User" }).click();
  await told(page, `Team account added. We sent an invitation to ${email}.`);
  await expect(row(page, email)).toContainText("Invited");
  await row(page, email).getByRole("link", { name: "Send the invitation to Ines Invited again" }).click();
  await expect(dialog).toContainText("The earlier link stops working");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await told(page, "Invitation sent");

  const link = new URL(/https?:\S+\/password\/reset\/\S+/.exec((await lastMail(email, 1)).text)![0]);
  const member = await (await anotherBrowser()).newPage();
  await member.goto(link.pathname);
  await member.getByLabel("New password").fill(PASSWORD);
  await member.getByLabel("Confirm password").fill(PASSWORD);
  await member.getByRole("button", { name: "Set Password" }).click();
  await member.getByRole("link", { name: "Proceed to Login" }).click();
  await fillSignIn(member, { email, password: PASSWORD });
  await expect(member.getByText("Revenue by Clients")).toBeVisible();
  await page.goto("/teams");
  await expect(row(page, email).getByRole("link", { name: /invitation/ })).toHaveCount(0);
});

test("manages the team by keyboard alone @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/teams");
  const add = page.getByRole("link", { name: "Add User" });
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/teams");
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
});
