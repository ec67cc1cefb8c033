import { expect, type Locator, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payWith,
  quantity,
  SEEDED,
  summary,
  told,
} from "../support/checkoutSteps";
import { signInAs } from "../support/e2e";
import { translatePages } from "../support/translatedPage";
import { test } from "../support/watchedTest";

const translated = (page: Page) => expect(page.locator("[data-translated]").first()).toBeVisible();
const composer = (page: Page) => page.locator(".talk-composer:not([hidden])").getByRole("textbox").last();
const source = (page: Page) => page.locator(".talk-composer:not([hidden]) textarea[name=body]");

async function ownOrder(page: Page) {
  await signInAs(page, SEEDED.customer);
  await page.goto("/orders?status=Active");
  await page.goto((await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]!);
  await composer(page).click();
  await expect(page.locator(".talk-composer:not([hidden]) [contenteditable=true]")).toBeVisible();
}

/** Pastes as a browser does, with the given clipboard. */
const paste = (page: Page, data: Record<string, string>, picture = false) =>
  pasteInto(page.locator(".talk-composer:not([hidden]) [contenteditable=true]"), data, picture);

const pasteInto = (editor: Locator, data: Record<string, string>, picture: boolean) =>
  editor.evaluate(
    (editor, [clipboard, withPicture]) => {
      const transfer = new DataTransfer();
      for (const [type, text] of Object.entries(clipboard)) transfer.setData(type, text);
      if (withPicture) {
        const png = Uint8Array.from(
          atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
          (c) => c.charCodeAt(0),
        );
        transfer.items.add(new File([png], "image.png", { type: "image/png" }));
      }
      editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
    },
    [data, picture] as const,
  );

async function send(page: Page) {
  await page.locator(".talk-composer:not([hidden])").getByRole("button", { name: "Send" }).click();
  await told(page, "Message sent successfully");
}

test("a translated page takes coupon, payment and message @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(/checkout/);
  test.setTimeout(120_000);
  await translatePages(page);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
  await translated(page);
  await quantity(page, "DA 20+").fill("2");
  await expect(summary(page)).toContainText("2 × DA 20+");
  await page.getByLabel("Coupon code").fill("NOTHING");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("not valid").first()).toBeVisible();
  await page.getByLabel("Coupon code").fill("WELCOME10");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Coupon applied successfully").first()).toBeVisible();
  await expect(summary(page)).toContainText("WELCOME10");
  await quantity(page, "DA 20+").fill("3");
  await expect(summary(page)).toContainText("3 × DA 20+");
  await expect(summary(page)).not.toContainText("2 × DA 20+");
  await fillBilling(page);
  await payWith(page, CARDS.good, true);
  const { id } = await arrivedAtSuccess(page);
  await page.goto(`/orders/${Buffer.from(id).toString("base64url")}`);
  await translated(page);
  const literal = page.locator("dd", { hasText: /^WELCOME10$/ });
  await expect(literal).toBeVisible();
  await expect(literal.locator("[data-translated]")).toHaveCount(0);
  await composer(page).fill("Hello from a translated page");
  await send(page);
  await expect(page.getByText("Hello from a translated page")).toHaveCount(1);
});

test("a translated page takes a profile and a refund @script", async ({
  page,
  baseURL,
  anotherBrowser,
  expectRefusal,
}) => {
  expectRefusal(/profile/);
  test.setTimeout(120_000);
  await translatePages(page);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  await payWith(page, CARDS.good, true);
  const { id } = await arrivedAtSuccess(page);

  await page.goto("/profile");
  await translated(page);
  const save = page.getByRole("button", { name: "Save Changes" });
  await page.getByLabel("City").fill("");
  await save.click();
  await expect(page.locator("#profile-errors")).toContainText("City is required");
  await page.getByLabel("City").fill("Austin");
  await expect(page.locator("#profile-errors")).toHaveCount(0);
  await save.click();
  await told(page, "Profile updated successfully");
  await expect(page.getByLabel("City")).toHaveValue("Austin");

  const staff = await (await anotherBrowser()).newPage();
  await translatePages(staff);
  await signInAs(staff, SEEDED.superAdmin, `/orders/${Buffer.from(id).toString("base64url")}/refund`);
  await translated(staff);
  await staff.getByLabel("Amount").fill("10.50");
  await expect(staff.getByText(/^\$10\.50 will be refunded/)).toBeVisible();
  await staff.getByLabel("Amount").fill("20.50");
  await expect(staff.getByText(/^\$20\.50 will be refunded/)).toBeVisible();
  await expect(staff.getByText(/^\$10\.50 will be refunded/)).toHaveCount(0);
  await staff.getByLabel("Reason").fill("Two weeks late");
  await staff.getByRole("button", { name: "Refund" }).click();
  await told(staff, "$20.50 refunded");
  await expect(staff.getByRole("region", { name: "Refunds" }).getByRole("listitem")).toHaveCount(1);
});

test("keys of a composition choose no client @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/orders/new");
  const field = page.getByLabel("Client", { exact: true });
  await field.fill("carter");
  const options = page.getByRole("listbox", { name: "Matches" }).getByRole("option");
  await expect(options.first()).toBeVisible();
  await field.evaluate((input) => {
    for (const key of ["ArrowDown", "Enter"])
      input.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true, cancelable: true }));
  });
  await expect(options.first()).toBeVisible();
  await expect(field).toHaveValue("carter");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(options).toHaveCount(0);
});

/** A key of an input method that composes. */
const compose = (field: Locator, init: { key: string; ctrlKey?: boolean }) =>
  field.evaluate(
    (input, event) =>
      input.dispatchEvent(
        new KeyboardEvent("keydown", { ...event, isComposing: true, bubbles: true, cancelable: true }),
      ),
    init,
  );

