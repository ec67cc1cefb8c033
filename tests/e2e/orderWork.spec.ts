import { expect, type Page } from "@playwright/test";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { told } from "../support/checkoutSteps";
import { PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { pdfBytes, xlsxBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const customerAccount = { email: "customer@example.com", password: PASSWORD };
const managerAccount = { email: "manager@example.com", password: PASSWORD };

const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(bytes),
});
const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const openForm = (page: Page) => conversation(page).locator(".talk-composer:not([hidden])");
/** The textarea, or the editor that replaces it with script; briefly both exist. */
const composer = (page: Page) => openForm(page).getByRole("textbox").last();
/** The field that the form sends in both cases. */
const source = (page: Page) => openForm(page).locator("textarea[name=body]");
const wish = (page: Page) => page.getByRole("textbox", { name: /What should we change?/ });
const sendButton = (page: Page) => conversation(page).getByRole("button", { name: "Send" });

/** The address changes before the page does, and the form of the thread before stays in the page. */
async function openThread(page: Page, thread: "Customer" | "Admin") {
  await page
    .getByRole("navigation", { name: "Threads" })
    .getByRole("link", { name: thread === "Admin" ? "Team only" : thread })
    .click();
  const label = thread === "Admin" ? "Internal message" : "Message to the client";
  await expect(openForm(page).getByText(label)).toBeVisible();
}

/** Holds messages back until the returned function is called. */
async function holdMessagesBack(page: Page) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/intent=message/, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

async function say(page: Page, text: string) {
  await composer(page).fill(text);
  await sendButton(page).click();
  await told(page, "Message sent successfully");
  await expect(conversation(page).getByText(text)).toHaveCount(1);
  await expect(source(page)).toHaveValue("");
}

async function upload(page: Page, ...files: ReturnType<typeof file>[]) {
  await page.getByLabel("Upload reports").setInputFiles(files);
  await page.getByRole("button", { name: "Send to client", exact: true }).click();
}

/** Opens the customer's first order with this status. */
async function ownOrder(page: Page, status: string) {
  await signInAs(page, customerAccount);
  await page.goto(`/orders?status=${status}`);
  const path = (await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]!;
  await page.goto(path);
  return path;
}

test("reports, both threads, changes and approval work on both sides @twice", async ({
  page: customer,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(150_000);
  const mark = Date.now().toString(36);
  const path = await ownOrder(customer, "Working");
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, managerAccount);
  await staff.goto(path);

  await staff.getByRole("navigation", { name: "Order" }).getByRole("link", { name: "Reports" }).click();
  await expect(staff).toHaveURL(`${path}?tab=reports`);
  await upload(staff, file(`audit-${mark}.pdf`, pdfBytes()), file(`links-${mark}.xlsx`, xlsxBytes()));
  await told(staff, "Uploaded successfully");
  await expect(staff.getByRole("link", { name: `audit-${mark}.pdf`, exact: true })).toBeVisible();
  await expect(staff.getByRole("link", { name: `links-${mark}.xlsx`, exact: true })).toBeVisible();

  await staff.goto(path);
  await say(staff, `Your reports are there ${mark}`);
  await openThread(staff, "Admin");
  await expect(staff).toHaveURL(/thread=admin/);
  await expect(conversation(staff).getByText("Only your team sees this")).toBeVisible();
  await say(staff, `Internal ${mark}`);
  await openThread(staff, "Customer");
  await expect(conversation(staff).getByText(`Your reports are there ${mark}`)).toHaveCount(1);
  await expect(conversation(staff).getByText(`Internal ${mark}`)).toHaveCount(0);

  await customer.goto(`${path}?thread=admin`);
  await expect(conversation(customer).getByText(`Your reports are there ${mark}`)).toHaveCount(1);
  await expect(customer.getByText(`Internal ${mark}`)).toHaveCount(0);
  await expect(customer.getByRole("navigation", { name: "Threads" })).toHaveCount(0);
  await customer.goto(`${path}?tab=reports`);
  await expect(customer.getByRole("link", { name: `audit-${mark}.pdf`, exact: true })).toBeVisible();
  await expect(customer.getByLabel("Upload reports")).toHaveCount(0);
  await expect(customer.getByRole("link", { name: /^Delete/ })).toHaveCount(0);

  await say(customer, `Thank you ${mark}`);
  // With script it arrives once, without a reload.
  if (!script) await staff.reload();
  await expect(conversation(staff).getByText(`Thank you ${mark}`)).toHaveCount(1);

  await customer.locator("summary", { hasText: "Ask for changes" }).click();
  await wish(customer).fill(`Please change the title ${mark}`);
  await asksBeforeLeaving(customer, "orders/OrderApproval");
  await customer.getByRole("button", { name: "Send request" }).click();
  await expect(customer.getByText("Changes requested").first()).toBeVisible();
  await expect(conversation(customer).getByText(`Please change the title ${mark}`)).toHaveCount(1);
  await staff.goto(path);
  await expect(staff.getByRole("main").getByText("The client asked for changes").first()).toBeVisible();
  await expect(conversation(staff).getByText(`Please change the title ${mark}`)).toHaveCount(1);

  await customer.getByRole("button", { name: "Approve" }).click();
  await expect(customer.getByText("You approved this delivery")).toBeVisible();
  await staff.goto(`${path}?tab=reports`);
  await expect(staff.getByText("The client approved this delivery")).toBeVisible();

  await staff.getByRole("link", { name: `Delete links-${mark}.xlsx` }).click();
  await expect(staff.getByText("Are you sure you want to delete this report?")).toBeVisible();
  await staff.getByRole("button", { name: "Delete report" }).click();
  await told(staff, "Report deleted successfully");
  await expect(staff.getByRole("link", { name: `links-${mark}.xlsx`, exact: true })).toHaveCount(0);
  await expect(staff.getByRole("link", { name: `audit-${mark}.pdf`, exact: true })).toBeVisible();
});

