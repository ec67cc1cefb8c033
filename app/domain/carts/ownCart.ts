import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { checkoutDrafts } from "~db/schema";
import { authorize } from "../access";
import type { DraftForm } from "../checkout/checkoutDraft";
import type { Context } from "../context";

/**
 * The client's own saved checkout of a service that has not become an order, found without its cookie; null for none.
 */
export async function ownCart(ctx: Context, serviceId: string): Promise<DraftForm | null> {
  authorize(ctx, "checkout.view");
  if (ctx.actor.kind !== "user") return null;
  const row = await ctx.db
    .select({ form: checkoutDrafts.form })
    .from(checkoutDrafts)
    .where(
      and(
        eq(checkoutDrafts.clientId, ctx.actor.user.id),
        eq(checkoutDrafts.serviceId, serviceId),
        gt(checkoutDrafts.expiresAt, ctx.now),
        sql`not exists (select 1 from orders where orders.checkout_key = ${checkoutDrafts.form} ->> 'checkoutKey')`,
      ),
    )
    .orderBy(desc(checkoutDrafts.createdAt))
    .limit(1)
    .get();
  return (row?.form as DraftForm | undefined) ?? null;
}

/** Notes whose checkout a visitor's draft is once they are signed in. Never for staff who act as the client. */
export async function claimDraft(ctx: Context, draftId: string): Promise<void> {
  authorize(ctx, "checkout.view");
  if (ctx.actor.kind !== "user" || ctx.actor.user.role !== "CUSTOMER") return;
  await ctx.db
    .update(checkoutDrafts)
    .set({ clientId: ctx.actor.user.id })
    .where(and(eq(checkoutDrafts.id, draftId), isNull(checkoutDrafts.clientId)));
}
