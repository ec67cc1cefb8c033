import { expect, type Locator, type Page } from "@playwright/test";
import { paths } from "~/paths";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  orderRows,
  payButton,
  payWith,
  quantity,
  told,
} from "../support/checkoutSteps";
import { seriousFindings } from "../support/e2e";
import { test } from "../support/watchedTest";

const SERVICE = "Guest Posts by Domain Authority";
/** Paid to the same account. A second order of one service soon after the first is asked about. */
const NEXT_SERVICE = "Niche Edits";

const savedCard = (page: Page, digits: string) => page.getByRole("radio", { name: `Visa ending ${digits}` });

/** A new customer with one paid order and its card kept. */
async function aReturningBuyer(page: Page, baseURL: string, card: string, script: boolean) {
  await enterAsNewCustomer(page, baseURL);
  await page.goto(await checkoutOf(page, SERVICE));
  await quantity(page, "DA 20+").fill("1");
  await page.getByRole("radio", { name: "One-Time" }).check();
  await fillBilling(page);
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  await page.getByLabel("Keep this card for next time").check();
  await payWith(page, card, script);
  if (card === CARDS.alwaysAuthenticated) await confirmAtBank(page);
  await arrivedAtSuccess(page);
}

const confirmAtBank = (page: Page) => page.getByRole("button", { name: "Complete authentication" }).click();

test("a returning buyer pays with the saved card in 2 taps @twice", async ({ page, baseURL, javaScriptEnabled }) => {
  const script = javaScriptEnabled !== false;
  await aReturningBuyer(page, baseURL!, CARDS.good, script);
  await page.goto(await checkoutOf(page, NEXT_SERVICE));
  await expect(savedCard(page, "4242")).toBeChecked();
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.click();
  };
  const plus = page.getByRole("button", { name: /^More: Quantity of / }).first();
  await tap(plus);
  await tap(payButton(page));
  const { id } = await arrivedAtSuccess(page);
  console.log(`A returning buyer: ${taps} taps ${script ? "with" : "without"} script`);
  expect(taps).toBeLessThanOrEqual(2);
  expect(await chargesOf(id)).toMatchObject([{ status: "succeeded" }]);
});

test("3-D Secure asks the owner of a saved card", async ({ page, baseURL, javaScriptEnabled }) => {
  const script = javaScriptEnabled !== false;
  await aReturningBuyer(page, baseURL!, CARDS.alwaysAuthenticated, script);
  await page.goto(await checkoutOf(page, NEXT_SERVICE));
  await expect(savedCard(page, "3184")).toBeChecked();
  await page
    .getByRole("button", { name: /^More: Quantity of / })
    .first()
    .click();
  await payButton(page).click();
  if (!script) await page.getByRole("link", { name: "Confirm with your bank" }).click();
  await confirmAtBank(page);
  const { id } = await arrivedAtSuccess(page);
  expect(await chargesOf(id)).toMatchObject([{ status: "succeeded" }]);
});

test("another card pays instead of the saved one", async ({ page, baseURL, javaScriptEnabled }) => {
  const script = javaScriptEnabled !== false;
  await aReturningBuyer(page, baseURL!, CARDS.good, script);
  await page.goto(await checkoutOf(page, NEXT_SERVICE));
  await page
    .getByRole("button", { name: /^More: Quantity of / })
    .first()
    .click();
  await page.getByRole("radio", { name: "Use another card" }).check();
  await payWith(page, "5555 5555 5555 4444", script);
  await arrivedAtSuccess(page);
  await expect(page.getByText("with Mastercard ending in 4444")).toBeVisible();
});

test("a saved card is removed after a question", async ({ page, baseURL, javaScriptEnabled }) => {
  await aReturningBuyer(page, baseURL!, CARDS.good, javaScriptEnabled !== false);
  await page.goto(paths.profile());
  await page.getByRole("link", { name: "Manage", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Saved cards" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Visa ending 4242" })).toBeVisible();
  await expect(page.getByText("Expires 12/2034")).toBeVisible();
  await page.getByRole("link", { name: "Remove Visa ending 4242" }).click();
  await page.getByRole("button", { name: "Remove card" }).click();
  await told(page, "Card removed.");
  await expect(page.getByText("You have no saved cards.")).toBeVisible();
});

const moreOfFirst = (page: Page) =>
  page
    .getByRole("button", { name: /^More: Quantity of / })
    .first()
    .click();

test("an unpaid order is paid with the saved card", async ({ page, baseURL, expectRefusal, javaScriptEnabled }) => {
  expectRefusal(/\/__stripe\//);
  const script = javaScriptEnabled !== false;
  await aReturningBuyer(page, baseURL!, CARDS.good, script);
  await page.goto(await checkoutOf(page, NEXT_SERVICE));
  await moreOfFirst(page);
  await payWith(page, CARDS.declined, script);
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await page.goto(paths.orders());
  await orderRows(page).getByRole("link", { name: "Resume payment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Resume payment" })).toBeVisible();
  await expect(savedCard(page, "4242")).toBeChecked();
  await expect(page.getByRole("radio", { name: "Use another card" })).toBeVisible();
  await expect(page.getByLabel("Card number")).toBeHidden();
  expect(await seriousFindings(page)).toEqual([]);
  await payButton(page).click();
  const { id } = await arrivedAtSuccess(page);
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
});
