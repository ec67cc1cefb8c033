import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { named } from "~db/named";
import { invoiceHeads, invoices, orderItems, orders } from "~db/schema";
import { authorize } from "../access";
import { type Actor, type Context, isStaff, userOf } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import type { PaymentAccount } from "../ports/payments";
import type { TaxLine } from "../taxes";

/**
 * The invoices that the actor can see. A customer keeps their invoices when an order moves (rules.md orders/move), so
 * its next owner never reads another client's name (rules.md security/internal-text).
 */
function visibleInvoices(actor: Actor): SQL | undefined {
  if (isStaff(actor) || actor.kind === "system") return undefined;
  return eq(invoices.clientId, userOf(actor)?.id ?? "");
}

/** The invoice of a paid order. Cents and ms UTC. */
export interface OrderInvoice {
  id: string;
  orderId: string;
  orderNumber: number;
  account: PaymentAccount;
  number: number;
  /** With the prefix of the settings that it was issued with. */
  printedNumber: string;
  items: { packageId: string; name: string; addOn: string | null; price: Cents; quantity: number }[];
  subtotal: Cents;
  /** What was charged: 'discountedAmount' in the API (rules.md pricing/amount-names). */
  charged: Cents;
  promotion: Cents;
  /** The added taxes in what was charged, and all that apply (rules.md taxes/frozen). */
  tax: Cents;
  taxLines: TaxLine[];
  transactionId: string;
  paidAt: number;
  createdAt: number;
  /** What was given back so far, and when last; null without a refund. Money that a dispute moved is no refund. */
  refunded: { amount: Cents; at: number } | null;
}

/**
 * Finds an invoice by its own id or its order's, for staff and the client it was issued to. Throws NotFound, also for
 * an unpaid order.
 */
export async function orderInvoice(
  ctx: Context,
  by: { orderId: string } | { invoiceId: string },
): Promise<OrderInvoice> {
  authorize(ctx, "orders.invoice");
  return await readInvoice(ctx, by);
}

const ofRefunds = <Value>(what: string) =>
  sql<Value>`(select ${sql.raw(what)} from refunds where refunds.order_id = invoices.order_id and refunds.state = 'succeeded' and refunds.dispute_id is null)`;

/** As above, for callers that have checked the permission. */
export async function readInvoice(
  ctx: Pick<Context, "actor" | "db" | "settings">,
  by: { orderId: string } | { invoiceId: string },
): Promise<OrderInvoice> {
  const isWanted = "orderId" in by ? eq(invoices.orderId, by.orderId) : eq(invoices.id, by.invoiceId);
  const seen = and(visibleInvoices(ctx.actor), isWanted);
  const [[row], items] = await ctx.db.batch([
    ctx.db
      .select({
        id: named(invoices.id, "invoice_id"),
        orderId: invoices.orderId,
        orderNumber: named(orders.number, "order_number"),
        account: named(invoices.account, "invoice_account"),
        number: named(invoices.number, "invoice_number"),
        head: invoiceHeads.head,
        subtotal: named(invoices.subtotal, "invoice_subtotal"),
        charged: invoices.charged,
        tax: orders.tax,
        taxLines: orders.taxLines,
        transactionId: invoices.transactionId,
        paidAt: named(invoices.paidAt, "invoice_paid_at"),
        createdAt: named(invoices.createdAt, "invoice_created_at"),
        refundedAmount: ofRefunds<Cents | null>("sum(refunds.amount)").as("refunded_amount"),
        refundedAt: ofRefunds<number | null>("max(refunds.refunded_at)").as("last_refunded_at"),
      })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .leftJoin(invoiceHeads, eq(invoiceHeads.id, invoices.headId))
      .where(seen),
    ctx.db
      .select({
        packageId: orderItems.packageId,
        name: orderItems.packageName,
        addOn: orderItems.addOn,
        price: orderItems.unitPrice,
        quantity: orderItems.quantity,
      })
      .from(orderItems)
      .where(
        inArray(
          orderItems.orderId,
          ctx.db
            .select({ id: orders.id })
            .from(orders)
            .innerJoin(invoices, eq(invoices.orderId, orders.id))
            .where(seen),
        ),
      )
      .orderBy(asc(orderItems.sequence)),
  ]);
  if (!row) throw new NotFound("This order has no invoice");
  const { head, taxLines, refundedAmount, refundedAt, ...invoice } = row;
  const { prefix } = head ?? { prefix: ctx.settings.company.invoicePrefix };
  return {
    ...invoice,
    printedNumber: `${prefix}${row.number}`,
    items,
    promotion: row.subtotal - (row.charged - row.tax),
    taxLines: taxLines ?? [],
    refunded: refundedAmount && refundedAt ? { amount: refundedAmount, at: refundedAt } : null,
  };
}
