import { type ElementHandle, expect, type Locator, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { signInAs, signOut } from "../support/e2e";
import { type TextForm, textForms } from "../support/textForms";
import { isGate } from "../support/tier";
import { test } from "../support/watchedTest";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
const keep = (page: Page) => page.getByRole("button", { name: "Keep editing" }).click();
const discard = (page: Page) => page.getByRole("button", { name: "Discard changes" }).click();

async function open(page: Page, { at, row, card, below = "", link }: TextForm) {
  await page.goto(at);
  if (row !== false) {
    const opener = card ? page.locator("main").getByRole("link", { name: card }) : page.locator(".row-link");
    const href = (await opener.first().getAttribute("href"))!;
    await page.goto(href.replace(/\?.*|\/details$/, "") + below);
  }
  if (!link) return;
  // An address, because a row's menu is closed.
  const named = page.locator("main").getByRole("link", { name: link, includeHidden: true });
  await page.goto((await named.first().getAttribute("href"))!);
}

/** The form's text field; a rich text's own box is hidden once its editor has loaded. */
function fieldOf(within: Locator, { field }: TextForm): Locator {
  const input = "form[method=post] :is(input, textarea, [contenteditable=true]):not([aria-hidden=true])";
  if (field) return within.locator(input).and(within.getByLabel(field)).first();
  const texts = ["input:not([type])", "textarea", ...["text", "tel", "number"].map((type) => `input[type=${type}]`)];
  return within.locator(`form[method=post] :is(${texts.join(", ")}):visible:not([readonly])`).first();
}

/** Leaves by the browser, which asks; the person stays. */
async function staysInBrowser(page: Page, leave: () => void) {
  const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.evaluate(leave)]);
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
}

/** The form's values, hidden ones left out. */
const inputOf = (form: ElementHandle) =>
  form.evaluate((element) =>
    ([...(element as HTMLFormElement).elements] as HTMLInputElement[])
      .filter(({ type, tagName }) => type !== "hidden" && tagName !== "BUTTON" && tagName !== "FIELDSET")
      .map(({ name, value, checked }) => `${name}=${value}/${checked}`),
  );

/** The ways out that a test has tried of a dialog and of a page. They are the same for every form. */
type Tried = Set<"dialog" | "page">;

async function losesNothing(page: Page, entry: TextForm, tried: Tried) {
  await open(page, entry);
  // The page below a dialog cannot be reached.
  const isDialog = await page.locator("dialog.route-dialog").isVisible();
  const field = fieldOf(page.locator(isDialog ? "dialog.route-dialog" : "body"), entry);
  const form = (await field.locator("xpath=ancestor::form").elementHandle())!;
  const loaded = await inputOf(form);
  await field.click();
  await page.keyboard.type("7");
  await expect.poll(() => inputOf(form), entry.file).not.toEqual(loaded);
  const before = await inputOf(form);
  const kept = async (way: string) => {
    await expect(question(page), `${entry.file}, ${way}`).toBeVisible();
    await keep(page);
    await expect(question(page)).toHaveCount(0);
    expect(await inputOf(form), `${entry.file}, ${way}`).toEqual(before);
  };
  if (isDialog) {
    await page.locator(".route-dialog-close").click();
    await kept("closing button");
  } else {
    await page.locator('a[href="/orders"], a[href="/"]').filter({ visible: true }).first().click();
    await kept("link");
  }
  const kind = isDialog ? "dialog" : "page";
  if (tried.has(kind)) return;
  tried.add(kind);
  if (isDialog) {
    await page.keyboard.press("Escape");
    await kept("Escape");
    await page.mouse.click(3, 300);
    await kept("click outside");
  }
  await staysInBrowser(page, () => void setTimeout(() => location.reload()));
  await staysInBrowser(page, () => history.back());
  expect(await inputOf(form), `${entry.file}, reload and Back`).toEqual(before);
}

