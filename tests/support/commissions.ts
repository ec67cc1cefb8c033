import { eq } from "drizzle-orm";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { ManualOrderInput } from "~/domain/checkout/manualOrderInput";
import type { ActorUser, Context } from "~/domain/context";
import type { Db } from "~db/client.server";
import { newId } from "~db/ids";
import { attributions, commissionSettings, commissions, orderCredits, type orders } from "~db/schema";
import { aCustomer, anOrder, type aService } from "./factories";
import { TEST_NOW } from "./testContext";

let serial = 0;

export const anAffiliate = (db: Db, values: Parameters<typeof aCustomer>[1] = {}) =>
  aCustomer(db, { firstName: "Affiliate", affiliate: true, affiliateCode: `CODE-${++serial}`, ...values });

/** A client who signed up through an affiliate. */
export async function aReferral(
  db: Db,
  affiliate: ActorUser,
  values: Partial<typeof attributions.$inferInsert> = {},
  client?: ActorUser,
) {
  const user = client ?? (await aCustomer(db));
  await db.insert(attributions).values({
    userId: user.id,
    affiliateId: affiliate.id,
    reason: "lastClick",
    affiliateCode: affiliate.affiliateCode,
    decidedAt: TEST_NOW,
    ...values,
  });
  return user;
}

/** The affiliate's commission on a service: 10 % of every order by default. */
export async function anAgreement(
  db: Db,
  affiliate: ActorUser,
  serviceId: string,
  values: Partial<typeof commissionSettings.$inferInsert> = {},
) {
  await db
    .insert(commissionSettings)
    .values({ userId: affiliate.id, serviceId, percent: 1000, firstTime: false, perpetual: true, ...values });
}

/** A manual order, settled like any other: `count` times the package's price. */
export async function payByHand(
  staff: Context,
  client: Pick<ActorUser, "id">,
  { service, packages }: Awaited<ReturnType<typeof aService>>,
  { totalPrice = packages[0]!.price, count = 1 } = {},
) {
  const { id } = await createManualOrder(
    staff,
    ManualOrderInput.parse({
      checkoutKey: `commission-test-${++serial}`,
      clientId: client.id,
      serviceId: service.id,
      packageCounts: [{ packageId: packages[0]!.id, count }],
      paidDate: new Date(staff.now).toISOString(),
      transactionDetails: "Wire",
      totalPrice,
    }),
  );
  return id;
}

/** The credit of an order and its commission lines, oldest first. */
export async function earnedOn(db: Db, orderId: string) {
  const [credit] = await db.select().from(orderCredits).where(eq(orderCredits.orderId, orderId));
  const lines = await db.select().from(commissions).where(eq(commissions.orderId, orderId)).orderBy(commissions.id);
  return { credit, lines };
}

/** A stored commission of $10.00 on an order of $100.00; CREATED by default. */
export async function aCommission(
  db: Db,
  affiliate: ActorUser,
  values: Partial<typeof commissions.$inferInsert> = {},
  orderValues: Partial<typeof orders.$inferInsert> = {},
) {
  const clientId = values.clientId ?? (await aReferral(db, affiliate)).id;
  const paidAt = values.orderPaidAt ?? TEST_NOW;
  const order = values.orderId
    ? { id: values.orderId, serviceId: values.serviceId! }
    : await anOrder(db, { clientId, paidAt, ...orderValues });
  const [row] = await db
    .insert(commissions)
    .values({
      id: newId(TEST_NOW),
      kind: "earned",
      orderId: order.id,
      serviceId: order.serviceId,
      clientId,
      affiliateId: affiliate.id,
      orderAmount: 100_00,
      percent: 1000,
      amount: 10_00,
      orderPaidAt: paidAt,
      status: "CREATED",
      createdAt: paidAt,
      ...values,
    })
    .returning();
  return row!;
}
