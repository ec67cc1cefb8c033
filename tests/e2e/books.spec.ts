import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { mailThat, PASSWORD, seriousFindings, signInAs } from "../support/e2e";
import type { Portal } from "../support/runningPortal";
import { test } from "../support/watchedTest";

const SUPER_ADMIN = { email: "superadmin@example.com", password: PASSWORD };
const HOUR_MS = 60 * 60_000;

/** A charge at the provider that no order knows, old enough to be compared. Cents. */
async function aStrayCharge({ control }: Portal, amount: number) {
  const { now } = await control.clock();
  await control.sandbox("adopt", {
    payments: [
      {
        account: "regular",
        id: `pi_stray${amount}`,
        chargeId: `ch_stray${amount}`,
        customerId: `cus_stray${amount}`,
        paymentMethodId: "",
        card: "pm_card_visa",
        paid: true,
        refunds: [],
        dispute: null,
        metadata: {},
        amount,
        createdAt: Date.parse(now) - HOUR_MS / 2,
      },
    ],
  });
  await control.moveClock({ advanceMs: 4 * HOUR_MS });
}

const differences = (page: Page) => page.getByRole("table", { name: "Differences" }).locator("tbody").getByRole("row");

test("a super admin runs the books, explains a difference, is mailed once", async ({
  page,
  portal,
  expectRefusal,
}, info) => {
  // An empty note, posted without script.
  expectRefusal(/\/settings\/books\/differences\//);
  const amount = info.project.name === "script" ? 42_17 : 43_17;
  await aStrayCharge(portal, amount);
  await signInAs(page, SUPER_ADMIN, "/settings");
  await page.getByRole("link", { name: "Books", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Books" })).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("The books are checked")).toBeVisible();
  await expect(page.getByText("1 difference", { exact: true })).toBeVisible();
  const row = differences(page).filter({ hasText: `a paid order of $${amount / 100}` });
  await expect(row).toContainText(`no order pays with pi_stray${amount}`);
  await expect(page.getByRole("table", { name: "Checks" }).getByText("1 differs")).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);
  const mail = await mailThat(SUPER_ADMIN.email, ({ text }) => text.includes(`pi_stray${amount}`));
  expect(mail.subject).toBe("The books differ in 1 record");

  await row.getByRole("link", { name: /^Explain/ }).click();
  await expect(page.getByRole("heading", { name: "Explain difference" })).toBeVisible();
  await page.getByLabel("Note").fill("   ");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Note is required").first()).toBeVisible();
  await page.getByLabel("Note").fill("Paid by phone, entered by hand");
  await asksBeforeLeaving(page, "books/ExplainDialog");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Note saved")).toBeVisible();
  await expect(page.getByText("The books agree")).toBeVisible();
  await page.goto("/settings/books?state=explained");
  await expect(differences(page)).toContainText(["Paid by phone, entered by hand (Dana Whitmore)"]);
});

test("a super admin downloads the month for the accountant", async ({ page, portal }, info) => {
  const amount = info.project.name === "script" ? 52_17 : 53_17;
  await aStrayCharge(portal, amount);
  await signInAs(page, SUPER_ADMIN, "/settings/books");
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("The books are checked")).toBeVisible();
  await page.getByRole("link", { name: "Monthly statement" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Monthly statement" })).toBeVisible();
  const { now } = await portal.control.clock();
  const month = new Date(Date.parse(now) - 4.5 * HOUR_MS).toISOString().slice(0, 7);
  await page.getByLabel("Month").selectOption(month);
  if (info.project.name === "noscript") await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL((url) => url.searchParams.get("month") === month);
  const sales = page.getByRole("row").filter({ hasText: "Without an order" });
  await expect(sales).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`Books-${month}-regular.csv`);
  const csv = readFileSync(await download.path(), "utf8");
  const shown = (await sales.getByRole("cell").last().innerText()).replace("$", "");
  expect(csv).toContain(`Without an order,`);
  expect(csv).toContain(`,${shown.replaceAll(",", "")}\r\n`);
  const asked = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download XLSX" }).click();
  expect((await asked).suggestedFilename()).toMatch(new RegExp(`^Books-${month}-regular-.*\\.xlsx$`));
});

test("only super admins open the books", async ({ page }) => {
  await signInAs(page, { email: "admin@example.com", password: PASSWORD }, "/settings/books");
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/settings/books/month");
  await expect(page).toHaveURL(/\/$/);
});