test.describe("unsaved input @script", () => {
  for (const role of ["superAdmin", "customer", "affiliate"] as const)
    test(`forms of ${role} ask before they are left`, async ({ page }) => {
      test.setTimeout(300_000);
      await signInAs(page, SEEDED[role]);
      const tried: Tried = new Set();
      const forms = textForms.filter(({ as }) => as === role);
      // All use one mechanism, so the gate tries every third.
      for (const entry of isGate ? forms.filter((_, at) => at % 3 === 0) : forms)
        await test.step(entry.file, () => losesNothing(page, entry, tried));
    });

  test("asks on Back and Forward, and keeps the focus", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await page.locator(".row-link").first().click();
    const notes = page.getByLabel("Notes");
    const loaded = await notes.inputValue();
    await notes.fill("Half a thought");
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question(page)).toHaveCount(0);
    await expect(notes).toBeFocused();
    await expect(notes).toHaveValue("Half a thought");
    await page.goBack();
    await discard(page);
    // The address changes before the page does.
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
    await expect(page).toHaveURL(/\/orders\?status=Working$/);
    await page.goForward();
    await expect(notes).toHaveValue(loaded);
  });

  test("asks nothing for a dialog over the page, or a thread", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await page.locator(".row-link").first().click();
    const notes = page.getByLabel("Notes");
    await notes.fill("Half a thought");
    await page.getByRole("link", { name: "Team only", exact: true }).click();
    await expect(page).toHaveURL(/thread=admin/);
    await page.getByRole("link", { name: "Cancel order" }).click();
    // Escape closes it from then on.
    await expect(page.locator("dialog:modal").getByRole("textbox", { name: "Reason" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Reason")).toHaveCount(0);
    await expect(notes).toHaveValue("Half a thought");
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await expect(question(page)).toBeVisible();
  });

  test("asks for the unsent message of a thread that is not shown", async ({ page, expectRefusal }) => {
    // A draft that the server has needs no question.
    expectRefusal(/intent=draft/);
    await page.route(/intent=draft/, (route) => route.abort());
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await page.locator(".row-link").first().click();
    const composer = page.locator(".talk-composer:not([hidden])");
    const threads = page.getByRole("navigation", { name: "Threads" });
    await composer.getByRole("textbox").last().fill("For this client alone");
    await threads.getByRole("link", { name: "Team only" }).click();
    await expect(composer.locator("textarea")).toHaveValue("");
    await expect(threads.getByRole("link", { name: "Customer (unsent)" })).toBeVisible();
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await expect(question(page)).toBeVisible();
    await keep(page);
    await threads.getByRole("link", { name: "Customer (unsent)" }).click();
    await expect(composer.locator("textarea")).toHaveValue("For this client alone");
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await expect(question(page)).toBeVisible();
    await staysInBrowser(page, () => void setTimeout(() => location.reload()));
    await discard(page);
    await expect(page).toHaveURL(/\/coupons/);
  });

  test("asks nothing after a save, or for the loaded text", async ({ page, expectRefusal }) => {
    expectRefusal(/\/orders|\/favicon\.svg$/);
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await page.locator(".row-link").first().click();
    const notes = page.getByLabel("Notes");
    const loaded = await notes.inputValue();
    await notes.fill("Something else");
    await notes.fill(loaded);
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await expect(page).toHaveURL(/\/coupons/);
    await page.goBack();
    await notes.fill(`Called ${crypto.randomUUID()}`);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("You are offline").first()).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await keep(page);
    await page.getByRole("button", { name: "Save" }).click();
    await told(page, "Order updated successfully");
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await expect(page).toHaveURL(/\/coupons/);
  });

  test("asks nothing for a search or after sign-out", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/clients");
    await page.locator("input[name=firstName]").fill("Emma");
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await expect(page).toHaveURL(/\/coupons/);
    await page.goto("/clients/new");
    await page.getByLabel("First name").fill("Ada");
    await signOut(page);
    await expect(page).toHaveURL(/\/signin/);
  });
});
