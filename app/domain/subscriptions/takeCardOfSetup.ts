import { and, eq, ne } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import type { PaymentState } from "../ports";
import { chargeAfterNewCard } from "./chargeAfterNewCard";
import { isSetupOf } from "./isSetupOf";
import { storeCard } from "./storeCard";

/**
 * The provider says that a card was set up for a subscription: it is stored and charged as on the card page, as whoever
 * gave it may have closed the browser. A set-up that is not of this subscription's customer and account, of one that
 * ended, or older than the stored card changes nothing.
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
    // A newer card stands, or the card page stored this one meanwhile and charges it.
    if (error instanceof Conflict) return;
    throw error;
  }
  await chargeAfterNewCard(ctx, subscription.id);
}
