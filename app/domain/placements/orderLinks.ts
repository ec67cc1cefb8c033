import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { assertHolds, type BatchStatement } from "~db/client.server";
import { claims, placements } from "~db/schema";
import type { Context } from "../context";
import { moveTo, placementStatements } from "./changePlacements";
import { clockAt } from "./deliveryClock";
import { isIn, openStates } from "./placementStates";
import { proposedNow } from "./proposedNow";
import { storedPlacements } from "./storedPlacements";

/** The links of an order that still need work. */
export const openLinks = (ctx: Context, orderId: string) =>
  storedPlacements(ctx, and(eq(placements.orderId, orderId), inArray(placements.state, [...openStates]))!);

/** Statements that cancel the open links of an order that is completed or cancelled (rules.md placements/closing). */
export async function cancelOpenLinks(ctx: Context, orderId: string): Promise<BatchStatement[]> {
  const open = await openLinks(ctx, orderId);
  const changes = open.map((link) =>
    moveTo(link, "cancelled", clockAt(ctx), { stateBeforeCancel: link.state, answerBy: null, remindedAt: null }),
  );
  return placementStatements(ctx, changes, "cancelled").statements;
}

/**
 * Statements that return the cancelled links of a reopened order to where they were, but for refunded ones and
 * replacements whose claim has ended meanwhile.
 */
export async function restoreLinks(ctx: Context, orderId: string): Promise<BatchStatement[]> {
  const cancelled = await storedPlacements(
    ctx,
    and(
      eq(placements.orderId, orderId),
      eq(placements.state, "cancelled"),
      isNull(placements.refundId),
      sql`not exists (select 1 from claims where claims.replacement_id = ${placements.id} and claims.state <> 'replacing')`,
    )!,
  );
  const changes = cancelled.map((link) => {
    const state = link.stateBeforeCancel ?? "needs_input";
    // An open proposal starts over, so that silence approves it after the agreed hours.
    const asked = isIn(["site_review", "content_review"], state) ? proposedNow(link, ctx.now) : {};
    return moveTo(link, state, clockAt(ctx), { stateBeforeCancel: null, ...asked });
  });
  return placementStatements(ctx, changes, "restored").statements;
}

/** Statements that give the links of moved orders, and the claims for them, to their new client. */
export const moveLinks = (ctx: Context, orderIds: readonly string[], toId: string): BatchStatement[] => [
  ctx.db
    .update(placements)
    .set({ clientId: toId, version: sql`${placements.version} + 1` })
    .where(
      and(
        sql`${placements.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`,
        ne(placements.clientId, toId),
      ),
    ),
  ctx.db
    .update(claims)
    .set({ clientId: toId, version: sql`${claims.version} + 1` })
    .where(
      and(
        sql`${claims.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`,
        ne(claims.clientId, toId),
      ),
    ),
];

/** Guards that an order has no open links when the batch ends. */
export const assertNoOpenLinks = (ctx: Context, orderId: string): BatchStatement =>
  assertHolds(
    ctx.db,
    sql`not exists (select 1 from placements where order_id = ${orderId} and state in (${sql.raw(openStates.map((state) => `'${state}'`).join(", "))}))`,
  );
