import { expect, type Page } from "@playwright/test";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { arrivedAtSuccess, CARDS, checkoutOf, fillBilling, payWith, SEEDED, told } from "../support/checkoutSteps";
import { pickClient } from "../support/clientPicker";
import { fillSignIn, lastMail, newPerson, PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const SERVICE = "SEO Content Writing";

/** Fills in and sends the form for a new client. */
async function invite(
  page: Page,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
) {
  await page.goto("/clients/new");
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Invite client" }).click();
}

test("staff invite a client, who buys, and move the order", async ({
  page,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(180_000);
  expectRefusal(/\/(clients|password)/);
  const person = newPerson({ firstName: "Inga", lastName: "Invited" });
  await signInAs(page, SEEDED.manager);
  await page.goto("/clients");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "New Client" }).click();
  // The list's filters have the same labels.
  await expect(page.getByRole("heading", { level: 1, name: "New Client" })).toBeVisible();

  // Errors show next to their fields and keep the input.
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Email").fill("not an address");
  await page.getByRole("button", { name: "Invite client" }).click();
  await expect(page.locator(".field-error")).toHaveText(["Last name is required", "Please provide a valid email"]);
  await expect(page.getByLabel("First name")).toHaveValue(person.firstName);
  expect(await seriousFindings(page)).toEqual([]);
  await invite(page, { ...person, email: SEEDED.customer.email });
  await expect(page.locator(".field-error")).toHaveText("User Already exists");
  await invite(page, person);
  await told(page, `Invitation sent to ${person.email}`);
  const path = new URL(page.url()).pathname;
  await expect(page.getByRole("heading", { level: 1, name: /Inga Invited Lead/ })).toBeVisible();
  await lastMail(person.email);
  await page.getByRole("button", { name: "Resend invitation" }).click();
  await told(page, "Invitation sent");

  const mail = await lastMail(person.email, 1);
  expect(mail.subject).toBe("Welcome to Portal");
  const link = new URL(/https?:\S+\/password\/reset\/\S+/.exec(mail.text)![0]);
  const client = await (await anotherBrowser()).newPage();
  await client.goto(link.pathname);
  await expect(client.getByRole("heading", { level: 1, name: "Welcome to Portal" })).toBeVisible();
  await client.getByLabel("New password").fill(PASSWORD);
  await client.getByLabel("Confirm password").fill(PASSWORD);
  await client.getByRole("button", { name: "Set Password" }).click();
  await expect(client.getByRole("heading", { level: 1, name: "Your account is ready" })).toBeVisible();
  await client.getByRole("link", { name: "Proceed to Login" }).click();
  await fillSignIn(client, { email: person.email, password: PASSWORD });
  await client.waitForURL((url) => url.pathname === "/welcome");

  await client.goto(await checkoutOf(client, SERVICE));
  await client
    .getByRole("textbox", { name: /^Quantity of/ })
    .first()
    .fill("1");
  if (!script) await client.getByRole("button", { name: "Update total" }).click();
  await fillBilling(client);
  await payWith(client, CARDS.good, script === true);
  const { number } = await arrivedAtSuccess(client);

  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: /Inga Invited Active/ })).toBeVisible();
  await page.getByRole("link", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Inga Invited has one open session.");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await told(page, "Signed out everywhere");
  await client.goto("/orders");
  await expect(client).toHaveURL(/\/signin/);
  await page.getByRole("button", { name: "Move Order" }).click();
  await expect(page.getByText("Select at least one order")).toBeVisible();
  await page.goto(path);
  await page.getByLabel(`Select order ${number}`).check();
  await page.getByRole("button", { name: "Move Order" }).click();
  await expect(page.getByRole("heading", { name: "Move Order" })).toBeVisible();
  await page.getByRole("button", { name: "Move order", exact: true }).click();
  await expect(page.getByText("Select a client").first()).toBeVisible();
  await pickClient(page.getByRole("dialog"), "emma.carter", script);
  await asksBeforeLeaving(page, "clients/MoveOrdersDialog");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Move order", exact: true }).click();
  await told(page, "1 order moved");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await client.goto("/orders");
  await expect(client.getByText(number, { exact: true })).toHaveCount(0);
  await page.goto(`/orders?orderId=${number}`);
  await expect(page.getByRole("link", { name: "Emma Carter" })).toBeVisible();
});

