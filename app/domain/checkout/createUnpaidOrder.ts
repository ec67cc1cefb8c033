import { eq } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Conflict, Invalid, Unauthenticated } from "../errors";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { notifyStatements } from "../notifications/notifyStatements";
import { insertOrder } from "../orders/insertOrder";
import { billingOfProfile, itemsOf } from "../orders/newOrder";
import { clockLeftOfService } from "../orders/orderClock";
import { nextOrderNumber } from "../orders/orderNumber";
import { orderProblem } from "../pricing/orderProblem";
import { taxColumns } from "../pricing/orderTaxes";
import { checkNumbers } from "../recovery/checkNumbers";
import { retryOnConflict } from "../retryOnConflict";
import { statementTextOf } from "../settings/statementText";
import type { UnpaidOrderInput } from "./manualOrderInput";
import { assertShownTotal, NUMBER_TRIES, orderOfForm, RELOAD, type StaffSale, staffSale } from "./staffSale";

/**
 * Staff create an order that its client pays by card: it waits, and the client gets a mail with the link to pay
 * (rules.md orders/unpaid, checkout/quoted-total). Idempotent by checkoutKey. Cents and ms. Throws Invalid with its
 * field. Throws Conflict with the new total when prices changed, or when the key already created a different order.
 */
export async function createUnpaidOrder(ctx: Context, input: UnpaidOrderInput): Promise<{ id: string }> {
  authorize(ctx, "orders.create");
  const staff = userOf(ctx.actor);
  if (!staff) throw new Unauthenticated();
  const sale = await staffSale(ctx, input);
  const added = { total: sale.taxes.added, tieredTotal: sale.taxes.added };
  const problem = orderProblem(sale.priced, "DIRECT", added);
  if (problem) throw new Invalid(problem, "packageCounts");
  await checkNumbers(ctx);
  // Posted twice, or written with a lost response: read again and retry.
  const attempt = async () => {
    const made = await ctx.db.select().from(orders).where(eq(orders.checkoutKey, input.checkoutKey)).get();
    if (made) return { id: orderOfForm(made, input, staff, made.paymentType === "DIRECT") };
    assertShownTotal(sale, input);
    return { id: await writeOrder(ctx, input, sale, staff.id) };
  };
  return await retryOnConflict(ctx, attempt, {
    exhausted: () => new Conflict(RELOAD),
    tries: NUMBER_TRIES,
    orUnique: true,
  });
}

async function writeOrder(ctx: Context, input: UnpaidOrderInput, sale: StaffSale, createdBy: string): Promise<string> {
  const { client, service, priced, taxes, total } = sale;
  const id = newId(ctx.now);
  const tracked = priced.lines.some((line) => line.package.tracking.tracked);
  const amount = formatCents(total);
  await atomicBatch(ctx.db, [
    ...insertOrder(ctx, {
      order: {
        id,
        number: nextOrderNumber,
        serviceId: service.id,
        serviceName: service.name,
        clientId: client.id,
        billing: billingOfProfile(client),
        status: "Abandoned_Checkout",
        paymentType: "DIRECT",
        account: service.account,
        orderDuration: service.orderDuration,
        frequency: service.frequency,
        subtotal: priced.subtotal,
        tieredTotal: priced.tieredTotal,
        total,
        ...taxColumns(taxes),
        statementText: statementTextOf(ctx, service.account),
        checkoutKey: input.checkoutKey,
        clockLeftMs: clockLeftOfService(service.id),
        source: {},
        drip: tracked ? (input.drip ?? null) : null,
        createdBy,
        createdAt: ctx.now,
      },
      items: itemsOf(ctx, priced),
    }),
    ...notifyStatements(ctx, {
      recipients: { users: [client.id] },
      kind: "orderPlaced",
      mailedApart: true,
      type: "ORDER",
      typeSystemId: id,
      description: `Your order of ${service.name} waits for your payment of ${amount}.`,
      dedupeKey: `order.unpaid:${id}`,
    }),
    ...mailStatements(ctx, {
      to: client.email,
      ...composeMail(ctx, "paymentRequested", {
        firstName: client.firstName,
        values: { service: service.name, amount, items: itemsText(priced) },
        action: { label: `Pay ${amount}`, url: ctx.siteUrl + paths.orderPay(id) },
      }),
      dedupeKey: `order.unpaid:${id}`,
    }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return id;
}

const itemsText = ({ lines }: StaffSale["priced"]) =>
  lines.map(({ package: { name }, quantity }) => `${quantity} × ${name}`).join(", ");
