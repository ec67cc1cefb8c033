import { expect, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { arrived, holdScripts, signInAs } from "../support/e2e";
import { pngBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

/** The number of controls used before hydration. */
const noted = (page: Page) => page.evaluate(() => (window as { earlyInput?: Set<unknown> }).earlyInput?.size);

test.describe("input before hydration @script", () => {
  test("applies typed and ticked filters after hydration", async ({ page }) => {
    await signInAs(page, SEEDED.manager);
    const letThrough = await holdScripts(page);
    await page.goto("/orders", { waitUntil: "commit" });
    await arrived(page);
    await page.getByLabel("Client Name").fill("Emma");
    await page.getByRole("group", { name: "Status" }).locator("summary").click();
    await page.getByRole("checkbox", { name: "Working" }).check();
    await expect(page).toHaveURL("/orders");
    letThrough();
    await expect(page).toHaveURL(/clientName=Emma&status=Working$/);
    await expect(page.getByRole("link", { name: "Remove filter Status: Working" })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Working" })).toBeChecked();
  });

  test("saves an instant choice, but not one that the browser restored", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/clients?firstName=Emma");
    await page.locator(".row-link").first().click();
    const type = page.getByLabel("Client type");
    await expect(type).toBeVisible();
    const other = (await type.inputValue()) === "AGENCY" ? "" : "AGENCY";
    const letThrough = await holdScripts(page);
    await page.reload({ waitUntil: "commit" });
    await arrived(page);
    await type.selectOption(other);
    expect(await noted(page)).toBe(1);
    await page.goto("/clients", { waitUntil: "commit" });
    await page.goBack({ waitUntil: "commit" });
    await expect(type).toHaveValue(other);
    expect(await noted(page)).toBe(0);

    await page.reload({ waitUntil: "commit" });
    await arrived(page);
    await type.selectOption({ index: 1 });
    await type.selectOption(other);
    letThrough();
    await told(page, "Updated successfully");
    await expect(type).toHaveValue(other);
  });

  test("keeps new text in a box that already had text", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders?status=Working");
    await page.locator(".row-link").first().click();
    const notes = page.getByLabel("Notes");
    await notes.fill("What stood there before");
    await page.locator("#order [type=submit]").click();
    await told(page, "Order updated successfully");
    const letThrough = await holdScripts(page);
    await page.goto(page.url(), { waitUntil: "commit" });
    await arrived(page);
    await expect(notes).toHaveValue("What stood there before");
    await notes.fill("What was typed early");
    expect(await noted(page)).toBe(1);
    letThrough();
    await expect.poll(() => noted(page)).toBeUndefined();
    await expect(notes).toHaveValue("What was typed early");
  });

  test("uploads a chosen file ahead of the form", async ({ page }) => {
    await signInAs(page, SEEDED.manager);
    const letThrough = await holdScripts(page);
    await page.goto("/announcements/new", { waitUntil: "commit" });
    await arrived(page);
    await page.getByLabel("Title").fill("Early bird");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "early.png", mimeType: "image/png", buffer: Buffer.from(pngBytes()) });
    letThrough();
    await expect(page.getByRole("button", { name: "Remove early.png" })).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Early bird");
  });
});
