import { sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { numberFloors } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { type PaymentAccount, paymentAccounts } from "../ports/payments";
import type { NumberKind } from "./numberKinds";

/** Manual orders leave no trace at the provider. The gap leaves room for those that were lost. */
const NUMBER_GAP = 1_000;

/** The floor of a number as SQL; 0 without one. */
export const floorOf = (kind: NumberKind) =>
  sql<number>`coalesce((select above from number_floors where kind = ${kind}), 0)`;

/** What a newer database issued, as far as the provider's payments show. */
export interface LostNumbers {
  /** The highest order number in the payments' metadata. */
  highestOrder: number;
  /** Payments without an order here. Each may have had an order number and an invoice number. */
  payments: number;
}

/**
 * Raises every floor above what a newer database may have issued, plus a gap for orders without a payment. The
 * history records when and why.
 */
export function raiseNumberFloors(ctx: Context, { highestOrder, payments }: LostNumbers): BatchStatement[] {
  const room = payments + NUMBER_GAP;
  const raise = (kind: NumberKind, highest: ReturnType<typeof sql>) =>
    ctx.db
      .insert(numberFloors)
      .values({ kind, above: sql`${highest} + ${room}`, raisedAt: ctx.now })
      .onConflictDoUpdate({
        target: numberFloors.kind,
        set: { above: sql`max(number_floors.above, excluded.above)`, raisedAt: ctx.now },
      });
  const invoicesOf = (account: PaymentAccount) =>
    sql`(select coalesce(max(number), 0) from invoices where account = ${account})`;
  const creditNotesOf = (account: PaymentAccount) =>
    sql`(select coalesce(max(credit_number), 1000) from refunds where account = ${account})`;
  return [
    raise("order", sql`max(${highestOrder}, (select coalesce(max(number), 0) from orders), ${floorOf("order")})`),
    ...paymentAccounts.map((account) =>
      raise(`invoice:${account}`, sql`max(${invoicesOf(account)}, ${floorOf(`invoice:${account}`)})`),
    ),
    ...paymentAccounts.map((account) =>
      raise(`credit:${account}`, sql`max(${creditNotesOf(account)}, ${floorOf(`credit:${account}`)})`),
    ),
    historyStatement(ctx, {
      entity: "webhook",
      entityId: "numbers",
      action: "Numbers raised",
      changes: [
        { field: "reason", before: null, after: "The card provider knows payments that this database does not." },
        { field: "missingPayments", before: null, after: payments },
        { field: "highestOrderNumber", before: null, after: highestOrder },
      ],
    }),
  ];
}
