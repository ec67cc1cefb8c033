import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { orders, rateLimits, sessions } from "~db/schema";
import { countAttempt, secondsLeft } from "../accounts/consumeRateLimit";
import { limits, networksOf } from "../accounts/limits";
import { recordLimit } from "../accounts/recordLimit";
import type { Context } from "../context";
import { TooMany } from "../errors";
import { unpaidStatuses } from "../orders/orderStates";
import { closePayable } from "./closePayable";

export const tooManyDeclines = ({ settings }: Pick<Context, "settings">) =>
  `Too many payments were declined. Please contact us at ${settings.contact.supportEmail}.`;

const { perAccount, perNetwork } = limits.decline;

/** What each counter of a client and a network allows. */
const countersOf = (clientId: string, address: string | null) =>
  new Map([
    [`decline:subject:${clientId}`, perAccount],
    ...(address ? networksOf(address) : []).map(({ key, times }) => [`decline:${key}`, perNetwork * times] as const),
  ]);

/**
 * Counts a declined payment for its client and the client's network. From the limit on it closes the client's open
 * payments at the provider, because a browser tries cards there without asking the portal (rules.md
 * checkout/declines). Throws PaymentsUnavailable.
 */
export async function countDecline(ctx: Context, orderId: string): Promise<void> {
  const order = await ctx.db.select({ clientId: orders.clientId }).from(orders).where(eq(orders.id, orderId)).get();
  if (!order) return;
  const { clientId } = order;
  const session = await ctx.db
    .select({ address: sessions.address, userAgent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.userId, clientId), isNull(sessions.impersonatorId)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1)
    .get();
  const address = session?.address ?? null;
  const counters = countersOf(clientId, address);
  const rows = await countAttempt(ctx, "decline", [...counters.keys()]);
  const reached = [...counters].filter(([key, allowed]) => rows.get(key)!.count >= allowed);
  if (reached.length === 0) return;
  if (reached.some(([key, allowed]) => rows.get(key)!.count === allowed)) {
    const visit = { ...ctx, address, userAgent: session?.userAgent ?? "" };
    recordLimit(visit, "decline", { subject: clientId, ofAccount: true });
  }
  const open = await ctx.db
    .select()
    .from(orders)
    .where(
      and(eq(orders.clientId, clientId), eq(orders.payState, "unpaid"), inArray(orders.status, [...unpaidStatuses])),
    );
  for (const unpaid of open) await closePayable(ctx, unpaid);
}

/** Throws TooMany while the client or the network of the request has had too many declined payments. */
export async function assertDeclinesLeft(ctx: Context, clientId: string): Promise<void> {
  const counters = countersOf(clientId, ctx.address);
  const rows = await ctx.db
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...counters.keys()]));
  const reached = rows.find(
    ({ key, count, windowStartedAt }) =>
      count >= counters.get(key)! && windowStartedAt > ctx.now - limits.decline.windowMs,
  );
  if (reached) throw new TooMany(secondsLeft(ctx, "decline", reached.windowStartedAt), tooManyDeclines(ctx));
}