test("staff edit every tab of a client; an unknown tab says so", async ({
  page,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(120_000);
  expectRefusal(/\/clients/);
  const person = newPerson({ firstName: "Nils", lastName: "Noted" });
  await signInAs(page, SEEDED.manager);
  await invite(page, person);
  await told(page, `Invitation sent to ${person.email}`);
  const path = new URL(page.url()).pathname;
  await page.getByLabel("Status", { exact: true }).selectOption("INACTIVE");
  if (!script) await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /Nils Noted Inactive/ })).toBeVisible();
  await told(page, "Updated successfully");
  await page.getByLabel("Client type").selectOption("AGENCY");
  if (!script) await page.getByRole("button", { name: "Save" }).first().click();
  await told(page, "Updated successfully");

  await page.goto(`${path}/edit`);
  await page.getByLabel("Last name").fill("");
  await page.getByLabel("City").fill("Oslo");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".field-error")).toHaveText("Last name is required");
  await expect(page.getByLabel("City")).toHaveValue("Oslo");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Last name").fill("Named");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByText("Oslo")).toBeVisible();

  await page.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByLabel("Affiliate code")).toHaveValue(/^NILS-NAMED/);
  await page.getByLabel("Affiliate code").fill("a!");
  await page.getByRole("button", { name: "Add commission" }).click();
  await page.getByLabel("Percent").fill("100.5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".field-error")).toHaveText([
    "Use 3 to 32 characters: A-Z, 0-9 and -",
    "Service is required",
    "Percent should be between 0 and 100, with at most two decimals",
  ]);
  await page.getByLabel("Affiliate code").fill("AFF2026");
  await page.getByLabel("Percent").fill("12.5");
  await page.getByRole("combobox", { name: "Service" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".field-error")).toHaveText(["This code is already in use"]);
  expect(await seriousFindings(page)).toEqual([]);
  const code = `NILS-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
  await page.getByLabel("Affiliate code").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByText(`Code ${code}`)).toBeVisible();

  await page.getByRole("link", { name: "Add note" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".field-error")).toHaveText("Note is required");
  await page.getByRole("textbox", { name: "Note" }).fill("Calls on Mondays");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Calls on Mondays")).toBeVisible();
  await page.getByRole("link", { name: "Delete note" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await told(page, "Note deleted");
  await expect(page.getByText("Calls on Mondays")).toHaveCount(0);

  await page.goto(`${path}?tab=subscriptions`);
  await expect(page).toHaveTitle(/^Subscriptions of Nils Named \|/);
  await expect(page.getByText("No subscriptions yet")).toBeVisible();
  await page.goto(`${path}?tab=commissions-of-nobody`);
  await expect(page.getByText("Unknown Tab")).toBeVisible();
});

test("finds clients without accents and exports their statement", async ({ page, javaScriptEnabled: script }) => {
  await signInAs(page, SEEDED.manager);
  await page.goto("/clients");
  await page.getByLabel("Last Name").fill("muller");
  if (!script) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("table", { name: "Clients" }).locator("tbody").getByRole("row")).toHaveCount(1);
  await expect(page.getByText("juergen.mueller@example.com")).toBeVisible();
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await page.goto(`/clients?email=${encodeURIComponent(SEEDED.customer.email)}`);
  await page.goto((await page.locator(".row-link").first().getAttribute("href"))!);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Account statement" }).click();
  await expect(page.getByRole("table", { name: "Account statement" })).toBeVisible();
  await expect(page.getByText("Closing balance")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
