import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { type RunResult, runEach } from "../payments/runEach";
import { answerChange, subjectOf } from "../placements/answerProposal";
import { placementStatements } from "../placements/changePlacements";
import { clockAt } from "../placements/deliveryClock";
import { reminderNotices, silenceNotices } from "../placements/placementNotices";
import { SILENT_ANSWER } from "../placements/silentAnswer";
import { type StoredPlacement, storedPlacements } from "../placements/storedPlacements";

/** Rows and orders of one run. Each order costs about ten statements, of which an invocation may send 1,000. */
const MAX_ROWS = 1000;
const MAX_ORDERS = 25;

/**
 * Every ten minutes: reminds clients of proposals 24 hours before their deadline, and approves those whose deadline
 * passed (rules.md placements/approval). Bounded; one failure never stops the rest. A run that was stopped leaves no
 * order half done, and the next one finds what is left.
 */
export async function proposalDeadlines(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "placements.approveBySilence");
  const overdue = await waitingUntil(ctx, lte(placements.answerBy, ctx.now));
  const approved = await runEach(overdue, (links) => approve(ctx, links), onFailure);
  const soon = await waitingUntil(
    ctx,
    and(
      gt(placements.answerBy, ctx.now),
      lte(placements.answerBy, ctx.now + DAY_MS),
      isNull(placements.remindedAt),
      // Shorter deadlines begin with the mail that proposes.
      sql`${placements.answerBy} - ${placements.proposedAt} > ${DAY_MS}`,
    )!,
  );
  const reminded = await runEach(soon, (links) => remind(ctx, links), onFailure);
  const done = approved.done + reminded.done;
  if (done > 0) ctx.after(() => ctx.publish.outboxWaiting());
  return { done, failed: approved.failed + reminded.failed };
}

/** Links that wait for their client, by order and by what is proposed, the earliest deadline first. */
async function waitingUntil(ctx: Context, deadline: SQL): Promise<StoredPlacement[][]> {
  const due = await ctx.db
    .select({ id: placements.id })
    .from(placements)
    .where(and(isNotNull(placements.answerBy), deadline, inArray(placements.state, ["site_review", "content_review"])))
    .orderBy(asc(placements.answerBy))
    .limit(MAX_ROWS);
  if (due.length === 0) return [];
  const ids = JSON.stringify(due.map(({ id }) => id));
  const links = await storedPlacements(ctx, sql`${placements.id} in (select value from json_each(${ids}))`);
  const groups = new Map<string, StoredPlacement[]>();
  for (const link of links) {
    const key = `${link.orderId}:${link.state}`;
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  const first = (group: readonly StoredPlacement[]) => Math.min(...group.map(({ answerBy }) => answerBy ?? 0));
  return [...groups.values()].sort((a, b) => first(a) - first(b)).slice(0, MAX_ORDERS);
}

/** The client's silence accepts what was proposed for the links of one order. */
async function approve(ctx: Context, links: readonly StoredPlacement[]): Promise<void> {
  const subject = subjectOf(links[0]!.state)!;
  const changes = links.map((link) =>
    answerChange(link, { subject, accept: true, reason: "" }, clockAt(ctx), "system"),
  );
  const { statements } = placementStatements(ctx, changes, `${SILENT_ANSWER}, ${subject} counts as accepted`);
  await atomicBatch(ctx.db, [...statements, ...silenceNotices(ctx, links, subject)]).catch(leaveToNextRun);
}

async function remind(ctx: Context, links: readonly StoredPlacement[]): Promise<void> {
  const posted = JSON.stringify(links.map(({ id, proposal }) => [id, proposal]));
  await atomicBatch(ctx.db, [
    ctx.db
      .update(placements)
      .set({ remindedAt: ctx.now })
      .from(sql`json_each(${posted}) posted`)
      .where(
        and(
          sql`${placements.id} = posted.value ->> 0 and ${placements.proposal} = posted.value ->> 1`,
          eq(placements.state, links[0]!.state),
          isNull(placements.remindedAt),
        ),
      ),
    assertRowsChanged(ctx.db, links.length),
    ...reminderNotices(ctx, links),
  ]).catch(leaveToNextRun);
}

/** The client answered one of them at the same moment. */
const leaveToNextRun = (error: unknown) => {
  if (!(error instanceof PreconditionFailed)) throw error;
};
