import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { formatCents } from "~/format/money";
import type { BatchStatement } from "~db/client.server";
import { placements, type refunds } from "~db/schema";
import type { Context } from "../context";
import { Invalid } from "../errors";
import type { Cents } from "../money";
import { moveTo, type PlacementChange, placementStatements } from "../placements/changePlacements";
import { clockAt } from "../placements/deliveryClock";
import { isIn, openStates } from "../placements/placementStates";
import { type StoredPlacement, storedPlacements } from "../placements/storedPlacements";
import { coveredLinks } from "./coveredLinks";

type RefundRow = typeof refunds.$inferSelect;

/** The links of an order that no refund names. */
export const refundableLinks = (ctx: Context, orderId: string) =>
  storedPlacements(ctx, and(eq(placements.orderId, orderId), isNull(placements.refundId))!);

/** The links of an order that a refund names. */
export const refundedLinks = (ctx: Context, orderId: string) =>
  storedPlacements(ctx, and(eq(placements.orderId, orderId), isNotNull(placements.refundId))!);

/**
 * Names the links that a new refund is for (rules.md refunds/links): those of the caller, else the latest that have not
 * started. Throws Invalid for a link of another order or refund, and for shares above the amount. Cents.
 */
export async function linksOfNewRefund(
  ctx: Context,
  { id, amount, placementIds }: { id: string; amount: Cents; placementIds?: readonly string[] | undefined },
): Promise<StoredPlacement[]> {
  const links = await refundableLinks(ctx, id);
  if (!placementIds || placementIds.length === 0) return coveredLinks(links, amount);
  const wanted = new Set(placementIds);
  const chosen = links.filter((link) => wanted.has(link.id));
  if (chosen.length < wanted.size)
    throw new Invalid("One of these links is not part of the order, or is refunded already", "placementIds");
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  if (shares > amount)
    throw new Invalid(
      `These links cost ${formatCents(shares)}. Refund at least that much, or name fewer links.`,
      "placementIds",
    );
  return chosen;
}

/** Statements for the batch that reserves a refund: its links name it, and are cancelled when it has succeeded. */
export const nameLinks = (ctx: Context, links: readonly StoredPlacement[], refund: RefundRow): BatchStatement[] =>
  refund.state === "succeeded"
    ? placementStatements(ctx, cancelled(ctx, links, refund.id), "refunded").statements
    : placementStatements(
        ctx,
        links.map((placement) => ({ placement, set: { refundId: refund.id } })),
        "refund requested",
      ).statements;

/**
 * Statements that follow changed refunds: a success cancels the open links that it names, a failure frees them.
 * `owed`: the replacements of claims that are open, or open again with this failure.
 */
export function followRefunds(
  ctx: Context,
  links: readonly StoredPlacement[],
  changed: readonly Pick<RefundRow, "id" | "state">[],
  owed: ReadonlySet<string | null>,
): BatchStatement[] {
  const changes = changed.flatMap(({ id, state }) => {
    const named = links.filter(({ refundId }) => refundId === id);
    if (state === "succeeded") return cancelled(ctx, named, id);
    return state === "failed" ? named.map((link) => freed(ctx, link, owed)) : [];
  });
  const failed = changed.some(({ state }) => state === "failed");
  return placementStatements(ctx, changes, failed ? "refund failed" : "refunded").statements;
}

const cancelled = (ctx: Context, links: readonly StoredPlacement[], refundId: string): PlacementChange[] =>
  links.map((link) =>
    isIn(openStates, link.state)
      ? moveTo(link, "cancelled", clockAt(ctx), {
          refundId,
          stateBeforeCancel: link.state,
          answerBy: null,
          remindedAt: null,
        })
      : { placement: link, set: { refundId } },
  );

/** Back to its last state, unless the whole order is closed or the link replaces one whose claim has ended. */
function freed(ctx: Context, link: StoredPlacement, owed: ReadonlySet<string | null>): PlacementChange {
  // A replacement is made after its order was completed, too.
  const isWanted =
    link.replacesId === null
      ? !["Cancelled", "Completed"].includes(link.orderStatus)
      : link.orderStatus !== "Cancelled" && owed.has(link.id);
  if (link.state !== "cancelled" || !isWanted || !link.stateBeforeCancel)
    return { placement: link, set: { refundId: null } };
  return moveTo(link, link.stateBeforeCancel, clockAt(ctx), { refundId: null, stateBeforeCancel: null });
}
