import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { refunds } from "~db/schema";
import type { Context } from "../context";
import { nextCreditNumber } from "../invoices/creditNote";

type Numbered = Pick<typeof refunds.$inferSelect, "id" | "account">;

/**
 * For the batch in which a refund succeeds: gives it the account's next number of a credit note (rules.md
 * invoices/credit-notes). A refund keeps its number, also when the bank returns it. An order without an invoice gets
 * none.
 */
export const numberCreditNote = (ctx: Context, { id, account }: Numbered): BatchStatement =>
  ctx.db
    .update(refunds)
    .set({ creditNumber: nextCreditNumber(account) })
    .where(
      and(
        eq(refunds.id, id),
        isNull(refunds.creditNumber),
        isNull(refunds.disputeId),
        sql`exists (select 1 from invoices where invoices.order_id = ${refunds.orderId})`,
      ),
    );
