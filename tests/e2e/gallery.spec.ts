import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { preferencesKept } from "../support/e2e";
import { test } from "../support/watchedTest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const views = [
  "form",
  "list",
  "feedback&toasts",
  "card",
  "chart",
  "staff",
  "dialog",
  "customer",
  "signed-out&wrong",
  "overlay",
  "error",
];

const open = (page: Page, view: string) => page.goto(`/dev/gallery?view=${view}`);

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run();
    return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const view of views) {
    // Needs @script because axe itself is a script.
    test(`${view} in ${colorScheme}: passes axe and fits 320 px`, {
      tag: ["@script", "@deep"],
    }, async ({ page }) => {
      // Contrast applies to the final state, not to a fade-in.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await open(page, view);
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    });
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`script ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("opens the account menu and closes it by a click outside", async ({ page }) => {
      await open(page, "staff");
      const profile = page.getByRole("link", { name: "Profile" });
      await page.locator("summary", { hasText: "Your account" }).click();
      await expect(profile).toBeVisible();
      await page.mouse.click(640, 700);
      await expect(profile).toBeHidden();
      await expect(page).toHaveURL(/view=staff/);
    });

    test("saves theme and side menu by posting a form", async ({ page }) => {
      await open(page, "staff");
      await page.locator("summary", { hasText: "Your account" }).click();
      // The colours change immediately; the cookie arrives with the response.
      const kept = preferencesKept(page);
      await page.getByRole("button", { name: "Dark theme" }).click();
      await kept;
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.goto("/dev/gallery?view=staff");
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.getByRole("button", { name: "Close Menu" }).click();
      await expect(page.getByRole("button", { name: "Open Menu" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Subscriptions" })).toBeVisible();
    });

    test("the phone's menu drawer opens and closes", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await open(page, "customer");
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await expect(page.getByRole("link", { name: "Services" })).toBeVisible();
      await page.mouse.click(340, 600);
      await expect(page.getByRole("link", { name: "Services" })).toBeHidden();
    });

    test("errors take the focus", async ({ page }) => {
      await open(page, "signed-out&wrong");
      await expect(page.locator(".form-errors")).toBeFocused();
    });

    test("the dialog's page offers the decision and the way back", async ({ page }) => {
      await open(page, "dialog");
      const dialog = page.getByRole("alertdialog", { name: "Cancel order 10482" });
      await expect(dialog.getByRole("button", { name: "Cancel order" })).toBeVisible();
      await dialog.getByRole("link", { name: "Close" }).click();
      await expect(page).toHaveURL(/view=staff/);
      await expect(dialog).toBeHidden();
    });
  });
}

test("without script the dialog replaces the page behind it", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await open(page, "dialog");
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();
  await page.close();
});

test("with script Escape closes the dialog", { tag: "@script" }, async ({ page }) => {
  await open(page, "dialog");
  await expect(page.locator("dialog:modal")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/view=staff/);
});

test("Escape closes a row menu and returns the focus to its button", { tag: "@script" }, async ({ page }) => {
  await open(page, "staff");
  const button = page.locator("summary", { hasText: "Actions for order 10479" });
  await button.click();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(page.getByRole("link", { name: "Cancel order" })).toHaveCount(0);
});

test("choices filter immediately, text after a pause; Reset clears them", {
  tag: "@script",
}, async ({ page }) => {
  await open(page, "staff");
  await page.getByLabel("Client").fill("acme");
  await expect(page).toHaveURL(/client=acme/);
  await page.getByLabel("Assigned to").selectOption("Active");
  await expect(page).toHaveURL(/client=acme.*assigned=Active/);
  await expect(page.getByLabel("Client")).toHaveValue("acme");
  await page.getByRole("link", { name: "Reset Filters" }).click();
  await expect(page.getByLabel("Client")).toHaveValue("");
});

test("Enter saves the form instead of pressing the stepper's minus", { tag: "@script" }, async ({ page }) => {
  await open(page, "form");
  await page.getByRole("button", { name: "More: Quantity" }).click();
  await expect(page.getByLabel("Quantity", { exact: true })).toHaveValue("3");
  await page.getByLabel("First name").press("Enter");
  await expect(page.getByText("Received:")).toContainText("quantity");
  await expect(page.getByText("Received:")).not.toContainText("step");
});

test("a number field takes digits, points and commas", { tag: "@script" }, async ({ page }) => {
  await open(page, "form");
  const price = page.getByLabel("Price", { exact: true });
  await price.fill("");
  await price.pressSequentially("-1e3,5 ");
  await expect(price).toHaveValue("13,5");
  const quantity = page.getByLabel("Quantity", { exact: true });
  await quantity.fill("");
  await quantity.pressSequentially("-2.5e");
  await expect(quantity).toHaveValue("25");
  await quantity.press("ArrowUp");
  await expect(quantity).toHaveValue("26");
});

test("the mouse wheel over a quantity scrolls the page", { tag: "@script" }, async ({ page }) => {
  await open(page, "form");
  const quantity = page.getByLabel("Quantity", { exact: true });
  await quantity.fill("10");
  await quantity.hover();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  await expect(quantity).toHaveValue("10");
});

test("a success toast disappears, an error toast stays until closed", { tag: "@script" }, async ({ page }) => {
  await open(page, "feedback&toasts");
  await expect(page.getByText("Service updated successfully")).toBeVisible();
  await expect(page.getByText("Service updated successfully")).toBeHidden();
  const error = page.getByRole("alert").filter({ hasText: "An error occurred. Please try again." });
  await expect(error).toBeVisible();
  await error.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("An error occurred. Please try again.")).toBeHidden();
});

test("Escape closes the link prompt of a rich text, not the dialog", {
  tag: "@script",
}, async ({ page }) => {
  await open(page, "dialog");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Note for the client" }).click();
  await expect(dialog.locator(".ProseMirror:focus")).toBeVisible();
  await page.keyboard.type("See ");
  await dialog.getByRole("button", { name: "Link" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog.getByLabel("Link address")).toBeHidden();
  await expect(dialog.locator(".ProseMirror:focus")).toBeVisible();
  await page.keyboard.type("you");
  await expect(dialog.locator("textarea[name=note]")).toHaveValue("See you");
});
