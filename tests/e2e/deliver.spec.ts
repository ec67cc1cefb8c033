import { expect, type Page } from "@playwright/test";
import { told } from "../support/checkoutSteps";
import { PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { pdfBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const customerAccount = { email: "customer@example.com", password: PASSWORD };
const managerAccount = { email: "manager@example.com", password: PASSWORD };
const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(pdfBytes()) });

const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
/** The field that the form sends with script and without. */
const source = (page: Page) => conversation(page).locator(".talk-composer:not([hidden]) textarea[name=body]");
const composer = (page: Page) => conversation(page).getByRole("textbox").last();
const fileField = (page: Page) => conversation(page).locator(".talk-composer:not([hidden]) input[type=file]");

async function send(page: Page) {
  await conversation(page).getByRole("button", { name: "Send" }).click();
  await told(page, "Message sent successfully");
}

test("a thread carries files, quotes, edits and read times", async ({
  page: customer,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(90_000);
  const mark = Date.now().toString(36);
  await signInAs(customer, customerAccount);
  await customer.goto("/orders?status=Working");
  const path = (await customer.locator(".row-link").first().getAttribute("href"))!;
  await customer.goto(path);
  await composer(customer).fill(`My brief ${mark}`);
  await fileField(customer).setInputFiles(pdf(`brief-${mark}.pdf`));
  await send(customer);
  await expect(conversation(customer).getByLabel("Mention a colleague")).toHaveCount(0);

  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, managerAccount);
  await staff.goto(path);
  const file = conversation(staff).getByRole("link", { name: `brief-${mark}.pdf` });
  const stored = await staff.request.get((await file.getAttribute("href"))!);
  expect([stored.status(), (await stored.body()).length]).toEqual([200, pdfBytes().length]);
  await conversation(staff)
    .getByRole("listitem")
    .filter({ hasText: `My brief ${mark}` })
    .getByRole("link", { name: /^Quote/ })
    .click();
  await expect(source(staff)).toHaveValue(new RegExp(`> My brief ${mark}`));
  if (!script) await composer(staff).fill(`${await source(staff).inputValue()}\n\nThanks ${mark}`);
  await send(staff);
  await expect(
    conversation(staff)
      .locator("blockquote")
      .filter({ hasText: `My brief ${mark}` }),
  ).toHaveCount(1);

  const quote = conversation(staff)
    .getByRole("listitem")
    .filter({ has: staff.locator("blockquote") })
    .last();
  await quote.getByRole("link", { name: /^Edit/ }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByRole("textbox").last().fill(`Received ${mark}`);
  expect(await seriousFindings(staff)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await told(staff, "Message updated successfully");
  const edited = conversation(staff)
    .getByRole("listitem")
    .filter({ hasText: `Received ${mark}` });
  await expect(edited.getByText("edited", { exact: true })).toBeVisible();

  await customer.goto(path);
  await expect(conversation(customer).getByText(`Received ${mark}`)).toBeVisible();
  await expect(async () => {
    await staff.goto(path);
    await expect(edited.getByText(/^Read /)).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
