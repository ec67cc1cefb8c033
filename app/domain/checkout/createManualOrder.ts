import { eq, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { DAY_MS } from "../days";
import { Conflict, Invalid, Unauthenticated } from "../errors";
import { statusWhenPaid } from "../intake/statusWhenPaid";
import { insertOrder } from "../orders/insertOrder";
import { billingOfProfile, itemsOf, newOrderRow } from "../orders/newOrder";
import { newOrderClock } from "../orders/orderClock";
import { nextOrderNumber } from "../orders/orderNumber";
import { clockAt } from "../placements/deliveryClock";
import { soldPlacements } from "../placements/soldPlacements";
import { taxColumns } from "../pricing/orderTaxes";
import { checkNumbers } from "../recovery/checkNumbers";
import { retryOnConflict } from "../retryOnConflict";
import { settlementStatements } from "../settlement/orderPaidHandlers";
import type { ManualOrderInput } from "./manualOrderInput";
import { assertShownTotal, NUMBER_TRIES, orderOfForm, RELOAD, type StaffSale, staffSale } from "./staffSale";

/**
 * Creates a paid order entered by staff. The same settlement as any payment runs in the same batch, so invoice,
 * history, notifications and counters agree (rules.md orders/states, checkout/quoted-total). Idempotent by
 * checkoutKey. Cents and ms. Throws Invalid with its field. Throws Conflict with the new total when prices changed,
 * or when the key already created a different order.
 */
export async function createManualOrder(ctx: Context, input: ManualOrderInput): Promise<{ id: string }> {
  authorize(ctx, "orders.create");
  const staff = userOf(ctx.actor);
  if (!staff) throw new Unauthenticated();
  // East of Greenwich, tomorrow has already begun.
  if (input.paidDate > ctx.now + DAY_MS) throw new Invalid("Paid date cannot be in the future", "paidDate");
  const sale = await staffSale(ctx, input);
  await checkNumbers(ctx);
  // Posted twice, the number taken, or written with a lost response: read again and retry.
  const attempt = async () => {
    const [made, [next]] = await ctx.db.batch([
      ctx.db.select().from(orders).where(eq(orders.checkoutKey, input.checkoutKey)),
      ctx.db
        .select({
          number: nextOrderNumber,
          turnaroundDays: sql<number | null>`(select turnaround_days from services where id = ${sale.service.id})`.as(
            "turnaround_days",
          ),
        })
        .from(sql`(select 1)`),
    ]);
    if (made[0]) return { id: sameOrder(made[0], input, staff) };
    assertShownTotal(sale, input);
    return { id: await writeOrder(ctx, { input, staff, ...sale, ...next! }) };
  };
  return await retryOnConflict(ctx, attempt, {
    exhausted: () => new Conflict(RELOAD),
    tries: NUMBER_TRIES,
    orUnique: true,
  });
}

/** Returns the order this form already created, if the input is unchanged. Never returns it for a different order. */
function sameOrder(made: typeof orders.$inferSelect, input: ManualOrderInput, staff: { id: string }): string {
  const isSame = made.paidAt === input.paidDate && made.transactionDetails === input.transactionDetails;
  return orderOfForm(made, input, staff, isSame);
}

interface NewManualOrder extends StaffSale {
  input: ManualOrderInput;
  staff: { id: string };
  number: number;
  turnaroundDays: number | null;
}

async function writeOrder(ctx: Context, made: NewManualOrder): Promise<string> {
  const { input, staff, client, service, priced, taxes, total, number, turnaroundDays } = made;
  const { email, firstName, lastName, timeZone, id: clientId } = client;
  const id = newId(ctx.now);
  const items = itemsOf(ctx, priced);
  const lines = items.map((item, index) => ({ ...item, tracking: priced.lines[index]!.package.tracking }));
  const drip = lines.some(({ tracking }) => tracking.tracked) ? (input.drip ?? null) : null;
  const placements = soldPlacements(
    {
      order: { id, number, serviceId: service.id, serviceName: service.name, clientId, total, drip },
      lines,
      prefilled: new Map(),
    },
    clockAt(ctx),
  );
  const order = newOrderRow({
    id,
    number,
    serviceId: service.id,
    serviceName: service.name,
    clientId,
    billing: billingOfProfile(client),
    status: statusWhenPaid({ fields: service.intake, lines, placements, entries: [], hasUpload: false }),
    paymentType: "MANUAL",
    account: service.account,
    orderDuration: service.orderDuration,
    frequency: service.frequency,
    subtotal: priced.subtotal,
    tieredTotal: priced.tieredTotal,
    total,
    ...taxColumns(taxes),
    checkoutKey: input.checkoutKey,
    transactionDetails: input.transactionDetails,
    createdBy: staff.id,
    createdAt: ctx.now,
    ...newOrderClock(turnaroundDays),
    drip,
  });
  await atomicBatch(ctx.db, [
    ...insertOrder(ctx, { order, items }),
    ...(await settlementStatements(ctx, {
      order,
      client: { email, firstName, lastName, timeZone },
      placements,
      paidAt: input.paidDate,
      nextStatus: order.status,
      wasCancelled: false,
      transactionId: input.transactionDetails,
      paymentIntentId: null,
      setupIntentId: null,
      customerId: null,
      paymentMethodId: null,
    })),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return order.id;
}
