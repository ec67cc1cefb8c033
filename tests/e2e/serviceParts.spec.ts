import { expect, type Locator, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payWith,
  quantity,
  SEEDED,
  summary,
  told,
} from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { pngBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const errorBox = (page: Page) => page.locator(".form-errors");
const picture = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(pngBytes()) });

/** The tabs of a seeded service that no other test changes. */
async function tabsOf(page: Page, name: string) {
  const base = (await checkoutOf(page, name)).replace(/\/checkout$/, "");
  return { packages: `${base}/packages`, intake: `${base}/intake-form`, shown: `${base}/customer-interface`, base };
}

/** Opens a page and waits for hydration. */
async function open(page: Page, address: string, script: boolean) {
  await page.goto(address);
  if (script)
    await page.waitForFunction(() =>
      Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react")),
    );
}

const field = (page: Page, number: number) => page.getByRole("group", { name: new RegExp(`^Field ${number}:`) });
const names = (page: Page) => page.locator('input[name$=".name"]');

async function values(list: Locator) {
  return await list.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
}

test("staff set up a service that a customer finds and buys", async ({
  page,
  anotherBrowser,
  baseURL,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  test.setTimeout(180_000);
  expectRefusal(/\/(uploads|packages|intake-form|customer-interface)/);
  const SERVICE = script ? "Technical SEO Audit" : "SEO Content Writing";
  await signInAs(page, SEEDED.manager);
  const tabs = await tabsOf(page, SERVICE);

  const dialog = page.getByRole("dialog");
  const part = async (name: string) => {
    if (script) await dialog.getByRole("tab", { name }).click();
  };
  await open(page, tabs.packages, script);
  for (const [name, price] of [
    ["Starter", "100.50"],
    ["Plus", "200"],
  ]) {
    await page.getByRole("link", { name: "Add", exact: true }).click();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel("Price").first()).toHaveValue("1");
    await part("Discount Items");
    await dialog.getByRole("button", { name: "Add discount" }).click();
    const discount = dialog.getByRole("group", { name: "Discount 1" });
    await expect(discount.getByLabel("Quantity")).toHaveValue("10");
    await expect(discount.getByLabel("Discount (%)")).toHaveValue("1");
    await discount.getByLabel("Quantity").fill("2");
    await discount.getByLabel("Discount (%)").fill("101");
    await part("Add On Items");
    await dialog.getByRole("button", { name: "Add add-on" }).click();
    const first = dialog.getByRole("group", { name: "Add-on 1" });
    await expect(first.getByLabel("Name")).toHaveValue("500 Words");
    await expect(first.getByLabel("Price")).toHaveValue("0");
    await expect(first.getByLabel("Default")).not.toBeChecked();
    await dialog.getByRole("button", { name: "Add add-on" }).click();
    const second = dialog.getByRole("group", { name: "Add-on 2" });
    await expect(second).toBeVisible();
    await second.getByLabel("Name").fill("Video walk-through");
    await second.getByLabel("Price").fill("40");
    await second.getByLabel("Default").check();
    if (script) await expect(first.getByLabel("Default")).toBeDisabled();
    else await first.getByLabel("Default").check();
    await dialog.getByRole("button", { name: "Add add-on" }).click();
    await dialog.getByRole("button", { name: "Remove add-on 3" }).click();
    await expect(dialog.getByRole("group", { name: "Add-on 3" })).toHaveCount(0);

    // The summary names every error and keeps the input.
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(errorBox(page)).toContainText("Domain authority name is required");
    await expect(errorBox(page)).toContainText("Discount should be between 1 and 100");
    if (!script) await expect(errorBox(page)).toContainText("Only one add-on can be the default");
    await errorBox(page).getByRole("link", { name: "Percent of discount 1" }).click();
    await expect(discount.getByLabel("Discount (%)")).toBeVisible();
    await discount.getByLabel("Discount (%)").fill("10");
    await part("Add On Items");
    await expect(second.getByLabel("Name")).toHaveValue("Video walk-through");
    if (!script) await first.getByLabel("Default").uncheck();
    await part("Package Details");
    await dialog.getByLabel("Domain Authority Name").fill(name!);
    await dialog.getByLabel("Description").fill(`${name} description`);
    await dialog.getByLabel("Price").first().fill(price!);
    await dialog.getByRole("button", { name: "Save" }).click();
    await told(page, "Package added successfully");
    await expect(dialog).toHaveCount(0);
  }
  const row = page.getByRole("row", { name: /Starter/ });
  await expect(row).toContainText("Starter description");
  await expect(row).toContainText("2 add-ons, 1 discount");
  await expect(row).toContainText("$100.50");

  // The second save is refused and keeps the input.
  await page.getByRole("link", { name: "Edit Plus" }).click();
  await expect(dialog.getByLabel("Domain Authority Name")).toHaveValue("Plus");
  const colleague = await (await anotherBrowser()).newPage();
  await signInAs(colleague, SEEDED.superAdmin);
  await colleague.goto(page.url());
  await colleague.getByRole("dialog").getByLabel("Description").fill("By a colleague");
  await colleague.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await told(colleague, "Package edited successfully");
  await dialog.getByLabel("Description").fill("Typed here");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toContainText("This record was changed by someone else. Please reload and try again.");
  await expect(dialog.getByLabel("Description")).toHaveValue("Typed here");
  await expect(dialog.getByRole("region", { name: "Both versions" })).toContainText("By a colleague");
  await dialog.getByRole("link", { name: "Cancel" }).click();
  if (script) await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("row", { name: /Plus/ })).toContainText("By a colleague");

  // Deleting a package asks first.
  await page.getByRole("link", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Domain Authority Name").fill("Mistake");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Delete Mistake" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete this package: Mistake?");
  await question.getByRole("button", { name: "Delete" }).click();
  await told(page, "Package deleted successfully");
  await expect(page.getByRole("row", { name: /Mistake/ })).toHaveCount(0);

  // Creates four fields and deletes every earlier field but the last.
  await open(page, tabs.intake, script);
  const remove = page.getByRole("button", { name: /^Remove / });
  for (let left = await remove.count(); left > 1; left--) {
    await remove.first().click();
    await expect(remove).toHaveCount(left === 2 ? 0 : left - 1);
  }
  await expect(page.getByRole("button", { name: "At least one field is required" })).toHaveCount(1);
  for (const type of ["Text", "Text area", "Number", "File upload"]) {
    await page.getByRole("button", { name: type, exact: true }).click();
    await expect(names(page).last()).toHaveValue(type);
    if (script) await expect(names(page).last()).toBeFocused();
  }
  await field(page, 1)
    .getByRole("button", { name: /^Remove / })
    .click();
  await expect(field(page, 5)).toHaveCount(0);
  for (const [index, name] of ["Website", "Goals", "Budget", "Material"].entries())
    await names(page).nth(index).fill(name);
  await field(page, 1).getByLabel("Required").check();
  await field(page, 4).getByLabel("Several files").check();
  const help = field(page, 1).locator("details");
  await help.locator("summary").click();
  await help.getByLabel("Help text").fill("With https://");
  await help
    .getByLabel("Help image")
    .setInputFiles({ name: "help.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  if (!script) await page.getByRole("button", { name: "Save" }).click();
  await expect(help).toContainText("'help.svg' cannot be used. Allowed types: .jpg, .jpeg, .png, .webp, .gif");
  await expect(help.getByLabel("Help text")).toHaveValue("With https://");
  await help.getByLabel("Help image").setInputFiles(picture("help.png"));
  if (script) await expect(help.getByRole("button", { name: "Remove help.png" })).toBeVisible();
  await field(page, 4).getByRole("button", { name: "Move up Material" }).click();
  await expect(names(page).nth(2)).toHaveValue("Material");
  await field(page, 1).getByRole("button", { name: "Move down Website" }).click();
  await expect(names(page).nth(1)).toHaveValue("Website");
  if (script) {
    const handle = (number: number) => field(page, number).locator("[data-handle]");
    // Neighbours are both visible, so the drag does not scroll.
    await handle(4).dragTo(handle(3));
    await expect(names(page).nth(2)).toHaveValue("Budget");
    await field(page, 3).getByRole("button", { name: "Move down Budget" }).click();
    await expect(names(page).nth(3)).toHaveValue("Budget");
  }
  expect(await values(names(page))).toEqual(["Goals", "Website", "Material", "Budget"]);
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Intake form updated successfully");
  await page.reload();
  expect(await values(names(page))).toEqual(["Goals", "Website", "Material", "Budget"]);
  await field(page, 2).locator("summary").click();
  await expect(field(page, 2)).toContainText("help.png");
  await expect(field(page, 3).getByLabel("Several files")).toBeChecked();

  await open(page, tabs.shown, script);
  const removeRow = page.getByRole("button", { name: /^Remove (report|FAQ) / });
  for (let left = await removeRow.count(); left > 0; left--) {
    await removeRow.first().click();
    await expect(removeRow).toHaveCount(left - 1);
  }
  for (const n of [1, 2]) {
    await page.getByRole("button", { name: "Add Report" }).click();
    const report = page.getByRole("group", { name: `Report ${n}` });
    await expect(report).toBeVisible();
    await report.getByLabel("Title").fill(`Report number ${n}`);
    await report.getByLabel("Image").setInputFiles(picture(`report-${n}.png`));
    if (script) await expect(report.getByRole("button", { name: `Remove report-${n}.png` })).toBeVisible();
    await page.getByRole("button", { name: "Add FAQ" }).click();
    const faq = page.getByRole("group", { name: `FAQ ${n}` });
    await expect(faq).toBeVisible();
    await faq.getByLabel("Question").fill(`Question number ${n}?`);
    const answer = `**Answer** number ${n}`;
    if (script) {
      // Typing goes to the focused one: the editor takes the focus when it has loaded.
      await faq.locator("textarea").focus();
      await expect(faq.locator(".ProseMirror:focus")).toBeVisible();
      await page.keyboard.type(answer);
    } else await faq.locator("textarea").fill(answer);
  }
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toContainText("URL is required");
  for (const n of [1, 2]) {
    const report = page.getByRole("group", { name: `Report ${n}` });
    await expect(report).toContainText(`report-${n}.png`);
    await report.getByLabel("URL").fill(`https://example.com/audit-${n}`);
  }
  await page.getByRole("button", { name: "Move up report 2" }).click();
  await expect(page.getByRole("group", { name: "Report 1" }).getByLabel("Title")).toHaveValue("Report number 2");
  for (let n = 3; n <= 5; n++) {
    await page.getByRole("button", { name: "Add Report" }).click();
    await expect(page.getByRole("group", { name: `Report ${n}` })).toBeVisible();
  }
  await expect(page.getByRole("button", { name: "Add Report" })).toBeDisabled();
  for (let n = 5; n >= 3; n--) {
    await page.getByRole("button", { name: `Remove report ${n}` }).click();
    await expect(page.getByRole("group", { name: `Report ${n}` })).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Customer interface data updated successfully");

  const customer = await (await anotherBrowser()).newPage();
  await enterAsNewCustomer(customer, baseURL!);
  await customer.goto(`${tabs.base}/details`);
  await expect(customer.locator(".sample-reports strong")).toHaveText(["Report number 2", "Report number 1"]);
  const image = await customer.locator(".sample-reports img").first().getAttribute("src");
  expect((await customer.request.get(image!)).headers()["content-type"]).toBe("image/png");
  await expect(customer.getByRole("link", { name: /^View Report Report number 1/ })).toHaveAttribute(
    "href",
    "https://example.com/audit-1",
  );
  await customer.locator("summary", { hasText: "Question number 2?" }).click();
  await expect(customer.getByText("Answer number 2")).toBeVisible();
  await customer.getByRole("link", { name: "Buy Now" }).first().click();
  await expect(customer.getByLabel("Add-on for Starter")).toHaveValue("Video walk-through");
  await quantity(customer, "Starter").fill("2");
  if (!script) await customer.getByRole("button", { name: "Update total" }).click();
  // 2 x ($100.50 + $40), less 10 %.
  await expect(summary(customer)).toContainText("$252.90");
  await fillBilling(customer);
  await payWith(customer, CARDS.good, script);
  const order = await arrivedAtSuccess(customer);
  expect(await chargesOf(order.id)).toMatchObject([{ amount: 252_90, status: "succeeded" }]);
  await customer.getByRole("link", { name: "Fill in manually" }).click();
  const asked = customer.getByRole("group", { name: "Starter" });
  await expect(asked.locator(".field-label")).toHaveText([/^Goals/, /^Website/, /^Material/, /^Budget/]);
  await expect(asked.getByLabel("Website")).toHaveAttribute("required", "");
  await expect(asked.getByText("With https://")).toBeVisible();
  const explained = asked.getByRole("img", { name: "Help for Website" });
  await expect(explained).toBeVisible();
  expect(await explained.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);

  // For a purchased package the question says what stays.
  await page.goto(tabs.packages);
  await page.getByRole("link", { name: "Delete Starter" }).click();
  await expect(question).toContainText("1 order that includes it keeps it.");
  await question.getByRole("button", { name: "Delete" }).click();
  await told(page, "Package deleted successfully");
  await customer.goto(`/orders/${(await customer.url()).split("orderId=")[1]?.split("&")[0]}`);
  await expect(customer.getByText("Starter, Video walk-through").first()).toBeVisible();
});

test("edits the intake form by keyboard alone @script", async ({ page }) => {
  test.setTimeout(90_000);
  await signInAs(page, SEEDED.manager);
  const { intake } = await tabsOf(page, "Broken Link Building");
  await open(page, intake, true);
  const before = await values(names(page));
  const reach = async (target: Locator, key = "Tab") => {
    for (let stops = 0; stops < 120; stops++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`Never at ${target}`);
  };
  const add = page.getByRole("button", { name: "Number", exact: true });
  await reach(add);
  await page.keyboard.press("Enter");
  // The new field is focused with its default name selected, so typing replaces it.
  await expect(names(page).last()).toBeFocused();
  await page.keyboard.type("Monthly visits");
  const last = field(page, before.length + 1);
  await reach(last.getByLabel("Placeholder"));
  await page.keyboard.type("10000");
  await reach(last.getByLabel("Required"));
  await page.keyboard.press("Space");
  const up = last.getByRole("button", { name: "Move up Monthly visits" });
  await reach(up);
  for (let place = before.length; place > 0; place--) {
    await page.keyboard.press("Enter");
    await expect(names(page).nth(place - 1)).toHaveValue("Monthly visits");
    await expect(page.getByText(`Moved to position ${place} of ${before.length + 1}`)).toBeAttached();
    await expect(page.getByRole("button", { name: "Move up Monthly visits" })).toBeFocused();
  }
  await reach(field(page, 1).locator("summary"));
  await page.keyboard.press("Enter");
  await reach(field(page, 1).getByLabel("Help text"));
  await page.keyboard.type("A guess will do");
  await reach(field(page, 2).getByRole("button", { name: `Remove ${before[0]}` }));
  await page.keyboard.press("Enter");
  await expect(names(page)).toHaveCount(before.length);
  await expect(field(page, 2).getByRole("button", { name: /^Remove / })).toBeFocused();
  await reach(page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await told(page, "Intake form updated successfully");
  await page.reload();
  expect(await values(names(page))).toEqual(["Monthly visits", ...before.slice(1)]);
  await expect(field(page, 1).getByLabel("Required")).toBeChecked();
  await field(page, 1).locator("summary").click();
  await expect(field(page, 1).getByLabel("Help text")).toHaveValue("A guess will do");
});

test("axe finds nothing serious on the tabs and dialogs of a service @deep", async ({
  page,
  expectRefusal,
  javaScriptEnabled: script = true,
}) => {
  test.setTimeout(150_000);
  expectRefusal(/\/(packages|intake-form|customer-interface)/);
  await signInAs(page, SEEDED.manager);
  const tabs = await tabsOf(page, "Keyword Research");
  const looksGood = async (state: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect.soft(await seriousFindings(page), `${state}, ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(excess, `${state}, wider than 320 px by`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  };
  await open(page, tabs.intake, script);
  await page.locator("details.field-help summary").first().click();
  await looksGood("intake form");
  await names(page).first().fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toBeVisible();
  await looksGood("intake form with errors");
  await open(page, tabs.shown, script);
  await page.getByRole("button", { name: "Add Report" }).click();
  await page.getByRole("button", { name: "Add FAQ" }).click();
  await expect(page.getByRole("group", { name: /^FAQ / }).last()).toBeVisible();
  await looksGood("customer interface");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toBeVisible();
  await looksGood("customer interface with errors");
  await page.goto(tabs.packages);
  await expect(page.getByRole("table", { name: "Packages" })).toBeVisible();
  await looksGood("packages");
  await open(page, `${tabs.packages}/new`, script);
  const dialog = page.getByRole("dialog");
  for (const [tab, button] of [
    ["Add On Items", "Add add-on"],
    ["Discount Items", "Add discount"],
  ] as const) {
    if (script) await dialog.getByRole("tab", { name: tab }).click();
    await dialog.getByRole("button", { name: button }).click();
    await looksGood(tab);
  }
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(errorBox(page)).toBeVisible();
  await looksGood("package with errors");
  await page.goto(tabs.packages);
  await page
    .getByRole("link", { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await looksGood("delete question");
});

test("packages are arranged by buttons and by dragging", async ({ page, javaScriptEnabled: script = true }) => {
  await signInAs(page, SEEDED.manager);
  const tabs = await tabsOf(page, "Guest Posts by Domain Authority");
  const shown = page.getByRole("table", { name: "Packages" }).getByRole("rowheader");
  await open(page, tabs.packages, script);
  // The dialog lists names without the badge of tracked packages.
  const names = async () => (await shown.allTextContents()).map((text) => text.replace(/ Links tracked$/, ""));
  const before = await names();
  expect(before.length).toBeGreaterThan(2);
  await page.getByRole("link", { name: "Arrange", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Arrange packages" });
  const rows = dialog.getByRole("listitem");
  await dialog.getByRole("button", { name: `Move down ${before[0]}`, exact: true }).click();
  await expect(rows).toHaveText([before[1]!, before[0]!, ...before.slice(2)]);
  if (script) {
    await rows.nth(2).locator("[data-handle]").dragTo(rows.nth(0).locator("[data-handle]"));
    await expect(rows).toHaveText([before[2]!, before[1]!, before[0]!, ...before.slice(3)]);
  }
  const wanted = await rows.allTextContents();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await told(page, "Packages arranged");
  await expect.poll(names).toEqual(wanted);

  // Other journeys buy from the order before.
  await page.getByRole("link", { name: "Arrange", exact: true }).click();
  await expect(rows).toHaveText(wanted);
  for (const [at, name] of before.entries())
    for (let place = (await rows.allTextContents()).indexOf(name); place > at; place--) {
      await dialog.getByRole("button", { name: `Move up ${name}`, exact: true }).click();
      await expect(rows.nth(place - 1)).toHaveText(name);
    }
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(names).toEqual(before);
});
