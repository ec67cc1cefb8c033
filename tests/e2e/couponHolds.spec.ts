import { expect } from "@playwright/test";
import { aBuyer, place, serviceNamed } from "../support/apiBuyer";
import { quantity, summary } from "../support/checkoutSteps";
import { test } from "../support/watchedTest";

const SERVICE = "Guest Posts by Domain Authority";
const DAY_MS = 24 * 60 * 60_000;

test("frees the coupon of an order that stays unpaid for 24 hours", async ({
  page,
  portal,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(180_000);
  expectRefusal(/\/checkout/);
  const { jwtToken: staff } = await portal.tokens("manager@example.com");
  const buyer = await aBuyer(portal);
  const service = await serviceNamed(portal, buyer.bearer, SERVICE);
  const code = `ONCE${script ? "S" : "N"}`;
  const made = await portal.api("POST", "/coupon", {
    bearer: staff,
    body: {
      code,
      description: "",
      type: "PERCENTAGE",
      discount: 50,
      status: "ACTIVE",
      serviceIds: [service._id],
      limitOnePerCustomer: false,
      limitUsages: true,
      limit: 1,
      setExpiry: false,
      expiryDate: null,
    },
  });
  expect(made.status).toBe(200);
  const { price } = service.serviceOptions[0]!;
  await place(portal, buyer.bearer, service, { couponCode: code, discountedPrice: price / 2 });

  const checkout = `/services/${Buffer.from(service._id).toString("base64url")}/checkout`;
  const apply = async () => {
    await page.goto(checkout);
    await quantity(page, "DA 20+").fill("1");
    await page.getByLabel("Coupon code").fill(code);
    await page.getByRole("button", { name: "Apply", exact: true }).click();
  };
  await apply();
  await expect(page.getByText("This coupon has been used up").first()).toBeVisible();
  await portal.control.moveClock({ advanceMs: DAY_MS + 60_000 });
  await portal.control.runCron("billing");
  await apply();
  await expect(page.getByText(`${code}: 50% off.`)).toBeVisible();
  await expect(summary(page)).toContainText("Due today$45.00");
});
