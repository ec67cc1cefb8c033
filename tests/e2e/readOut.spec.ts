import { expect, type Page } from "@playwright/test";
import { checkoutOf, quantity, SEEDED } from "../support/checkoutSteps";
import { forgetSession, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

/** The live region that screen readers announce. */
const said = (page: Page) => page.getByRole("status");

test("announces a client-side navigation and moves the focus to it @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/orders");
  const row = page.locator("main .row-link").first();
  await row.focus();
  await row.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Order \d+/ })).toBeVisible();
  await expect(said(page).filter({ hasText: /^Order \d+ \| / })).toHaveCount(1);
  await expect(page.locator("main")).toBeFocused();

  // A remaining link keeps the focus; a field with autofocus gets it.
  const clients = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Clients" });
  await clients.press("Enter");
  await expect(said(page).filter({ hasText: /^Clients \| / })).toHaveCount(1);
  await expect(clients).toBeFocused();
});

test("announces filter results and keeps the focus after a removal @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/orders?status=Working");
  await page.getByLabel("Client Name").fill("nobody of this name");
  await expect(said(page).filter({ hasText: "0 results" })).toHaveCount(1);
  await page.goto("/orders?status=Working");
  await page.getByRole("link", { name: "Remove filter Status: Working" }).press("Enter");
  await expect(said(page).filter({ hasText: /^\d+ results, page 1 of \d+$/ })).toHaveCount(1);
  await expect(page.locator("main [tabindex='-1']:has(table)")).toBeFocused();
});

test("reads out the question of a destructive dialog when it opens", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/coupons?code=PARTNER15");
  await page.locator("main .row-link").first().click();
  await page.getByRole("link", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toHaveAccessibleDescription(/PARTNER15/);
});

test("accessible names tell two subscriptions of one service apart", async ({ page }) => {
  await signInAs(page, SEEDED.affiliate, "/subscriptions/mine");
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
  for (const words of ["Update card", "Cancel subscription"]) {
    const names = await page.getByRole("link", { name: words }).allTextContents();
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size, names.join(", ")).toBe(names.length);
  }
});

test("a finished action moves the focus to what remains @script", async ({ page }) => {
  await signInAs(page, SEEDED.customer, "/");
  const news = page.getByRole("region", { name: "Announcements" });
  const dismiss = news.getByRole("button", { name: /^Dismiss/ });
  await expect(dismiss.first()).toBeVisible();
  const count = await dismiss.count();
  expect(count).toBeGreaterThan(1);
  await dismiss.first().press("Enter");
  await expect(dismiss).toHaveCount(count - 1);
  await expect(news.locator("ul")).toBeFocused();

  await forgetSession(page);
  await signInAs(page, SEEDED.superAdmin, "/");
  await page.locator("a.bell").press("Enter");
  const drawer = page.getByRole("dialog", { name: "Notifications" });
  const readAll = drawer.getByRole("button", { name: "Mark all as read" });
  await readAll.press("Enter");
  await expect(readAll).toHaveCount(0);
  await expect(drawer.locator(":focus")).toHaveCount(1);
});

test("the question of a row's menu returns the focus to the menu @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/subscriptions");
  const menu = page.locator(".table-actions summary").nth(1);
  await menu.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test("the button in a password field names its next action @script", async ({ page }) => {
  await page.goto("/signin");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByRole("button", { name: "Hide password" })).toHaveText("Hide");
  await expect(page.locator("input[name=password]")).toHaveAttribute("type", "text");
});

test("announces an upload, and removing it focuses the field @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/creatives/new");
  const field = page.locator("input[type=file]").first();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await field.setInputFiles({ name: "square.png", mimeType: "image/png", buffer: png });
  await expect(said(page).filter({ hasText: "square.png uploaded" })).toHaveCount(1);
  await page.getByRole("button", { name: "Remove square.png" }).press("Enter");
  await expect(field).toBeFocused();
});

test("focus rings, field edges and placeholders have contrast @script", async ({ page }) => {
  await page.goto("/signin");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const field = page.getByLabel("Email");
    await field.blur();
    await expect.poll(() => contrast(field, "borderTopColor"), `edge, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    await expect
      .poll(() => contrast(field, "color", "::placeholder"), `example, ${colorScheme}`)
      .toBeGreaterThanOrEqual(4.5);
    await field.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => contrast(field, "outlineColor"), `ring, ${colorScheme}`).toBeGreaterThanOrEqual(3);
  }
});

test("on a phone the due bar never covers a focused quantity @script", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(await checkoutOf(page, "Guest Posts"));
  await expect(page.getByLabel("Card number")).toBeVisible();
  await quantity(page, "DA 20+").focus();
  const bar = (await page.locator(".pay-bar").boundingBox())!;
  for (let stops = 0; stops < 16; stops++) {
    await page.keyboard.press("Tab");
    const focused = page.locator("main :focus");
    const box = (await focused.boundingBox())!;
    expect(box.y + box.height, (await focused.getAttribute("id")) ?? "a button").toBeLessThanOrEqual(bar.y);
  }
});

test("dialogs and tabs keep their edges in forced colours @script", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signInAs(page, SEEDED.superAdmin, "/services");
  await page.locator("main .row-link").first().click();
  await page.getByRole("link", { name: "Packages" }).click();
  const tab = (name: string) => page.getByRole("link", { name, exact: true }).and(page.locator(".tab"));
  await expect(tab("Packages")).toHaveAttribute("aria-current", "page");
  expect(await contrast(tab("Packages"), "borderBottomColor")).toBeGreaterThanOrEqual(3);
  expect(await contrast(tab("Intake Form"), "borderBottomColor")).toBe(1);
  await page.getByRole("link", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveCSS("border-top-style", "solid");
  expect(await contrast(dialog, "borderTopColor")).toBeGreaterThanOrEqual(3);
});

/** The contrast of an element's colour against the page background. */
const contrast = (
  element: ReturnType<Page["locator"]>,
  property: "color" | "borderTopColor" | "borderBottomColor" | "outlineColor",
  pseudo?: string,
) =>
  element.evaluate(
    (one, [name, of]) => {
      const canvas = document.createElement("canvas").getContext("2d")!;
      const luminance = (color: string) => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
          const share = part / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
      };
      const ground = luminance(getComputedStyle(document.documentElement).backgroundColor);
      const drawn = luminance(getComputedStyle(one, of || null)[name]);
      return (Math.max(ground, drawn) + 0.05) / (Math.min(ground, drawn) + 0.05);
    },
    [property, pseudo ?? ""] as const,
  );