test("a customer's draft survives updates by staff @script", async ({ page: customer, anotherBrowser }) => {
  const path = await ownOrder(customer, "Working");
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, managerAccount);
  await staff.goto(`${path}?tab=reports`);
  const mark = Date.now().toString(36);
  await upload(staff, file(`first-${mark}.pdf`, pdfBytes()));
  await told(staff, "Uploaded successfully");
  await customer.goto(path);
  const answered = customer.locator("input[name=report]");
  const first = await answered.inputValue();
  await customer.locator("summary", { hasText: "Ask for changes" }).click();
  await wish(customer).fill("A long list of wishes");

  await upload(staff, file(`second-${mark}.pdf`, pdfBytes()));
  await told(staff, "Uploaded successfully");
  await staff.goto(path);
  await staff.getByLabel("Notes").fill(`Seen ${mark}`);
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await told(staff, "Order updated successfully");
  await say(staff, `News ${mark}`);

  // The page has revalidated.
  await expect(conversation(customer).getByText(`News ${mark}`)).toHaveCount(1);
  await expect(answered).not.toHaveValue(first);
  await expect(wish(customer).last()).toContainText("A long list of wishes");
  await customer.getByRole("button", { name: "Send request" }).click();
  await expect(conversation(customer).getByText("A long list of wishes")).toHaveCount(1);
  await expect(customer.locator(".approval-changes textarea")).toHaveValue("");
});

test("does not approve a report that arrived unseen @noscript", async ({
  page: customer,
  anotherBrowser,
  expectRefusal,
}) => {
  const path = await ownOrder(customer, "Working");
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, managerAccount);
  await staff.goto(`${path}?tab=reports`);
  const name = `meanwhile-${Date.now().toString(36)}`;
  await upload(staff, file(`${name}-1.pdf`, pdfBytes()));
  await told(staff, "Uploaded successfully");
  await customer.goto(path);
  await upload(staff, file(`${name}-2.pdf`, pdfBytes()));
  await told(staff, "Uploaded successfully");

  expectRefusal(/\/orders\/.*intent=approve/);
  await customer.getByRole("button", { name: "Approve" }).click();
  await expect(customer.getByText(/^The reports for this order have changed/).first()).toBeVisible();
  await customer.getByRole("button", { name: "Approve" }).click();
  await expect(customer.getByText("You approved this delivery")).toBeVisible();
});

