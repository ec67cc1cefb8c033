import { expect, type Locator, type Page } from "@playwright/test";
import { decodeId } from "~/paths";
import { told } from "../support/checkoutSteps";
import { PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { pngBytes, xlsxBytes } from "../support/fileBytes";
import { richTextPayloads } from "../support/richTextPayloads";
import { test } from "../support/watchedTest";

const staff = (page: Page) => signInAs(page, { email: "manager@example.com", password: PASSWORD });
const customer = (page: Page) => signInAs(page, { email: "customer@example.com", password: PASSWORD });
const file = (name: string, bytes: Uint8Array | string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(bytes),
});
const nameOf = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
const imageForm = (page: Page) => page.locator("form:has(input[name=form])");

/** Types into a rich text, through the editor when it exists. */
async function write(page: Page, label: string, text: string, script: boolean) {
  const field = page.getByRole("textbox", { name: label, exact: true });
  await field.click();
  if (script)
    await expect(
      page.locator(
        `.ProseMirror[aria-labelledby="service-${label === "Description" ? "description" : "checkoutDescription"}-label"]`,
      ),
    ).toBeVisible();
  await field.fill(text);
}

/** Creates a service with only a name and leaves its page open. */
async function aService(page: Page, name: string) {
  await page.goto("/services/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("One-Time").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Service created successfully");
  return new URL(page.url()).pathname;
}

