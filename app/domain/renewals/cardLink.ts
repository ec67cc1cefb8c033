import { and, eq, ne } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import type { Context } from "../context";
import { DAY_MS } from "../days";

/** Covers the longest dunning plus some weeks. Every newer email has a newer link. */
const CARD_LINK_DAYS = 30;

/** The parts of the address `/card/{subscriptionId}/{cardGeneration}/{expiresAt}/{mac}`. */
export interface CardLink {
  subscriptionId: string;
  /** The card's generation when the email was sent. Saving a card invalidates the link. */
  cardGeneration: number;
  /** ms UTC. */
  expiresAt: number;
  mac: string;
}

type Signed = Omit<CardLink, "mac">;

const signedText = ({ subscriptionId, cardGeneration, expiresAt }: Signed) =>
  `${subscriptionId}:${cardGeneration}:${expiresAt}`;

/** Signs a link that opens one subscription's card page without a password. Call it only while sending the email. */
export async function makeCardLink(
  ctx: Pick<Context, "signer" | "now">,
  { id, cardGeneration }: { id: string; cardGeneration: number },
): Promise<CardLink> {
  const signed = { subscriptionId: id, cardGeneration, expiresAt: ctx.now + CARD_LINK_DAYS * DAY_MS };
  return { ...signed, mac: await ctx.signer.mac("card-link", signedText(signed)) };
}

/**
 * The subscription that a card link opens; it gives access to nothing else. Null for a forged or expired link, one
 * invalidated by a saved card (unless `alsoUsedUp`), or a cancelled subscription.
 */
export async function subscriptionOfCardLink(
  ctx: Pick<Context, "db" | "signer" | "now">,
  link: CardLink,
  alsoUsedUp = false,
) {
  const { subscriptionId, cardGeneration, expiresAt } = link;
  if (!Number.isSafeInteger(cardGeneration) || !Number.isSafeInteger(expiresAt) || expiresAt <= ctx.now) return null;
  if (!(await ctx.signer.isMac("card-link", signedText(link), link.mac))) return null;
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
