import { expect, type Page } from "@playwright/test";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import {
  arrivedAtSuccess,
  CARDS,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payWith,
  quantity,
  told,
} from "../support/checkoutSteps";
import { seriousFindings, signUpAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const TOKYO = "Asia/Tokyo";
const created = (page: Page) =>
  page
    .locator("dl div, dl")
    .filter({ hasText: /^Created/ })
    .first();
const timeIn = (text: string) => /\d{1,2} \w{3} \d{2} \d{2}:\d{2} [AP]M/.exec(text)?.[0] ?? "";

async function chooseZone(page: Page, zone: string) {
  await page.goto("/profile");
  await page.locator('select[name="timeZone"]').selectOption(zone);
  await page.getByRole("button", { name: "Save time zone" }).click();
  await told(page, "Time zone saved");
  await expect(page.locator('select[name="timeZone"]')).toHaveValue(zone);
}

test("every page of a person has the times of their zone", async ({ page, baseURL, javaScriptEnabled: script }) => {
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(await checkoutOf(page, "Guest Posts by Domain Authority"));
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await payWith(page, CARDS.good, script !== false);
  const { id } = await arrivedAtSuccess(page);
  await chooseZone(page, "UTC");
  await page.goto(paths.order(id));
  await expect(page.getByText("Times are UTC")).toBeVisible();
  const utc = timeIn(await created(page).innerText());
  const at = Date.parse(`${utc} UTC`);
  expect(at).not.toBeNaN();

  await chooseZone(page, TOKYO);
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto(paths.order(id));
  await expect(page.getByText("Times are in Tokyo")).toBeVisible();
  await expect(created(page)).toContainText(formatDateTime(at, TOKYO));
  await page.goto("/orders");
  await expect(page.getByRole("table", { name: "Orders" })).toContainText(
    formatDateTime(at, TOKYO).replace(" ", "\u00a0").split(" ")[0]!,
  );
});

test.describe(() => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("a new account starts in the zone of its browser @script", async ({ page }) => {
    await signUpAs(page);
    await page.goto("/profile");
    await expect(page.locator('select[name="timeZone"]')).toHaveValue("America/Los_Angeles");
    await expect(page.getByText("Times are in Los Angeles")).toBeVisible();
  });
});

test("without script a new account has the zone of its network @noscript", async ({ page }) => {
  await page.setExtraHTTPHeaders({ "CF-Timezone": "Europe/Berlin" });
  await signUpAs(page);
  await page.goto("/profile");
  await expect(page.locator('select[name="timeZone"]')).toHaveValue("Europe/Berlin");
});
