import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { coupons, couponUses, orderItems, orders, packages, services, users } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { stepsOfService } from "../orders/newOrder";
import { clockLeftOfService } from "../orders/orderClock";
import { type OrderRecord, readPaymentMetadata } from "../orders/orderMetadata";
import { nextOrderNumber } from "../orders/orderNumber";
import type { PaymentState } from "../ports/payments";

export const RECOVERED = "Recovered from payment";

/**
 * Inserts the missing unpaid order of a payment, so it can be settled as usual. Keeps its original id, and its number
 * if still free. Returns null, or the reason for staff why it cannot be rebuilt. The caller must authorize.
 */
export async function rebuildOrder(ctx: Context, proof: PaymentState): Promise<string | null> {
  const read = readPaymentMetadata(proof.metadata);
  if (read.kind !== "order") return "The payment does not say what was ordered.";
  const { order } = read;
  if (proof.kind === "payment" && order.total !== proof.amount)
    return "The payment is of another amount than the order.";
  const references = await readReferences(ctx, order);
  if (!references.client) return "The client is not in this database.";
  if (!references.service || references.packages < new Set(order.lines.map(({ packageId }) => packageId)).size)
    return "The service is not in this database.";
  const statements = (number: number) =>
    statementsOf(ctx, proof, order, { ...references, client: references.client!, number });
  try {
    await atomicBatch(ctx.db, statements(order.number));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // A parallel call rebuilt it, or another order has taken its number and keeps it.
    if (await exists(ctx, order.id)) return null;
    const [next] = await ctx.db.select({ number: nextOrderNumber }).from(sql`(select 1)`);
    await atomicBatch(ctx.db, statements(next!.number));
  }
  return null;
}

const exists = async (ctx: Context, id: string) =>
  (await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).get()) !== undefined;

/** Reads the order's references that exist in this database. */
async function readReferences(ctx: Context, { clientId, serviceId, couponId, lines }: OrderRecord) {
  const { db } = ctx;
  const packageIds = JSON.stringify(lines.map(({ packageId }) => packageId));
  const [[client], [service], bought, [coupon]] = await db.batch([
    db
      .select()
      .from(users)
      .where(and(eq(users.id, clientId), eq(users.role, "CUSTOMER"), isNull(users.deletedAt))),
    db.select({ id: services.id }).from(services).where(eq(services.id, serviceId)),
    db
      .select({ id: packages.id })
      .from(packages)
      .where(inArray(packages.id, sql`(select value from json_each(${packageIds}))`)),
    db
      .select({ id: coupons.id })
      .from(coupons)
      .where(eq(coupons.id, couponId ?? "")),
  ]);
  return { client, service, packages: bought.length, couponId: coupon?.id ?? null };
}

interface References {
  client: typeof users.$inferSelect;
  couponId: string | null;
  /** The original number, unless another order took it. */
  number: number;
}

function statementsOf(ctx: Context, proof: PaymentState, order: OrderRecord, { client, couponId, number }: References) {
  const { db } = ctx;
  // The credit is derived from client and coupon, as for every order.
  const { lines, placedAt, affiliateId: _, affiliateSource: __, ...columns } = order;
  const about = { type: "ORDER", typeSystemId: order.id } as const;
  const items = lines.map((line, sequence) => ({ ...line, id: newId(ctx.now), orderId: order.id, sequence }));
  return [
    db.insert(orders).values({
      ...columns,
      number,
      couponId,
      // The payment does not carry the order's billing address.
      billing: {
        address: client.address ?? "",
        city: client.city ?? "",
        state: client.state ?? "",
        zipCode: client.zipCode ?? "",
        country: client.country ?? "",
        phoneNo: client.phoneNo ?? "",
      },
      status: "Abandoned_Checkout",
      subStatuses: stepsOfService(order.serviceId),
      clockLeftMs: clockLeftOfService(order.serviceId),
      account: proof.account,
      ...(proof.kind === "payment" ? { paymentIntentId: proof.id } : { setupIntentId: proof.id }),
      createdBy: order.clientId,
      createdAt: placedAt,
    }),
    insertMany(db, orderItems, items),
    // Counts even above the coupon's limits, because the discounted price was charged.
    ...(couponId
      ? [
          db
            .insert(couponUses)
            .values({
              orderId: order.id,
              couponId,
              clientId: order.clientId,
              state: "held",
              createdAt: placedAt,
              changedAt: ctx.now,
            })
            .onConflictDoNothing(),
        ]
      : []),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: RECOVERED,
      changes: [
        { field: "payment", before: null, after: proof.id },
        { field: "total", before: null, after: order.total },
        ...(number === order.number ? [] : [{ field: "number", before: order.number, after: number }]),
      ],
      dedupeKey: `order.recovered:${order.id}`,
    }),
    ...notifyStatements(ctx, {
      ...about,
      recipients: "staff",
      description: `Order ${number} was recovered from its payment, because the portal's database had lost it. Its project details, messages and files are gone: please ask the client for them.`,
      kind: "newOrder",
      dedupeKey: `order.recovered.staff:${order.id}`,
    }),
    ...notifyStatements(ctx, {
      ...about,
      recipients: { users: [order.clientId] },
      description: `We restored your order ${number}: ${order.serviceName}. Your payment is safe. Please check the order and add your project details again.`,
      kind: "orderPaid",
      dedupeKey: `order.recovered.client:${order.id}`,
    }),
  ];
}
