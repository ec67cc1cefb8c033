import type { Miniflare } from "miniflare";
import { clockWorker, type PortalClock } from "./portalClock";
import { runScheduled, type ScheduledRun } from "./runScheduled";
import type { LocalPart } from "./workerOptions";

/** Without a check made for so long, the rest is given up. A page may take 20 s, and a link has two. */
const STUCK_MS = 60_000;
/** Confirms, replaces and refunds what checks found. */
const DEADLINES = "*/10 * * * *";
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Run {
  miniflare: Miniflare;
  clock: PortalClock;
  parts: readonly LocalPart[];
}

/**
 * Runs all checks that are due, with their queue drained, then the claims' deadlines, and answers how that went.
 * Meanwhile the pause between two visits of a site is no wait: the portal's clock jumps to its end, so times stay true.
 */
export async function runLinkWatch(run: Run): Promise<[status: number, answer: unknown]> {
  const { miniflare, clock, parts } = run;
  const part = parts.find((one) => one.part === "linkwatch")!;
  const billing = parts.find((one) => one.part === "billing");
  const runs: ScheduledRun[] = [];
  const until = clock.now();
  await jumps(run, true);
  let left = await dueAt(miniflare, until);
  try {
    for (let progress = Date.now(); ; ) {
      const before = left;
      runs.push(await runScheduled(miniflare, part, part.crons[0]!, clock.now()));
      for (let waited = Date.now(); left >= before && left > 0 && Date.now() - waited < 1_000; ) {
        await pause(20);
        left = await dueAt(miniflare, until);
      }
      if (left < before) progress = Date.now();
      if (left === 0 || Date.now() - progress > STUCK_MS) break;
    }
  } finally {
    await jumps(run, false);
  }
  if (billing?.crons.includes(DEADLINES)) runs.push(await runScheduled(miniflare, billing, DEADLINES, clock.now()));
  const done = left === 0 && runs.every(({ outcome }) => outcome === "ok");
  return [done ? 200 : 500, { worker: "linkwatch", runs, checksLeft: left }];
}

/** Lets waits of Workers move the clock, or takes over where they moved it. */
async function jumps({ miniflare, clock }: Run, allowed: boolean) {
  const worker = await miniflare.getWorker(clockWorker.name);
  const answer = await worker.fetch("http://clock/", { method: "PUT", body: JSON.stringify({ jumps: allowed }) });
  const { offsetMs } = (await answer.json()) as { offsetMs: number };
  if (offsetMs !== clock.offsetMs) clock.setOffset(offsetMs);
}

/** Checks that were due at that time and are not made. */
async function dueAt(miniflare: Miniflare, until: number): Promise<number> {
  const database = (await miniflare.getD1Database("DB", "portal")) as unknown as D1Database;
  const due = "select count(*) as due from placements where next_check_at <= ? and state = 'live'";
  return (await database.prepare(due).bind(until).first<number>("due")) ?? 0;
}
