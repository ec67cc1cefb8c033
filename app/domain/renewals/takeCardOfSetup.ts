import { and, eq, ne } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import type { PaymentState } from "../ports/payments";
import { chargeAfterNewCard } from "./chargeAfterNewCard";
import { isSetupOf } from "./isSetupOf";
import { storeCard } from "./storeCard";

/**
 * Handles the provider's event that a card was set up: stores and charges it as the card page does, because the
 * customer may have closed the browser. Ignores a setup of another customer or account, of an ended subscription, or
 * older than the stored card.
 */
export async function takeCardOfSetup(ctx: Context, setup: PaymentState): Promise<void> {
  authorize(ctx, "checkout.settle");
  const { status, paymentMethodId, metadata, account } = setup;
  if (status !== "succeeded" || !paymentMethodId || !metadata.subscription_id) return;
  const subscription = await ctx.db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.id, metadata.subscription_id),
        eq(subscriptions.account, account),
        ne(subscriptions.status, "Cancelled"),
      ),
    )
    .get();
  if (!subscription || !(await isSetupOf(ctx, subscription, setup))) return;
  try {
    if (subscription.paymentMethodId !== paymentMethodId) await storeCard(ctx, subscription, setup, paymentMethodId);
  } catch (error) {
    // A newer card exists, or the card page stored this one and is charging it.
    if (error instanceof Conflict) return;
    throw error;
  }
  await chargeAfterNewCard(ctx, subscription.id);
}
