import { eq } from "drizzle-orm";
import { renderRichText } from "~/richtext/renderRichText";
import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { importedMessages, orders, packages, services, users } from "~db/schema";
import { authorize } from "../access";
import { accountOf } from "../catalogue/serviceTypes";
import type { Context } from "../context";
import { Invalid, NotFound } from "../errors";
import { insertOrder } from "../orders/insertOrder";
import { billingOfProfile } from "../orders/newOrder";
import { clockAfter, newOrderClock } from "../orders/orderClock";
import { MIGRATION } from "../orders/orderDetails";
import { nextOrderNumber } from "../orders/orderNumber";
import { clockAt } from "../placements/deliveryClock";
import { checkNumbers } from "../recovery/checkNumbers";
import type { MigratedOrderInput } from "./migratedOrderInput";

/**
 * Imports one order from the previous system. It was paid there, so nothing is charged or announced. Its old messages
 * are imported read-only (rules.md orders/migrated). Idempotent: returns the existing id for an imported order.
 * Throws NotFound for an unknown client or service, Invalid for a package of another service.
 */
export async function importMigratedOrder(ctx: Context, input: MigratedOrderInput): Promise<string> {
  authorize(ctx, "orders.import");
  const checkoutKey = `migration:${input.sourceId}`;
  const findImported = () =>
    ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.checkoutKey, checkoutKey)).get();
  const [[client], [service], sold] = await ctx.db.batch([
    ctx.db.select().from(users).where(eq(users.id, input.clientId)),
    ctx.db.select().from(services).where(eq(services.id, input.serviceId)),
    ctx.db
      .select({ id: packages.id, name: packages.name })
      .from(packages)
      .where(eq(packages.serviceId, input.serviceId)),
  ]);
  if (client?.role !== "CUSTOMER" || !service) throw new NotFound();
  const items = input.items.map(({ packageId, quantity, unitPrice }, sequence) => {
    const bought = sold.find((one) => one.id === packageId);
    if (!bought) throw new Invalid("This package does not belong to the service", "items");
    return {
      id: newId(ctx.now),
      packageId,
      packageName: bought.name,
      addOn: null,
      quantity,
      unitPrice,
      tierPercent: 0,
      lineTotal: quantity * unitPrice,
      sequence,
    };
  });
  const total = items.reduce((sum, item) => sum + item.lineTotal, 0);
  await checkNumbers(ctx);
  const id = newId(ctx.now);
  const messages = input.messages.map(({ fromName, body, createdAt }) => ({
    id: newId(ctx.now),
    fromName,
    body: renderRichText(body),
    createdAt,
  }));
  const done = input.status === "Completed";
  try {
    await atomicBatch(ctx.db, [
      ...insertOrder(ctx, {
        order: {
          id,
          number: nextOrderNumber,
          serviceId: service.id,
          serviceName: service.name,
          clientId: client.id,
          billing: billingOfProfile(client),
          status: input.status,
          assignedToId: input.assignedToId,
          paymentType: "MANUAL",
          account: accountOf(service.serviceType),
          orderDuration: service.orderDuration,
          frequency: service.frequency,
          subtotal: total,
          tieredTotal: total,
          total,
          payState: "paid",
          checkoutKey,
          transactionDetails: input.transactionDetails,
          source: {},
          // Nothing is known of earlier pauses, so the clock starts with the import.
          ...clockAfter(
            newOrderClock(service.turnaroundDays),
            { status: input.status, awaitingSince: null },
            clockAt(ctx),
          ),
          createdBy: MIGRATION,
          createdAt: input.createdAt,
          startedAt: done || input.status === "Working" ? input.createdAt : null,
          paidAt: input.createdAt,
          completedAt: done ? (input.completedAt ?? input.createdAt) : null,
        },
        items,
        subStatuses: service.subStatuses.map(({ name, sequence }) => ({ name, sequence, completed: done })),
        history: {
          action: "Migrated",
          changes: [
            { field: "status", before: null, after: input.status },
            { field: "total", before: null, after: total },
            { field: "importedMessages", before: null, after: messages.length },
          ],
          dedupeKey: `order.migrated:${id}`,
        },
      }),
      insertMany(
        ctx.db,
        importedMessages,
        messages.map((message) => ({ ...message, orderId: id })),
      ),
    ]);
  } catch (error) {
    const stored = isUniqueViolation(error) ? await findImported() : undefined;
    if (!stored) throw error;
    return stored.id;
  }
  return id;
}
