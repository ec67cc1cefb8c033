import { expect } from "@playwright/test";
import { aBuyer, serviceNamed } from "../support/apiBuyer";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { SEEDED, told } from "../support/checkoutSteps";
import { forgetSession, seriousFindings, signInAs } from "../support/e2e";
import { tabTo } from "../support/keyboard";
import { test } from "../support/watchedTest";

const DAY_MS = 24 * 60 * 60_000;
const SERVICE = "Technical SEO Audit";

test("holds, approves and pays out the commission of a referred order", async ({
  page,
  portal,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(240_000);
  expectRefusal(/\/commissions/);
  // A manual order of a client referred by the seeded affiliate. It earns more than the seed still has to recover.
  const { jwtToken: staff } = await portal.tokens("superadmin@example.com");
  const found = await portal.api("POST", "/affiliates/find", { bearer: staff, body: { pageSize: 10 } });
  const { userId: referrerClientId, code } = found.json.content[0];
  const buyer = await aBuyer(portal, "Any", code);
  const service = await serviceNamed(portal, buyer.bearer, SERVICE);
  const option = service.serviceOptions[0]!;
  const rate = { serviceId: service._id, percent: 100, firstTime: false, perpetual: true };
  const referrer = `/user/detail/${referrerClientId}`;
  const { commissionMetaDataList: agreed } = (await portal.api("GET", referrer, { bearer: staff })).json;
  // This call replaces the whole list.
  const others = agreed.filter(({ serviceId }: typeof rate) => serviceId !== service._id);
  const saved = await portal.api("PUT", referrer, {
    bearer: staff,
    body: { commissionMetaDataList: [...others, rate] },
  });
  expect(saved.status).toBe(200);
  const { now } = await portal.control.clock();
  const made = await portal.api("POST", "/order/manual", {
    bearer: staff,
    body: {
      clientId: buyer.id,
      serviceId: service._id,
      packageCounts: [{ packageId: option.serviceOptionId, count: 1 }],
      paidDate: now,
      transactionDetails: "Wire",
      totalPrice: option.price,
      checkoutKey: `commission-e2e-${script}`,
    },
  });
  expect(made.status).toBe(200);
  const number = made.json.orderId as number;

  await signInAs(page, SEEDED.manager, `/commissions?orderId=${number}`);
  const row = page.getByRole("table", { name: "Commissions" }).locator("tbody").getByRole("row");
  const box = page.getByLabel(`Select the commission on order ${number}`);
  const update = page.getByRole("button", { name: "Update Status" });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Holding");
  if (script) await expect(update).toBeDisabled();
  await box.check();
  await page.getByLabel("New Status").selectOption("APPROVED");
  await update.click();
  await told(page, /1 skipped: 1 still in the holding period/);
  await expect(box).not.toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);

  await portal.control.moveClock({ advanceMs: 31 * DAY_MS });
  await signInAs(page, SEEDED.manager, `/commissions?orderId=${number}`);
  if (script) {
    await tabTo(page, box);
    await page.keyboard.press("Space");
    await tabTo(page, page.getByLabel("New Status"));
    await page.keyboard.type("Approved");
    await tabTo(page, update);
    await page.keyboard.press("Enter");
  } else {
    await box.check();
    await page.getByLabel("New Status").selectOption("APPROVED");
    await update.click();
  }
  await told(page, "Updated successfully");
  await expect(row).toContainText("Approved");
  await expect(box).not.toBeChecked();

  await box.check();
  await page.getByRole("button", { name: "Pay Out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New payout" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Note").fill("Wire 77");
  await asksBeforeLeaving(page, "payouts/NewPayoutView");
  await page.getByRole("button", { name: /^Pay out \$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Payout of/ })).toBeVisible();
  await expect(page.getByText("Wire 77")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /as a PDF/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Statement-.*\.pdf$/);
  await page.goto(`/commissions?orderId=${number}`);
  await expect(row).toContainText("Paid");
  await row.getByRole("link", { name: /^Details of/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Commission on order ${number}` })).toBeVisible();
  await expect(page.getByText("before the sign-up; clicks count for 90 days")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await forgetSession(page);
  await signInAs(page, SEEDED.affiliate, "/notifications");
  await page
    .getByRole("button", { name: /We paid out \$/ })
    .first()
    .click();
  await expect(page).toHaveURL("/affiliate/payouts");
  await expect(page.getByRole("table", { name: "Payouts" }).locator("tbody").getByRole("row")).toHaveCount(2);
  expect(await seriousFindings(page)).toEqual([]);
  const statement = page.getByRole("link", { name: /as a spreadsheet/ }).first();
  const [sheet] = await Promise.all([page.waitForEvent("download"), statement.click()]);
  expect(sheet.suggestedFilename()).toMatch(/^Statement-.*\.xlsx$/);
});

test("filters affiliates and shows an order's commission", async ({ page, portal, expectRefusal }) => {
  test.setTimeout(240_000);
  expectRefusal(/\/(affiliates|clients)/);
  await signInAs(page, SEEDED.superAdmin, "/affiliates");
  const rows = page.getByRole("table", { name: "Affiliates" }).locator("tbody").getByRole("row");
  await expect(rows).toContainText(["AFF2026"]);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Name", { exact: true }).fill("nobody of that name");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("No affiliates match")).toBeVisible();
  await page.getByRole("link", { name: "Clear", exact: true }).first().click();
  await expect(rows).toHaveCount(1);
  await page.getByText("Any Date").click();
  await page.getByLabel("Date", { exact: true }).selectOption("latestRevenueDate");
  await page.getByLabel("From").fill("2001-01-01");
  await page.getByLabel("To").fill("2001-01-02");
  // One press, even with the date picker open.
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("No affiliates match")).toBeVisible();
  await expect(page.locator("summary", { hasText: "Latest Revenue Date" })).toBeVisible();
  await page.goto("/affiliates/settings");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Holding period in days").fill("400");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".field-error")).toHaveText("Enter a holding period between 0 and 365 days");

  const { jwtToken } = await portal.tokens("superadmin@example.com");
  const body = { filterFields: [{ key: "status", searchOperation: "eq", value: "APPROVED" }], pageSize: 100 };
  const approved = (await portal.api("POST", "/commissions/find", { bearer: jwtToken, body })).json.content.find(
    (one: { voidedTime: string | null; kind: string }) => one.voidedTime === null && one.kind === "earned",
  );
  await page.goto("/affiliates");
  await page.getByRole("link", { name: "Alex Rivera" }).click();
  await page.getByRole("navigation", { name: "Client" }).getByRole("link", { name: "Commissions" }).click();
  const table = page.getByRole("table", { name: "Commissions of this client" });
  await expect(table).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto(`${new URL(page.url()).pathname}?tab=commissions&size=25`);
  await page.getByLabel(`Select the commission on order ${approved.orderId}`).check();
  await page.getByLabel("New Status").selectOption("PAID");
  await page.getByRole("button", { name: "Update Status" }).click();
  await told(page, "Updated successfully");
  await table.getByRole("link", { name: String(approved.orderId), exact: true }).click();
  await expect(page.getByRole("heading", { name: "Affiliate" })).toBeVisible();
  await expect(page.getByText(/, (who referred the customer|by their coupon)$/)).toBeVisible();
});
