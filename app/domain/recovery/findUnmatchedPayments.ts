import { desc, eq, gte, ne, or } from "drizzle-orm";
import { unmatchedPayments } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { NotFound } from "../errors";

export type UnmatchedPayment = typeof unmatchedPayments.$inferSelect;

const SHOWN_DAYS = 30;
const MAX_ROWS = 100;

/** Payments without an order that are not refunded, and those refunded in the last 30 days. Newest first. */
export async function findUnmatchedPayments(ctx: Context): Promise<UnmatchedPayment[]> {
  authorize(ctx, "payments.unmatched");
  return await ctx.db
    .select()
    .from(unmatchedPayments)
    .where(or(ne(unmatchedPayments.state, "refunded"), gte(unmatchedPayments.createdAt, ctx.now - SHOWN_DAYS * DAY_MS)))
    .orderBy(desc(unmatchedPayments.createdAt), desc(unmatchedPayments.id))
    .limit(MAX_ROWS);
}

/** The content of the refund dialog. Throws NotFound. */
export async function findUnmatchedPayment(ctx: Context, id: string): Promise<UnmatchedPayment> {
  authorize(ctx, "payments.unmatched");
  const payment = await ctx.db.select().from(unmatchedPayments).where(eq(unmatchedPayments.id, id)).get();
  if (!payment) throw new NotFound();
  return payment;
}