test("the team thread stays selected through tabs, dialogs and saves", async ({ page }) => {
  await signInAs(page, managerAccount, "/orders?status=Working");
  await page.locator(".row-link").first().click();
  await openThread(page, "Admin");
  const internal = conversation(page).locator("#internal-message-label", { hasText: "Internal message" });
  await expect(internal).toBeVisible();
  await page.getByRole("navigation", { name: "Order" }).getByRole("link", { name: "Reports" }).click();
  await expect(page).toHaveURL(/\?tab=reports&thread=admin/);
  await expect(internal).toBeVisible();

  await page.getByRole("link", { name: "Cancel order" }).click();
  await page.getByRole("link", { name: "Keep order" }).click();
  await expect(page).toHaveURL(/\?tab=reports&thread=admin/);
  await expect(internal).toBeVisible();

  await page.getByLabel("Notes").fill(`Seen ${Date.now()}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Order updated successfully");
  await expect(page).toHaveURL(/\?tab=reports&thread=admin/);
  await expect(internal).toBeVisible();
});

test("a late answer to a message leaves staff in the thread they opened @script", async ({ page }) => {
  const mark = Date.now().toString(36);
  await signInAs(page, managerAccount, "/orders?status=Working");
  await page.locator(".row-link").first().click();
  await say(page, `First ${mark}`);
  await say(page, `Second ${mark}`);
  const second = conversation(page)
    .getByRole("listitem")
    .filter({ hasText: `Second ${mark}` });
  const id = /quote=([^#&]+)/.exec((await second.getByRole("link", { name: /^Quote/ }).getAttribute("href"))!)![1]!;
  await page.goto(`${new URL(page.url()).pathname}?messages=${id}`);
  await expect(second).toHaveCount(0);

  const release = await holdMessagesBack(page);
  await composer(page).fill(`Late ${mark}`);
  await sendButton(page).click();
  await openThread(page, "Admin");
  release();
  await told(page, "Message sent successfully");
  await composer(page).fill(`Note ${mark}`);
  await expect(page).toHaveURL(/thread=admin/);
  await expect(source(page)).toHaveValue(`Note ${mark}`);
  await openThread(page, "Customer");
  await expect(conversation(page).getByText(`Late ${mark}`)).toHaveCount(1);
  await openThread(page, "Admin");
  await composer(page).fill("");
});

test("Send stays disabled until there is text @script", async ({ page }) => {
  await ownOrder(page, "Working");
  // A draft may stand in it.
  await composer(page).fill("");
  await expect(sendButton(page)).toBeDisabled();
  await composer(page).fill("   ");
  await expect(sendButton(page)).toBeDisabled();
  await composer(page).fill("Words");
  await expect(sendButton(page)).toBeEnabled();
  await expect(source(page)).toHaveValue(/Words/);
  expect(await seriousFindings(page)).toEqual([]);
});

/** The textarea stays until the returned function is called. */
async function holdEditorBack(page: Page) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/RichTextEditor/, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

test("the editor goes on where the cursor was while it loaded @script", async ({ page }) => {
  const release = await holdEditorBack(page);
  await ownOrder(page, "Working");
  await source(page).fill("The words");
  await page.keyboard.press("Home");
  await page.keyboard.type("First ");
  await page.keyboard.press("Shift+Control+ArrowRight");
  release();
  await expect(page.locator(".ProseMirror:focus")).toBeVisible();
  await page.keyboard.type("and last");
  await expect(source(page)).toHaveValue("First and last words");
});

test("the editor goes on at the start of a list item @script", async ({ page }) => {
  const release = await holdEditorBack(page);
  await ownOrder(page, "Working");
  await source(page).fill("- one\n- two");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  release();
  await expect(page.locator(".ProseMirror:focus")).toBeVisible();
  await page.keyboard.type("number ");
  await expect(source(page)).toHaveValue(/^[-*] one\n[-*] number two$/);
});

test("refuses an unreadable message and keeps it in the box @noscript", async ({ page, expectRefusal }) => {
  expectRefusal(/orders/);
  await ownOrder(page, "Working");
  await composer(page).fill("<p></p>");
  await sendButton(page).click();
  await expect(page.locator("#message-error")).toHaveText("Write a message");
  await expect(composer(page)).toHaveValue("<p></p>");
  expect(await seriousFindings(page)).toEqual([]);
});

test("refuses an invalid file by name and keeps the others", async ({
  page,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/orders|uploads/);
  const mark = Date.now().toString(36);
  await signInAs(page, managerAccount);
  await page.goto("/orders?status=Active");
  await page.goto(`${(await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]}?tab=reports`);
  await upload(page, file(`good-${mark}.pdf`, pdfBytes()), file("report.pdf", new TextEncoder().encode("MZ program")));
  await expect(page.locator("#files-error")).toHaveText(
    "'report.pdf' cannot be used. Allowed types: .pdf, .doc, .docx, .xls, .xlsx",
  );
  const received = page.getByRole("list", { name: "Already received" });
  await expect(received).toContainText(`good-${mark}.pdf`);
  expect(await seriousFindings(page)).toEqual([]);
  // With script the others do not leave without it unnoticed.
  if (script !== false) await page.getByRole("button", { name: "Remove report.pdf" }).press("Enter");
  await page.getByRole("button", { name: "Send to client", exact: true }).click();
  await told(page, "Uploaded successfully");
  await expect(page.getByRole("link", { name: `good-${mark}.pdf`, exact: true })).toBeVisible();
  await expect(received).toHaveCount(0);
});

test("View Report opens the Reports tab, which offers the download", async ({ page, javaScriptEnabled: script }) => {
  const path = await ownOrder(page, "Completed");
  await page.getByRole("link", { name: "View Report" }).click();
  await expect(page).toHaveURL(`${path}?tab=reports`);
  const download = page.waitForEvent("download");
  await page
    .getByRole("link", { name: /^Download/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.(pdf|xlsx)$/);
  if (script) await expect(page.getByText("File has been downloaded")).toBeVisible();
});

test("an order without reports leads from them to the messages", async ({ page }) => {
  await page.goto(`${await ownOrder(page, "Active")}?tab=reports`);
  await page.getByRole("link", { name: "Write a message" }).click();
  await expect(page).toHaveURL(/\?tab=reports#messages$/);
  await expect(composer(page)).toBeInViewport();
});

test("on a phone the order's form is one step from the top", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, managerAccount, "/orders?status=Working");
  await page.locator(".row-link").first().click();
  await expect(page.getByLabel("Status", { exact: true })).not.toBeInViewport();
  await page.getByRole("link", { name: "Manage", exact: true }).click();
  await expect(page.getByLabel("Status", { exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("link", { name: "Manage", exact: true })).toBeHidden();
});

test("an upload shows its progress @script", async ({ page }) => {
  await signInAs(page, managerAccount);
  await page.goto("/orders?status=Active");
  await page.goto(`${(await page.locator(".row-link").nth(1).getAttribute("href"))!.split("?")[0]}?tab=reports`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/uploads", async (route) => {
    await held;
    await route.continue();
  });
  await upload(page, file("slow.pdf", pdfBytes()));
  await expect(page.getByText("Uploading files...")).toBeVisible();
  await expect(page.locator(".progress")).toContainText(/\d+%/);
  release();
  await told(page, "Uploaded successfully");
  await expect(page.getByText("Uploading files...")).toHaveCount(0);
});

test("a migrated order shows its imported messages above the thread", async ({ page }) => {
  await signInAs(page, customerAccount);
  await page.goto("/orders?size=100");
  // The oldest orders were migrated from another system.
  const path = (await page.locator(".row-link").last().getAttribute("href"))!.split("?")[0]!;
  await page.goto(path);
  const imported = conversation(page).locator(".talk-imported");
  await expect(imported.getByText("Imported", { exact: true }).first()).toBeVisible();
  await expect(imported.getByRole("listitem").first()).toContainText("we would like to start with the spring pages");
  await say(page, `Here we go on ${Date.now()}`);
  expect(await seriousFindings(page)).toEqual([]);
});

test("axe finds nothing serious in any state, theme or width @deep", async ({ page, anotherBrowser }) => {
  test.setTimeout(150_000);
  const path = await ownOrder(page, "Completed");
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, managerAccount);
  for (const [who, address] of [
    [page, path],
    [page, `${path}?tab=reports`],
    [staff, `${path}?tab=reports`],
    [staff, `${path}?thread=admin`],
  ] as const) {
    await who.goto(address);
    for (const colorScheme of ["light", "dark"] as const) {
      await who.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect.soft(await seriousFindings(who), `${address}, ${colorScheme}`).toEqual([]);
    }
    await who.setViewportSize({ width: 320, height: 640 });
    const excess = () =>
      who.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.configure({ soft: true }).poll(excess, `${address}, wider than 320 px by`).toBeLessThanOrEqual(0);
    await who.setViewportSize({ width: 1280, height: 720 });
  }
  await staff.goto(`${path}?tab=reports`);
  await staff
    .getByRole("link", { name: /^Delete/ })
    .first()
    .click();
  await expect(staff.getByRole("alertdialog")).toBeVisible();
  expect(await seriousFindings(staff)).toEqual([]);
});

test("sends a message, a report and a change request by keyboard", async ({ page, anotherBrowser }) => {
  const mark = Date.now().toString(36);
  const path = await ownOrder(page, "Working");
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, managerAccount);
  await staff.goto(`${path}?tab=reports`);
  await staff.getByLabel("Upload reports").setInputFiles([file(`key-${mark}.pdf`, pdfBytes())]);
  await staff.getByLabel("Upload reports").focus();
  await staff.keyboard.press("Tab");
  await expect(staff.getByRole("button", { name: "Send to client", exact: true })).toBeFocused();
  await staff.keyboard.press("Enter");
  await told(staff, "Uploaded successfully");

  await page.reload();
  await composer(page).focus();
  await page.keyboard.type(`Typed ${mark}`);
  await page.keyboard.press("Tab");
  await expect(sendButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByText(`Typed ${mark}`)).toHaveCount(1);
  await page.getByRole("button", { name: "Approve" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  // The focus is past the toolbar's buttons.
  await wish(page).focus();
  await page.keyboard.type(`Asked ${mark}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByText(`Asked ${mark}`)).toHaveCount(1);
});
