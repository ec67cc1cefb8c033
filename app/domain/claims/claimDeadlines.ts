import { and, asc, count, lte, type SQL, sql } from "drizzle-orm";
import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { claims } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, Invalid, PaymentFailed, WriteConflict } from "../errors";
import { adminIds } from "../notifications/adminIds";
import { notifyStatements } from "../notifications/notifyStatements";
import { type RunResult, runEach, turnOffset } from "../payments/runEach";
import { disputedOrder, quoted } from "./claimableLink";
import { openClaimStates } from "./claimStates";
import { endRefunded, endReplaced } from "./endClaim";
import { isRefundOf, refundClaim, refundOfLink } from "./refundClaim";
import { startReplacement } from "./startReplacement";
import { type StoredClaim, storedClaim } from "./storedClaim";

/** Claims of one kind in one run. Each costs up to twenty statements; the next runs take the rest. */
const MOST = 10;

const undisputed = sql`not ${disputedOrder(sql.raw("claims.order_id"))}`;
// Literal states, to match the partial indexes.
const isReplacing = sql`${claims.state} = 'replacing'`;
const replacementState = sql`(select p.state from placements p where p.id = ${claims.replacementId})`;

/**
 * Every ten minutes: ends claims whose replacement is live or whose link was refunded, begins replacements after the
 * time to repair, and refunds after the time to replace (rules.md claims/deadlines). While a dispute is open nothing
 * begins. Bounded; one failure never stops the rest, and a killed run is resumed by the next.
 */
export async function claimDeadlines(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "claims.run");
  const total: RunResult = { done: 0, failed: 0 };
  for (const { due, act } of steps(ctx)) {
    const ids = await claimsThat(ctx, due);
    const { done, failed } = await runEach(
      ids,
      async (id) => overtakenLater(act(await storedClaim(ctx, { id }))),
      onFailure,
    );
    total.done += done;
    total.failed += failed;
  }
  return total;
}

interface Step {
  due: SQL;
  act(stored: StoredClaim): Promise<unknown>;
}

const steps = (ctx: Context): Step[] => [
  { due: and(isReplacing, sql`${replacementState} = 'live'`)!, act: (stored) => endReplaced(ctx, stored) },
  {
    due: sql`${claims.state} in (${quoted(openClaimStates)}) and exists (select 1 from orders
      where orders.id = ${claims.orderId} and orders.pay_state in ('partly_refunded', 'refunded'))`,
    act: async (stored) => {
      // The client has the replacement, whatever was refunded besides.
      if (stored.replacement?.state === "live") return await endReplaced(ctx, stored);
      const refund = await refundOfLink(ctx, stored);
      if (refund?.state === "succeeded") await endRefunded(ctx, stored, refund);
    },
  },
  {
    due: and(sql`${claims.state} in ('confirmed', 'repairing')`, lte(claims.repairBy, ctx.now), undisputed)!,
    // The links of a cancelled order are not worked on.
    act: (stored) =>
      stored.lost.orderStatus === "Cancelled" ? refundAfterDeadline(ctx, stored) : startReplacement(ctx, stored),
  },
  {
    due: and(isReplacing, lte(claims.replaceBy, ctx.now), undisputed, sql`${replacementState} is not 'live'`)!,
    act: (stored) => refundAfterDeadline(ctx, stored),
  },
];

/** Claims that match, each in its turn when they are many. */
async function claimsThat(ctx: Context, due: SQL): Promise<string[]> {
  const [counted] = await ctx.db.select({ total: count() }).from(claims).where(due);
  if (!counted?.total) return [];
  const rows = await ctx.db
    .select({ id: claims.id })
    .from(claims)
    .where(due)
    .orderBy(asc(claims.createdAt), asc(claims.id))
    .limit(MOST)
    .offset(turnOffset(ctx.now, counted.total, MOST));
  return rows.map(({ id }) => id);
}

/** Another writer was quicker, or made the next number of the same order. The next run reads again. */
const overtakenLater = (work: Promise<unknown>) =>
  work.catch((error) => {
    if (!(error instanceof WriteConflict) && !isUniqueViolation(error)) throw error;
  });

/** By the terms, or because an Admin's refund was interrupted after its amount was reserved. */
async function refundAfterDeadline(ctx: Context, stored: StoredClaim): Promise<void> {
  const { claim, lost } = stored;
  const reserved = isRefundOf(claim.id, await refundOfLink(ctx, stored));
  if (lost.terms.remedy !== "refund" && !reserved)
    return await askAdmins(ctx, stored, "decide", "Decide on its refund, or bring its replacement live.");
  try {
    await refundClaim(ctx, stored, "");
  } catch (error) {
    if (error instanceof WriteConflict) throw error;
    if (!(error instanceof Conflict || error instanceof Invalid || error instanceof PaymentFailed)) throw error;
    await askAdmins(ctx, stored, "refused", `It could not be refunded: ${error.message}`);
  }
}

/** Once for each claim and question. */
async function askAdmins(ctx: Context, { claim, lost }: StoredClaim, event: string, what: string): Promise<void> {
  await atomicBatch(
    ctx.db,
    notifyStatements(ctx, {
      recipients: { users: await adminIds(ctx) },
      description: `Link ${lost.number} was not replaced in time. ${what}`,
      kind: "claim",
      type: "PLACEMENT",
      typeSystemId: claim.orderId,
      dedupeKey: `claim.${event}:${claim.id}`,
    }),
  );
}
