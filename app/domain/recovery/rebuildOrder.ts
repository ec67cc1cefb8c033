import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { coupons, couponUses, orders, packages, services, users } from "~db/schema";
import type { Context } from "../context";
import { notifyStatements } from "../notifications/notifyStatements";
import { insertOrder } from "../orders/insertOrder";
import { billingOfProfile } from "../orders/newOrder";
import { clockLeftOfService } from "../orders/orderClock";
import { type OrderRecord, readPaymentMetadata } from "../orders/orderMetadata";
import { nextOrderNumber } from "../orders/orderNumber";
import type { PaymentState } from "../ports/payments";
import { retryOnConflict } from "../retryOnConflict";

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
  // A parallel call may rebuild it, or another order may take a number.
  const attempt = async () => {
    const { client, service, packages, isThere, ...stored } = await readReferences(ctx, order);
    if (isThere) return null;
    if (!client) return "The client is not in this database.";
    if (!service || packages < new Set(order.lines.map(({ packageId }) => packageId)).size)
      return "The service is not in this database.";
    await atomicBatch(ctx.db, statementsOf(ctx, proof, order, { ...stored, client }));
    return null;
  };
  return await retryOnConflict(ctx, attempt, { orUnique: true });
}

/** Reads the order's references that exist in this database. */
async function readReferences(ctx: Context, { id, number, clientId, serviceId, couponId, lines }: OrderRecord) {
  const { db } = ctx;
  const packageIds = JSON.stringify(lines.map(({ packageId }) => packageId));
  const [[client], [service], bought, [coupon], [own], [holder], [next]] = await db.batch([
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
    db.select({ id: orders.id }).from(orders).where(eq(orders.id, id)),
    db.select({ id: orders.id }).from(orders).where(eq(orders.number, number)),
    db.select({ number: nextOrderNumber }).from(sql`(select 1)`),
  ]);
  return {
    client,
    service,
    packages: bought.length,
    couponId: coupon?.id ?? null,
    isThere: own !== undefined,
    number: holder ? next!.number : number,
  };
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
  return [
    ...insertOrder(ctx, {
      order: {
        ...columns,
        number,
        couponId,
        // The payment does not carry the order's billing address.
        billing: billingOfProfile(client),
        status: "Abandoned_Checkout",
        clockLeftMs: clockLeftOfService(order.serviceId),
        account: proof.account,
        ...(proof.kind === "payment" ? { paymentIntentId: proof.id } : { setupIntentId: proof.id }),
        createdBy: order.clientId,
        createdAt: placedAt,
      },
      items: lines.map((line, sequence) => ({ ...line, id: newId(ctx.now), sequence })),
      history: {
        action: RECOVERED,
        changes: [
          { field: "payment", before: null, after: proof.id },
          { field: "total", before: null, after: order.total },
          ...(number === order.number ? [] : [{ field: "number", before: order.number, after: number }]),
        ],
        dedupeKey: `order.recovered:${order.id}`,
      },
    }),
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
