import { expect, type Page } from "@playwright/test";
import { orderRows, SEEDED, told } from "../support/checkoutSteps";
import { signInAs, signOut } from "../support/e2e";
import { pngBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test.describe("input and position survive @script", () => {
  test("announces a repeated mistake without interrupting the correction", async ({ page, expectRefusal }) => {
    expectRefusal(/\/signup/);
    await page.goto("/signup");
    const signUp = page.getByRole("button", { name: "SIGN UP" });
    const errors = page.locator(".form-errors");
    await signUp.click();
    await expect(errors).toBeFocused();
    await page.getByLabel("First name").focus();
    await page.keyboard.type("Ada");
    await expect(errors).not.toContainText("First name is required");
    await expect(errors).toContainText("Last name is required");
    await expect(page.getByLabel("First name")).toBeFocused();
    await expect(page.getByLabel("First name")).toHaveValue("Ada");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Example");
    await expect(page.getByLabel("Last name")).toHaveValue("Example");
    // The first field that is still invalid.
    await signUp.click();
    await expect(page.getByLabel("Email")).toBeFocused();
  });

  test("a form keeps its input through outages, sign-out and a deletion", async ({ page, expectRefusal }) => {
    // Browsers sometimes request the icon while offline.
    expectRefusal(/\/announcements|\/favicon\.svg$/);
    const name = `Offer ${crypto.randomUUID().slice(0, 8)}`;
    const save = page.getByRole("button", { name: "Save" });
    const received = page.locator(".upload-name").filter({ hasText: "offer.png" });
    const toast = page.getByRole("alert");
    await signInAs(page, SEEDED.manager, "/announcements/new");
    await page.getByLabel("Title").fill(name);
    await page.getByLabel("Description").fill("Ten links, one free.");
    await page.getByLabel("URL").fill("http://127.1/");
    const picture = { name: "offer.png", mimeType: "image/png", buffer: Buffer.from(pngBytes()) };
    await page.locator("main input[type=file]").setInputFiles(picture);
    await expect(received).toBeVisible();
    await save.click();
    await expect(page.locator(".form-errors")).toContainText("URL is not valid");
    await page.getByLabel("URL").fill("https://example.com/offer");

    await page.context().setOffline(true);
    await save.click();
    await expect(toast).toContainText("You are offline, so nothing was sent.");
    await expect(page.getByLabel("Description")).toHaveValue("Ten links, one free.");
    await expect(received).toBeVisible();
    await page.context().setOffline(false);
    await save.click();
    await told(page, "Announcement created successfully");
    await expect(toast).toHaveCount(0);

    await page.getByRole("link", { name }).first().click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.getByLabel("Description").fill("Written while signed out.");
    const other = await page.context().newPage();
    await other.goto("/");
    await signOut(other);
    await save.click();
    await expect(toast).toContainText("You have been signed out, so nothing was saved.");
    await expect(page.getByLabel("Description")).toHaveValue("Written while signed out.");
    await signInAs(other, SEEDED.manager, "/announcements");
    await save.click();
    await told(page, "Announcement updated successfully");

    await page.getByRole("link", { name }).first().click();
    await page.getByLabel("Description").fill("Written for nothing.");
    await other.goto(new URL(page.url()).pathname);
    await other.getByRole("link", { name: "Delete" }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await told(other, /deleted/);
    await save.click();
    await expect(toast).toContainText("This no longer exists, so nothing was saved.");
    await expect(page.getByLabel("Description")).toHaveValue("Written for nothing.");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });

  test("the way back from an order restores the list", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working&size=25");
    await orderRows(page).first().getByRole("link").first().click();
    const back = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Orders" });
    await back.click();
    await expect(page).toHaveURL("/orders?status=Working&size=25");
    // The menu resets the list, and the way back follows it.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Orders" }).click();
    await expect(page).toHaveURL("/orders");
    await orderRows(page).first().getByRole("link").first().click();
    await back.click();
    await expect(page).toHaveURL("/orders");
  });

  test("a saved form returns the focus to its button", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await orderRows(page).first().getByRole("link").first().click();
    await page.getByLabel("Notes").fill(`Call on ${crypto.randomUUID()}`);
    const save = page.locator("#order [type=submit]");
    await save.focus();
    await page.keyboard.press("Enter");
    await told(page, "Order updated successfully");
    await expect(save).toBeFocused();
  });

  test("an order's unsent text stays with its order and thread", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    const number = page.getByRole("heading", { level: 1 });
    const message = page.locator(".talk-composer:not([hidden]) textarea");
    await orderRows(page).nth(0).getByRole("link").first().click();
    await expect(message).toBeVisible();
    const first = await number.textContent();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Orders" }).click();
    await orderRows(page).nth(1).getByRole("link").first().click();
    await expect(number).not.toHaveText(first ?? "");
    const note = await page.getByLabel("Notes").inputValue();
    await page.getByLabel("Notes").fill("A note on this order alone");
    await page.locator(".talk-composer:not([hidden])").getByRole("textbox").last().fill("For this client alone");
    await expect(message).toHaveValue("For this client alone");
    const threads = page.getByRole("navigation", { name: "Threads" });
    await threads.getByRole("link", { name: "Admin" }).click();
    await expect(page.locator("#internal-message-label")).toContainText("Internal message");
    await expect(message).toHaveValue("");
    await threads.getByRole("link", { name: "Customer" }).click();
    await expect(message).toHaveValue("For this client alone");
    await expect(page.locator(".talk-composer:not([hidden])").getByRole("button", { name: "Send" })).toBeEnabled();
    // Moves from one order directly to another, like the bell does.
    await page.evaluate(() => window.history.go(-4));
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(number).toHaveText(first ?? "");
    await expect(message).toHaveValue("");
    await expect(page.getByLabel("Notes")).not.toHaveValue("A note on this order alone");
    await page.evaluate(() => window.history.go(2));
    await expect(number).not.toHaveText(first ?? "");
    await expect(page.getByLabel("Notes")).toHaveValue(note);
  });

  test("the result of a dialog shows on the page that opened it", async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 420 });
    await signInAs(page, SEEDED.manager, "/clients?firstName=Emma");
    await page.locator(".row-link").first().click();
    const add = page.getByRole("link", { name: "Add note" });
    await add.scrollIntoViewIfNeeded();
    await add.click();
    const text = `Prefers mornings ${crypto.randomUUID()}`;
    await page.getByRole("dialog").getByLabel("Note").fill(text);
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(0);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(text)).toBeVisible();
    await expect.poll(() => scrolled(page)).toBe(before);
  });

  test("filter options fit a narrow screen", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signInAs(page, SEEDED.manager, "/orders");
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const status = page.getByRole("group", { name: "Status", exact: true });
    await expect(status).toBeHidden();
    await page.getByRole("checkbox", { name: "Filters" }).focus();
    await page.keyboard.press("Space");
    await expect(status).toBeVisible();
    await page.getByText("More filters").click();
    for (const name of ["Status", "Service", "Assigned User"]) {
      const choices = page.getByRole("group", { name, exact: true });
      await choices.locator("summary").click();
      await expect(choices.getByRole("checkbox").first()).toBeInViewport();
      expect(await excess(), name).toBeLessThanOrEqual(0);
      await choices.locator("summary").click();
    }
  });
});
