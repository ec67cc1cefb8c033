import { and, eq } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, NotFound } from "../errors";
import type { SubscriptionRow } from "../orderPaid";
import { type CardLink, subscriptionOfCardLink } from "./cardLink";

/** Access to a card: the signed-in customer's own subscription, or the one that an emailed link opens. */
export type CardAccess = { id: string } | { link: CardLink };

/**
 * The one subscription whose card this access may read and change. Throws NotFound for another customer's
 * subscription and for an invalid link. `alsoUsedUp` accepts a link whose card has been saved.
 */
export async function subscriptionOfCard(
  ctx: Context,
  access: CardAccess,
  { alsoUsedUp = false } = {},
): Promise<SubscriptionRow> {
  const row = "link" in access ? await byLink(ctx, access.link, alsoUsedUp) : await ownOne(ctx, access.id);
  if (!row) throw new NotFound();
  return row;
}

async function byLink(ctx: Context, link: CardLink, alsoUsedUp: boolean) {
  authorize(ctx, "subscriptions.cardLink");
  return await subscriptionOfCardLink(ctx, link, alsoUsedUp);
}

async function ownOne(ctx: Context, id: string) {
  authorize(ctx, "subscriptions.card");
  return await ctx.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.clientId, actorId(ctx)), eq(subscriptions.id, id)))
    .get();
}

/** Throws Conflict for a subscription that has ended, because its card is never charged again. */
export function assertNotCancelled({ status }: SubscriptionRow): void {
  if (status === "Cancelled") throw new Conflict("This subscription has ended. We no longer charge its card.");
}
