import { afterAll, beforeAll, expect, test } from "vitest";
import { CouponInput } from "~/domain/coupons/couponInput";
import { couponOrders } from "~/domain/coupons/couponOrders";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { Forbidden } from "~/domain/errors";
import { couponUses } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

test("walks through all orders of a coupon, newest first", async () => {
  const { db } = database;
  const ctx = testContext(db, actingAs(await aStaffMember(db, { privileges: "Manager" })));
  const client = await aCustomer(db);
  const { service } = await aService(db);
  const values = { type: "FIXED", discount: 5, serviceIds: [service.id] };
  const coupon = await saveCoupon(ctx, CouponInput.parse({ ...values, code: "WALKED" }));
  const other = await saveCoupon(ctx, CouponInput.parse({ ...values, code: "OTHER" }));
  const used: string[] = [];
  for (let n = 0; n < 105; n++) {
    const order = await anOrder(db, { clientId: client.id, serviceId: service.id });
    // Two orders in each millisecond.
    const at = TEST_NOW + Math.floor(n / 2);
    const couponId = n === 0 ? other.id : coupon.id;
    await db
      .insert(couponUses)
      .values({ orderId: order.id, couponId, clientId: client.id, state: "used", createdAt: at, changedAt: at });
    if (n > 0) used.push(order.id);
  }
  const walked: string[] = [];
  const sizes: number[] = [];
  for (let before: string | null = null; ; ) {
    const page = await couponOrders(ctx, coupon.id, before);
    walked.push(...page.orders.map(({ orderId }) => orderId));
    sizes.push(page.orders.length);
    before = page.before;
    if (!before) break;
  }
  expect(walked).toEqual(used.reverse());
  expect(sizes).toEqual([100, 4]);
  await expect(couponOrders(testContext(db, actingAs(client)), coupon.id, null)).rejects.toThrow(Forbidden);
});
