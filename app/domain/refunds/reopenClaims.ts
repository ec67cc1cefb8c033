import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { assertHolds, type BatchStatement } from "~db/client.server";
import { claims, placements } from "~db/schema";
import type { Context } from "../context";
import { historyOfMany } from "../history/historyStatement";
import { adminIds } from "../notifications/adminIds";
import { notifyStatements } from "../notifications/notifyStatements";

type OwedClaim = Pick<typeof claims.$inferSelect, "id" | "placementId" | "replacementId" | "refundId"> & {
  number: string;
};

/** The claims of an order that are open, or will be once these refunds have failed. */
export async function owedClaims(ctx: Context, orderId: string, failedRefunds: string[]): Promise<OwedClaim[]> {
  return await ctx.db
    .select({
      id: claims.id,
      placementId: claims.placementId,
      replacementId: claims.replacementId,
      refundId: claims.refundId,
      number: placements.number,
    })
    .from(claims)
    .innerJoin(placements, eq(placements.id, claims.placementId))
    .where(and(eq(claims.orderId, orderId), or(isNull(claims.closedAt), inArray(claims.refundId, failedRefunds))));
}

/**
 * Statements that open claims again whose refund the bank returned (rules.md claims/returned): the replacement may go
 * on, no deadline runs, and Admins decide. The batch throws PreconditionFailed when another claim ended by one of these
 * refunds meanwhile.
 */
export async function reopenClaims(
  ctx: Context,
  orderId: string,
  owed: readonly OwedClaim[],
  failedRefunds: string[],
): Promise<BatchStatement[]> {
  const reopened = owed.filter(({ refundId }) => refundId !== null);
  const endedByThem = sql`(select count(*) from claims where order_id = ${orderId} and state = 'refunded'
    and refund_id in (select value from json_each(${JSON.stringify(failedRefunds)})))`;
  const asRead = assertHolds(ctx.db, sql`${endedByThem} = ${reopened.length}`);
  if (reopened.length === 0) return [asRead];
  const admins = await adminIds(ctx);
  return [
    asRead,
    ctx.db
      .update(claims)
      .set({
        state: "replacing",
        replaceBy: null,
        refundId: null,
        closedAt: null,
        version: sql`${claims.version} + 1`,
      })
      .where(
        inArray(
          claims.id,
          reopened.map(({ id }) => id),
        ),
      ),
    historyOfMany(
      ctx,
      reopened.flatMap(({ placementId, number }) => [
        { entity: "order", entityId: orderId, action: `Link ${number}: claim open again`, changes: CHANGE },
        { entity: "placement", entityId: placementId, action: "Claim open again", changes: CHANGE },
      ]),
    ),
    ...reopened.flatMap(({ id, number, refundId }) =>
      notifyStatements(ctx, {
        recipients: { users: admins },
        description: `Link ${number}: the bank returned its refund. Refund it again, or bring its replacement live.`,
        kind: "claim",
        type: "PLACEMENT",
        typeSystemId: orderId,
        dedupeKey: `claim.returned:${id}:${refundId}`,
      }),
    ),
  ];
}

const CHANGE = [{ field: "claim", before: "refunded", after: "replacing" }];
