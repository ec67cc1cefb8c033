import { expect, type Page } from "@playwright/test";
import { told } from "../support/checkoutSteps";
import { PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const customerAccount = { email: "customer@example.com", password: PASSWORD };
const managerAccount = { email: "manager@example.com", password: PASSWORD };
const adminAccount = { email: "admin@example.com", password: PASSWORD };

const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
/** The textarea, or the editor that replaces it with script. */
const composer = (page: Page) => conversation(page).getByRole("textbox").last();
/** The field that the form sends in both cases. */
const source = (page: Page) => conversation(page).locator(".talk-composer:not([hidden]) textarea[name=body]");

async function ask(page: Page, text: string) {
  await composer(page).fill(text);
  await conversation(page).getByRole("button", { name: "Send" }).click();
  await told(page, "Message sent successfully");
}

test("a client's message is found, answered and resolved", async ({
  page: staff,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(150_000);
  const mark = Date.now().toString(36);
  const client = await (await anotherBrowser()).newPage();
  await signInAs(client, customerAccount, "/orders?status=Working");
  await client.goto((await client.locator(".row-link").first().getAttribute("href"))!);
  await ask(client, `Is it done? ${mark}`);

  await signInAs(staff, managerAccount, "/inbox");
  await expect(staff.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox \d+/ })).toBeVisible();
  expect(await seriousFindings(staff)).toEqual([]);
  const link = list(staff).getByRole("link", { name: mark });
  await expect(link).toContainText("Unread");
  const address = (await link.getAttribute("href"))!;
  await link.click();
  await expect(conversation(staff).getByText(`Is it done? ${mark}`)).toHaveCount(1);
  await expect(staff.getByRole("heading", { level: 1 })).toContainText("To answer");
  expect(await seriousFindings(staff)).toEqual([]);

  await staff.getByLabel("Saved reply").selectOption({ label: "First drafts" });
  await staff.getByRole("button", { name: "Insert" }).click();
  await expect(source(staff)).toHaveValue(/the first drafts of order \d+ are ready/);
  if (script) await expect(staff.getByText("Draft saved")).toBeVisible();
  else {
    await staff.getByRole("button", { name: "Save draft" }).click();
    await told(staff, "Draft saved");
  }

  // The same person in another browser, and another person.
  const elsewhere = await (await anotherBrowser()).newPage();
  await signInAs(elsewhere, managerAccount, address);
  await expect(source(elsewhere)).toHaveValue(/the first drafts of order \d+ are ready/);
  const colleague = await (await anotherBrowser()).newPage();
  await signInAs(colleague, adminAccount, address);
  await expect(source(colleague)).toHaveValue("");

  await conversation(staff).getByRole("button", { name: "Reply" }).click();
  await told(staff, "Message sent successfully");
  await expect(conversation(staff).getByText("the first drafts of order").last()).toBeVisible();
  await expect(source(staff)).toHaveValue("");
  await staff.goto("/inbox?tab=waiting");
  await list(staff)
    .locator(`a[href^="${address.split("?")[0]}"]`)
    .click();
  await expect(source(staff)).toHaveValue("");
  await staff.setViewportSize({ width: 390, height: 844 });
  await expect(list(staff)).toBeHidden();
  await staff.getByRole("button", { name: "Resolve" }).click();
  await told(staff, "Conversation resolved");
  await staff.setViewportSize({ width: 1280, height: 900 });
  await staff.goto("/inbox?tab=waiting");
  await expect(list(staff).locator(`a[href^="${address.split("?")[0]}"]`)).toHaveCount(0);
});
