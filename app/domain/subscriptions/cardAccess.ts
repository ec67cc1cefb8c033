import { and, eq } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Conflict, NotFound } from "../errors";
import { type CardLink, subscriptionOfCardLink } from "./cardLink";

/** Whose card: the own subscription of who is signed in, or the one that the link of a mail opens. */
export type CardAccess = { id: string } | { link: CardLink };

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/**
 * The subscription whose card may be seen and changed by this access, and no other. Throws NotFound for somebody else's
 * and for a link that opens nothing (any more); `alsoUsedUp` finds that of a link which a card has used up.
 */
export async function subscriptionOfCard(
  ctx: Context,
  access: CardAccess,
  { alsoUsedUp = false } = {},
): Promise<SubscriptionRow> {
  const found = "link" in access ? await byLink(ctx, access.link, alsoUsedUp) : await ownOne(ctx, access.id);
  if (!found) throw new NotFound();
  return found;
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
    .where(and(eq(subscriptions.clientId, userOf(ctx.actor)?.id ?? ""), eq(subscriptions.id, id)))
    .get();
}

/** Throws Conflict for a subscription that has ended: its card is never charged again. */
export function mustGoOn({ status }: SubscriptionRow): void {
  if (status === "Cancelled") throw new Conflict("This subscription has ended. We no longer charge its card.");
}
