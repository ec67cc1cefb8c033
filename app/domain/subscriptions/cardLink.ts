import { and, eq, ne } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import { sameText } from "../accounts/sessionSecret";
import type { Context } from "../context";
import { DAY_MS } from "../days";

/** As long as the longest dunning and some weeks more; a newer mail brings a newer one. */
const CARD_LINK_DAYS = 30;

/** What stands in the address `/card/{subscriptionId}/{cardGeneration}/{expiresAt}/{mac}`. */
export interface CardLink {
  subscriptionId: string;
  /** The card's generation when the mail was sent: saving a card uses the link up. */
  cardGeneration: number;
  /** ms UTC. */
  expiresAt: number;
  mac: string;
}

type Signed = Omit<CardLink, "mac">;

// The purpose is a part of it, so that no other proof of the portal opens a card page.
const signedText = ({ subscriptionId, cardGeneration, expiresAt }: Signed) =>
  `card-link:${subscriptionId}:${cardGeneration}:${expiresAt}`;

/** The link that opens one subscription's card page without a password (for the mail that is just being sent). */
export async function makeCardLink(
  ctx: Pick<Context, "signer" | "now">,
  { id, cardGeneration }: { id: string; cardGeneration: number },
): Promise<CardLink> {
  const signed = { subscriptionId: id, cardGeneration, expiresAt: ctx.now + CARD_LINK_DAYS * DAY_MS };
  return { ...signed, mac: await ctx.signer.mac(signedText(signed)) };
}

/**
 * The subscription that a card link opens, and nothing else of its owner; null for a link that is forged, over, used up
 * by a card that was saved since (unless `alsoUsedUp`), or of a subscription that was cancelled.
 */
export async function subscriptionOfCardLink(
  ctx: Pick<Context, "db" | "signer" | "now">,
  link: CardLink,
  alsoUsedUp = false,
) {
  const { subscriptionId, cardGeneration, expiresAt } = link;
  if (!Number.isSafeInteger(cardGeneration) || !Number.isSafeInteger(expiresAt) || expiresAt <= ctx.now) return null;
  if (!sameText(link.mac, await ctx.signer.mac(signedText(link)))) return null;
  const row = await ctx.db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        alsoUsedUp ? undefined : eq(subscriptions.cardGeneration, cardGeneration),
        ne(subscriptions.status, "Cancelled"),
      ),
    )
    .get();
  return row ?? null;
}
