import { expect } from "@playwright/test";
import { mailThat, PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const SUPER_ADMIN = { email: "superadmin@example.com", password: PASSWORD };

test("a super admin writes a mail's text, tests it and restores it", async ({ page, expectRefusal }) => {
  expectRefusal(/\/settings\/email\/refund/);
  await signInAs(page, SUPER_ADMIN, "/settings");
  await page.getByRole("link", { name: "E-mail", exact: true }).click();
  await page.getByRole("link", { name: "Refund", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Refund" })).toBeVisible();
  await page.locator("textarea").fill("Hi {{firstName}},\n\nwe sent back {{amuont}}.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Line 3: there is no variable {{amuont}}").first()).toBeVisible();
  await page.locator("textarea").fill("Hi {{firstName}},\n\nwe sent back {{amount}}.");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(`We sent your text with example values to ${SUPER_ADMIN.email}`)).toBeVisible();
  const mail = await mailThat(SUPER_ADMIN.email, ({ text }) => text.includes("we sent back $50.00."));
  expect(mail.subject).toBe("Refund for order 1042");
  await expect(page.locator("textarea")).toHaveValue("Hi {{firstName}},\n\nwe sent back {{amount}}.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Updated successfully")).toBeVisible();
  const preview = await page.request.get("/settings/email/refund/preview");
  expect(await preview.text()).toBe(mail.html);
  expect((await page.locator("iframe").first().boundingBox())!.height).toBeGreaterThan(400);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore default" }).click();
  await expect(page.locator("textarea")).toHaveValue(/^\{\{greeting\}\}\n\nWe refunded/);
});

test("saves the invoice prefix", async ({ page }) => {
  await signInAs(page, SUPER_ADMIN, "/settings/company");
  await page.getByLabel("Invoice prefix").fill("ACME-");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Updated successfully")).toBeVisible();
  await expect(page.getByLabel("Invoice prefix")).toHaveValue("ACME-");
  expect(await seriousFindings(page)).toEqual([]);
});

test("retry days out of bounds are refused at their field", async ({ page, expectRefusal }) => {
  expectRefusal(/\/settings\/payments/);
  await signInAs(page, SUPER_ADMIN, "/settings/payments");
  await page.getByLabel("Retry on days").fill("3, 1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("each later than the one before").first()).toBeVisible();
  await page.getByLabel("Retry on days").fill("2, 4");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Updated successfully")).toBeVisible();
  await expect(page.getByLabel("Retry on days")).toHaveValue("2, 4");
  expect(await seriousFindings(page)).toEqual([]);
});
