import { and, asc, gt, isNotNull, lte } from "drizzle-orm";
import { linkHealthCounters, placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { type Verdict, verdicts } from "../verdicts";
import { MAX_COUNTED } from "./trouble";

/** A due check waits at most some minutes; hours mean that the link watch does not run. */
export const LATE_MS = 2 * 3_600_000;

export interface LinkWatchHealth {
  /** Checks that are due, and those that should have been made hours ago; at most MAX_COUNTED + 1 each. */
  due: number;
  late: number;
  /** The oldest due check, in ms UTC. */
  since: number | null;
  /** Links by what their latest check found, in the order of the verdicts. */
  links: { verdict: Verdict; count: number }[];
}

/** Due checks, the oldest first, as far as they are counted. */
export const dueChecks = ({ db, now }: Pick<Context, "db" | "now">, until = now) =>
  db
    .select({ nextCheckAt: placements.nextCheckAt })
    .from(placements)
    .where(and(isNotNull(placements.nextCheckAt), lte(placements.nextCheckAt, until)))
    .orderBy(asc(placements.nextCheckAt))
    .limit(MAX_COUNTED + 1);

/** How the link watch keeps up, for super admins. */
export async function linkWatchHealth(ctx: Context): Promise<LinkWatchHealth> {
  authorize(ctx, "health.view");
  const [due, counters] = await ctx.db.batch([
    dueChecks(ctx),
    ctx.db.select().from(linkHealthCounters).where(gt(linkHealthCounters.count, 0)),
  ]);
  const countOf = (verdict: Verdict) => counters.find(({ health }) => health === verdict)?.count ?? 0;
  return {
    due: due.length,
    late: due.filter(({ nextCheckAt }) => nextCheckAt! <= ctx.now - LATE_MS).length,
    since: due[0]?.nextCheckAt ?? null,
    links: verdicts.map((verdict) => ({ verdict, count: countOf(verdict) })).filter(({ count }) => count > 0),
  };
}