/** Adds the package that makes a service orderable, and returns to the service. */
async function aPackage(page: Page, service: string) {
  await page.goto(`${service}/packages/new`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Domain Authority Name").fill("DA 30");
  await dialog.getByLabel("Price").first().fill("120");
  await dialog.getByRole("button", { name: "Save" }).click();
  await told(page, "Package added successfully");
  await page.goto(service);
}

/** Opens the menu of a service's row. */
async function rowMenu(page: Page, name: string): Promise<Locator> {
  await page.goto(`/services?name=${encodeURIComponent(name)}`);
  const row = page.getByRole("row", { name });
  await row.locator("summary").click();
  return row;
}

test("staff create and edit a service with an image and a template @twice", async ({
  page,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/(services|uploads)/);
  await staff(page);
  await page.goto("/services");
  await page.getByRole("link", { name: "Add Service" }).click();
  await expect(page).toHaveURL(/\/services\/new$/);
  await expect(page.getByText("You will be able to add the image once the service has been created")).toBeVisible();
  await expect(page.getByLabel("Image")).toBeDisabled();
  for (const tab of ["Packages", "Intake Form", "Customer Interface"])
    await expect(page.getByText(tab, { exact: true })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Regular")).toBeChecked();
  await expect(page.getByLabel("Recurring")).toBeChecked();
  await expect(page.getByLabel("One-Time")).not.toBeChecked();
  await expect(page.getByLabel("Order duration")).toHaveValue("1");
  await expect(page.getByRole("combobox", { name: "Frequency" })).toHaveValue("MONTH");
  await expect(page.getByLabel("Visible in the catalog")).toBeChecked();

  const save = page.getByRole("button", { name: "Save", exact: true });
  await write(page, "Description", "**Real** sites", Boolean(script));
  await page.getByLabel("Template").setInputFiles(file("brief.xlsx", xlsxBytes()));
  if (script) await expect(page.getByRole("button", { name: "Remove brief.xlsx" })).toBeVisible();
  await page.getByLabel("Order duration").fill("0");
  await page.getByRole("button", { name: "Add sub status" }).click();
  await expect(page.getByRole("textbox", { name: "Sub status 1", exact: true })).toBeVisible();
  await save.click();
  for (const message of ["Service name is required", "Duration should be minimum 1", "Status is required"])
    await expect(page.getByText(message).first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await expect(page.getByText("brief.xlsx").first()).toBeVisible();

  const name = nameOf("Guest posts");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("Order duration").fill("2");
  await expect(page.getByRole("textbox", { name: "Sub status 1", exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Sub status 1", exact: true }).fill("Published");
  await page.getByRole("button", { name: "Add sub status" }).click();
  await page.getByRole("textbox", { name: "Sub status 2", exact: true }).fill("Outreach");
  await page
    .getByRole("button", { name: "Move up Outreach" })
    .or(page.getByRole("button", { name: "Move up sub status 2" }))
    .click();
  await expect(page.getByRole("textbox", { name: "Sub status 1", exact: true })).toHaveValue("Outreach");
  // The buttons of a row align with its field.
  const middle = async (part: Locator) => part.boundingBox().then((box) => box!.y + box!.height / 2);
  expect(await middle(page.getByRole("button", { name: /^Move down/ }).first())).toBeCloseTo(
    await middle(page.getByRole("textbox", { name: "Sub status 1", exact: true })),
    -1,
  );
  await save.click();
  await told(page, "Service created successfully");
  await expect(page).toHaveURL(/\/services\/[0-9A-Za-z_-]{10,}$/);
  await expect(page.getByRole("link", { name: "Packages" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Customer Interface" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download the template" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  // Refused by content, with the file's name and the allowed types.
  for (const [sent, bytes] of [
    ["photo.jpg", "<!doctype html><script>1</script>"],
    ["drawing.png", '<svg onload="x()"/>'],
    ["tool.png", "MZ\u0090\u0000"],
  ] as const) {
    await page.getByLabel("Image", { exact: true }).setInputFiles(file(sent, bytes));
    if (!script) await page.getByRole("button", { name: "Save image" }).click();
    await expect(
      imageForm(page)
        .locator(".field-error")
        .getByText(`'${sent}' cannot be used. Allowed types: .jpg, .jpeg, .png, .webp, .gif`),
    ).toBeVisible();
  }
  if (script) await page.getByRole("textbox", { name: "Name", exact: true }).fill(`${name} typed`);
  await page.getByLabel("Image", { exact: true }).setInputFiles(file("cover.png", pngBytes()));
  if (!script) await page.getByRole("button", { name: "Save image" }).click();
  await told(page, "Image updated successfully");
  await expect(page.getByRole("img", { name: "Now: cover.png" })).toBeVisible();
  if (script) {
    // The other form keeps its input and does not become stale.
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(`${name} typed`);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  }
  await page.getByRole("textbox", { name: "Sub status 2", exact: true }).fill("Live");
  await save.click();
  await told(page, "Service updated successfully");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Sub status 2", exact: true })).toHaveValue("Live");
  await expect(page.getByRole("link", { name: "Download the template" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Now: cover.png" })).toBeVisible();
  await expect(page.getByLabel("Order duration")).toHaveValue("2");
});

test("refuses a wrong template and keeps the other answers", async ({
  page,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  expectRefusal(/\/(services|uploads)/);
  await staff(page);
  await page.goto("/services/new");
  const name = nameOf("Refusals");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  const torn = xlsxBytes().slice(0, -30);
  for (const [sent, bytes, message] of [
    ["tool.xlsx", "MZ\u0090\u0000", "'tool.xlsx' cannot be used. Allowed types: .xls, .xlsx"],
    ["torn.xlsx", torn, "'torn.xlsx' is incomplete or damaged. Save or download it again, then upload it."],
    ["big.xlsx", "x".repeat(21 * 1024 * 1024), "'big.xlsx' is larger than 20 MB. Allowed types: .xls, .xlsx"],
  ] as const) {
    await page.getByLabel("Template").setInputFiles(file(sent, bytes));
    if (!script) await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(message).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(name);
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  if (script) {
    // The form does not leave without the file.
    await told(page, "A file was not uploaded. Remove it, or try again.");
    await page.getByRole("button", { name: "Remove big.xlsx" }).press("Enter");
    await page.getByRole("button", { name: "Save", exact: true }).click();
  }
  await told(page, "Service created successfully");
});

test("refuses a stale save and keeps the input", async ({ page, context, expectRefusal }) => {
  expectRefusal(/\/services/);
  await staff(page);
  const name = nameOf("Versions");
  const path = await aService(page, name);
  const other = await context.newPage();
  await other.goto(path);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(`${name} first`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Service updated successfully");
  await other.getByRole("textbox", { name: "Name", exact: true }).fill(`${name} later`);
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    other.getByText("This record was changed by someone else. Please reload and try again.", { exact: true }).first(),
  ).toBeVisible();
  await expect(other.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(`${name} later`);
  await page.goto(path);
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(`${name} first`);
  // A second save by the same user is not stale.
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(`${name} second`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Service updated successfully");
});

test("filters the list by type and name, and resets it", async ({ page, javaScriptEnabled: script }) => {
  await staff(page);
  const name = nameOf("Filters");
  await aService(page, name);
  await page.goto("/services");
  expect(await seriousFindings(page)).toEqual([]);
  await expect(page.getByLabel("Service Type")).toHaveValue("REGULAR");
  await page.getByLabel("Service Name").fill(name.toUpperCase());
  if (!script) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page).toHaveURL(/name=FILTERS/);
  await page.getByLabel("Service Type").selectOption("Custom");
  if (!script) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No services match")).toBeVisible();
  await page.getByLabel("Service Type").selectOption("All");
  if (!script) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.getByRole("search").getByRole("link", { name: "Reset Filters" }).click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(page.getByLabel("Service Name")).toHaveValue("");
  for (const size of ["5", "10", "25", "50", "100"])
    await expect(page.getByLabel("Rows per page").locator("option", { hasText: new RegExp(`^${size}$`) })).toHaveCount(
      1,
    );
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("a hidden service sells by URL only", async ({ page, context, anotherBrowser, javaScriptEnabled: script }) => {
  await staff(page);
  const name = nameOf("Hidden");
  await aPackage(page, await aService(page, name));
  const theirs = await (await anotherBrowser()).newPage();
  await customer(theirs);
  await theirs.goto("/services");
  await expect(theirs.getByRole("heading", { name: "Explore Our Services" })).toBeVisible();
  await expect(theirs.getByText(name)).toBeVisible();
  await page.getByLabel("Visible in the catalog").uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Service updated successfully");
  await expect(page.getByText("Customer Interface", { exact: true })).toHaveAttribute("aria-disabled", "true");
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "Explore Our Services" })).toBeVisible();
  await expect(theirs.getByText(name)).toHaveCount(0);

  if (script) await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const row = await rowMenu(page, name);
  await expect(row.getByText("Hidden", { exact: true })).toBeVisible();
  await row.getByRole("link", { name: "Copy Checkout URL" }).click();
  let url: string;
  if (script) {
    await told(page, "Checkout URL copied successfully");
    url = await page.evaluate(() => navigator.clipboard.readText());
  } else {
    const shown = page.getByRole("dialog").getByLabel(name);
    expect(await seriousFindings(page)).toEqual([]);
    url = await shown.inputValue();
  }
  expect(url).toMatch(/^http:\/\/localhost:\d+\/services\/[0-9A-Za-z_-]+\/checkout$/);
  await theirs.goto(url);
  await expect(theirs.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("a service without packages asks for no address and no card", async ({ page, anotherBrowser }) => {
  await staff(page);
  const name = nameOf("Unfinished");
  const base = await aService(page, name);
  const theirs = await (await anotherBrowser()).newPage();
  await theirs.goto(`${base}/checkout`);
  await expect(theirs.getByRole("heading", { name: "This service is not available to order yet" })).toBeVisible();
  await expect(theirs.getByLabel("Address")).toHaveCount(0);
  await expect(theirs.getByText("Card Details")).toHaveCount(0);
  expect(await seriousFindings(theirs)).toEqual([]);

  await page.goto(`/orders/new?serviceId=${decodeId(base.split("/")[2]!)}`);
  await expect(page.getByText("This service has no packages yet.")).toBeVisible();
});

test("selects text that cannot be copied @script", async ({ page }) => {
  await staff(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.goto("/services");
  const row = page.locator("tbody tr").first();
  await row.locator("summary").click();
  await row.getByRole("link", { name: "Copy Checkout URL" }).click();
  await told(page, "Unable to copy checkout URL");
  await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue(/\/checkout$/);
});

test("duplicates a service, and deletes it without harming orders", async ({ page }) => {
  await staff(page);
  const name = nameOf("Doubles");
  await aService(page, name);
  await (await rowMenu(page, name)).getByRole("button", { name: "Duplicate" }).click();
  await told(page, "Service duplicated sucessfully");
  // The copy opens, and customers do not see it yet.
  await expect(page.getByRole("heading", { level: 1, name: `${name} (Copy)` })).toBeVisible();
  await expect(page.getByText("Customers cannot order this service yet")).toBeVisible();
  await page.goto(`/services?name=${encodeURIComponent(name)}`);

  await (await rowMenu(page, `${name} (Copy)`)).getByRole("link", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`Are you sure you want to delete this service: ${name} (Copy)?`);
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("link", { name: `${name} (Copy)`, exact: true })).toBeVisible();
  await (await rowMenu(page, `${name} (Copy)`)).getByRole("link", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await told(page, "Service deleted sucessfully");
  await expect(page.getByRole("link", { name: `${name} (Copy)`, exact: true })).toHaveCount(0);
});

test("no description runs script anywhere it is shown", async ({ page, anotherBrowser, javaScriptEnabled: script }) => {
  await staff(page);
  const name = nameOf("Payloads");
  const path = await aService(page, name);
  await aPackage(page, path);
  const dialogs: string[] = [];
  const theirs = await (await anotherBrowser()).newPage();
  for (const one of [page, theirs])
    one.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  await page.goto(path);
  const text = richTextPayloads.join("\n\n").slice(0, 19_000);
  await page.locator("textarea[name=description]").evaluate((area: HTMLTextAreaElement, value) => {
    area.value = value;
  }, text);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Service updated successfully");
  await page.reload();
  if (script) {
    await page.getByRole("textbox", { name: "Description", exact: true }).press("Enter");
    await expect(page.locator(".ProseMirror").first()).toBeVisible();
  }
  await customer(theirs);
  for (const where of ["/services", `${path}/details`]) {
    await theirs.goto(where);
    await expect(theirs.getByText(name).first()).toBeVisible();
    expect(
      await theirs.locator(".rich-text :is(script, img, svg, iframe, [onclick], [style], object, form)").count(),
    ).toBe(0);
  }
  expect(dialogs).toEqual([]);
});

test("formats rich text by buttons and keys and sends Markdown @script", async ({ page }) => {
  await staff(page);
  const path = await aService(page, nameOf("Editor"));
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("RichTextEditor")) requests.push(request.url());
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);
  const box = page.getByRole("textbox", { name: "Description", exact: true });
  await box.focus();
  await expect(page.locator(".ProseMirror:focus")).toBeVisible();
  expect(requests.length).toBeGreaterThan(0);
  await page.keyboard.type("Plain ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("strong");
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Enter");
  const tools = page.getByRole("toolbar").first();
  await tools.getByRole("button", { name: "Ordered list" }).click();
  await page.keyboard.type("first");
  await page.keyboard.press("Enter");
  await page.keyboard.type("second");
  await expect(tools.getByRole("button", { name: "Ordered list" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await tools.getByRole("button", { name: "Link" }).click();
  await page.getByLabel("Link address").fill("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Start the address with https://")).toBeVisible();
  await page.getByLabel("Link address").fill("example.com/page");
  await page.keyboard.press("Enter");
  await expect(page.locator("textarea[name=description]")).toHaveValue(
    "Plain **strong**\n\n1. first\n2. second\n\n<https://example.com/page>",
  );
  // Tab leaves the text, and arrow keys move through the toolbar.
  await page.keyboard.press("Shift+Tab");
  await expect(tools.getByRole("button", { name: "Link" })).toBeFocused();
  await page.keyboard.press("Home");
  await expect(tools.getByRole("button", { name: "Bold" })).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Service updated successfully");
  await page.goto(`${path}/details`);
  await expect(page.locator(".rich-text ol > li")).toHaveText(["first", "second"]);
  await expect(page.locator(".rich-text strong")).toHaveText("strong");
});

test.describe("a stored rich text", () => {
  const description = (page: Page) => page.getByRole("textbox", { name: "Description", exact: true });

  async function withDescription(page: Page) {
    await staff(page);
    const path = await aService(page, nameOf("Formatted"));
    await page.locator("textarea[name=description]").evaluate((area: HTMLTextAreaElement) => {
      area.value = "**Real** sites\n\n- first\n- second\n\n[more](https://example.com/more)";
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await told(page, "Service updated successfully");
    return path;
  }

  test("is shown formatted, and Enter starts the editor without a jump @script", async ({ page }) => {
    const path = await withDescription(page);
    const editors: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("RichTextEditor")) editors.push(request.url());
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(description(page).locator("strong")).toHaveText("Real");
    await expect(description(page).locator("li")).toHaveText(["first", "second"]);
    expect(editors).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    const before = (await description(page).boundingBox())!;

    // The toolbar is before it in the tab order, and its links are no stops of their own.
    await page.getByRole("toolbar").first().getByRole("button", { name: "Bold" }).focus();
    await page.keyboard.press("Tab");
    await expect(description(page)).toBeFocused();
    await expect(description(page)).toHaveAccessibleDescription(/Press Enter to edit$/);
    await page.keyboard.press("Enter");
    await expect(page.locator(".ProseMirror:focus")).toBeVisible();
    expect(editors.length).toBeGreaterThan(0);
    const after = (await page.locator(".ProseMirror:focus").boundingBox())!;
    expect(Math.abs(after.height - before.height)).toBeLessThanOrEqual(2);
    expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(2);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Last words.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await told(page, "Service updated successfully");
    await page.goto(`${path}/details`);
    await expect(page.locator(".rich-text").filter({ hasText: "Last words." })).toBeVisible();
  });

  test("a click on it starts the editor @script", async ({ page }) => {
    await page.goto(await withDescription(page));
    await description(page).getByText("more").click();
    await expect(page.locator(".ProseMirror:focus")).toBeVisible();
  });

  test("is a plain textarea without script @noscript", async ({ page }) => {
    await staff(page);
    await page.goto("/services?name=Guest+Posts+by");
    const edit = page.getByRole("link", { name: "Guest Posts by Domain Authority" }).first();
    await edit.click();
    const area = page.locator("textarea[name=description]");
    await expect(area).toBeVisible();
    await expect(description(page)).toHaveCount(1);
    await area.fill("**Plain** words");
    await expect(area).toHaveValue("**Plain** words");
  });
});

test("the newest chosen file wins, whichever upload ends first @script", async ({ page }) => {
  await staff(page);
  await page.goto("/services/new");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/uploads", async (route) => {
    if (route.request().postData()?.includes("slow.xlsx")) await held;
    await route.continue();
  });
  const template = page.getByLabel("Template");
  const stopped = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/uploads"));
  await template.setInputFiles(file("slow.xlsx", xlsxBytes()));
  await expect(page.getByRole("progressbar", { name: "Uploading slow.xlsx" })).toBeVisible();
  await template.setInputFiles(file("quick.xlsx", xlsxBytes()));
  const kept = page.getByRole("button", { name: /^Remove .*xlsx/ });
  await expect(kept).toHaveAccessibleName("Remove quick.xlsx");
  // The upload that was replaced is cancelled, so it cannot arrive later.
  await stopped;
  release();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(kept).toHaveAccessibleName("Remove quick.xlsx");
});

test("services are arranged, and a service's page has the actions of its row", async ({ page }) => {
  await staff(page);
  const name = nameOf("Moved");
  await aService(page, name);
  await page.goto("/services");
  await page.getByRole("link", { name: "Arrange", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Arrange services" });
  const rows = dialog.getByRole("listitem").filter({ hasText: name });
  await expect(dialog.getByRole("listitem").last()).toContainText(name);
  await rows.getByRole("button", { name: /^Move up/ }).click();
  await expect(dialog.getByRole("listitem").last()).not.toContainText(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await told(page, "Services arranged");
  await page.goto(`/services?serviceType=ALL&name=${encodeURIComponent(name)}`);
  await page.locator("tbody .row-link").first().click();
  // The row that is left has the same menu.
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.locator("summary", { hasText: `Actions for ${name}` }).click();
  for (const action of ["Copy Checkout URL", "Show Orders", "Generate Invoice", "Delete"])
    await expect(page.getByRole("link", { name: action })).toBeVisible();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await told(page, "Service deleted sucessfully");
});