test("keys of a composition apply no coupon @script", async ({ page, baseURL }) => {
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
  await quantity(page, "DA 20+").fill("1");
  const coupon = page.getByLabel("Coupon code");
  await coupon.fill("WELCOME10");
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await compose(coupon, { key: "Enter" });
  expect(posts).toEqual([]);
  await coupon.press("Enter");
  await expect(page.getByText("Coupon applied successfully").first()).toBeVisible();
});

test("keys of a composition neither send nor leave a message @script", async ({ page }) => {
  await ownOrder(page);
  const editor = page.locator(".talk-composer:not([hidden]) [contenteditable=true]");
  await editor.pressSequentially("こんにちは");
  await compose(editor, { key: "Enter", ctrlKey: true });
  await compose(editor, { key: "Escape" });
  await expect(editor).toBeFocused();
  await expect(editor).toHaveText("こんにちは");
  await editor.press("Control+Enter");
  await told(page, "Message sent successfully");
  await expect(page.getByRole("region", { name: "Conversation" }).getByText("こんにちは")).toHaveCount(1);
});

test("a password that a manager fills is taken whole, or says what is wrong @script", async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(/\/signin/);
  await page.goto("/signin");
  await page.getByLabel("Email").fill("customer@example.com");
  const password = page.locator("input[name=password]");
  await password.fill("Aa1!".repeat(10));
  await expect(password).toHaveValue("Aa1!".repeat(10));
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await expect(page.getByText("Passwords have at most 32 characters. This one has 40.")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Invalid email or password");
});

test("names the limit of a password and cuts none @script", async ({ page }) => {
  await page.goto("/signup");
  const field = page.locator("input[name=password]");
  await expect(field).toHaveAttribute("passwordrules", /required: \[!@#\$%\^&\*\]/);
  await field.fill("Aa1!".repeat(10));
  await expect(field).toHaveValue("Aa1!".repeat(10));
  await expect(page.getByText("Passwords have at most 32 characters. This one has 40.")).toBeVisible();
  await field.fill("Abcdefgh1");
  await expect(page.getByText("Still missing: a symbol (!@#$%^&*)")).toBeVisible();
  await field.fill("Abcdefgh1!");
  await expect(page.getByText("Still missing")).toHaveCount(0);
});

test("typed stars and addresses arrive as typed @script", async ({ page }) => {
  await ownOrder(page);
  await composer(page).pressSequentially(
    "10 * 20 * 30 in my_file_name https://example.com/?utm_source=a&utm_medium=b ",
  );
  await send(page);
  const message = page.getByRole("region", { name: "Conversation" });
  await expect(message.getByText("10 * 20 * 30 in my_file_name").last()).toBeVisible();
  await expect(
    message.getByRole("link", { name: "https://example.com/?utm_source=a&utm_medium=b" }).last(),
  ).toHaveAttribute("href", "https://example.com/?utm_source=a&utm_medium=b");
});

test("pasted code is shown as text and runs nothing @script", async ({ page }) => {
  await ownOrder(page);
  const code = 'Please add to the head: <script async src="https://a.example/x.js"></script> and <client name>';
  await paste(page, { "text/plain": code });
  await send(page);
  await expect(page.getByRole("region", { name: "Conversation" }).getByText(code).last()).toBeVisible();
});

test("a pasted table keeps its rows and cells apart @script", async ({ page }) => {
  await ownOrder(page);
  await paste(page, {
    "text/plain": "seo\t120\nads\t80",
    "text/html": "<table><tr><td>seo</td><td>120</td></tr><tr><td>ads</td><td>80</td></tr></table>",
  });
  await expect(source(page)).toHaveValue(/seo 120\s+ads 80/);
});

test("cells of a text program's table stay on their row @script", async ({ page }) => {
  await ownOrder(page);
  const cell = (...paragraphs: string[]) => `<td>${paragraphs.map((text) => `<p>${text}</p>`).join("")}</td>`;
  const rows = [cell("seo") + cell("120", "a month"), cell("ads") + cell("80")];
  await paste(page, {
    "text/plain": "seo\t120\na month\nads\t80",
    "text/html": `<table>${rows.map((row) => `<tr>${row}</tr>`).join("")}</table>`,
  });
  await expect(source(page)).toHaveValue(/^seo 120 a month\s+ads 80$/);
});

test("pasted stars and low lines arrive as they were @script", async ({ page }) => {
  await ownOrder(page);
  await paste(page, { "text/plain": "10*20*30 in _my_file_name and **bold**\n\n* one\n* two" });
  await send(page);
  const message = page.getByRole("region", { name: "Conversation" });
  await expect(message.getByText("10*20*30 in _my_file_name and").last()).toBeVisible();
  await expect(message.locator("strong", { hasText: "bold" }).last()).toBeVisible();
  await expect(message.getByRole("listitem").filter({ hasText: /^two$/ }).last()).toBeVisible();
});

test("a pasted picture is attached to a message @script", async ({ page }) => {
  await ownOrder(page);
  await paste(page, {}, true);
  await expect(page.getByRole("list", { name: "Already received" })).toContainText("image.png");
});

test("a picture pasted where no files are taken says so @script", async ({ page }) => {
  await signInAs(page, SEEDED.manager, "/services/new");
  await page.getByRole("textbox", { name: "Description", exact: true }).click();
  const editor = page.locator("[contenteditable=true]").first();
  await expect(editor).toBeVisible();
  await pasteInto(editor, {}, true);
  await expect(page.getByText("A text holds no pictures. Add them where this page takes files.")).toBeVisible();
  await expect(editor.locator("img[src]")).toHaveCount(0);
});
