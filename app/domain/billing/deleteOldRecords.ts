import { sql } from "drizzle-orm";
import { authorize } from "../access";
import { type RunResult, runEach } from "../checkout/runEach";
import type { Context } from "../context";
import { DAY_MS } from "../days";

const KEPT_DAYS = 90;
const VISIT_MONTHS = 13;
/** How long a page may stay open and still have its form answered as the one that was saved. */
const FORM_DAYS = 7;
/** A statement stays small. */
const MAX_ROWS = 1_000;
/** Of one table in one run; the next takes the rest. */
const MAX_STATEMENTS = 20;

/** The same day of the month so many months ago, at the same time. */
function monthsAgo(now: number, months: number): number {
  const date = new Date(now);
  return date.setUTCMonth(date.getUTCMonth() - months);
}

/**
 * Every hour: what is only kept for a time goes (rules.md retention/periods): sessions, resets and sign-in links 90
 * days after their end, webhooks' ids after 90 days, counted attempts after a day, visits after 13 months (their
 * counters stay). Money, orders and the audit are kept. Bounded; a table that fails never keeps the others.
 */
export async function deleteOldRecords(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const { db, now } = ctx;
  const ended = now - KEPT_DAYS * DAY_MS;
  // What was ended or used is over before its last moment would have come. Each half has an index of its own.
  const used = sql`expires_at < ${ended} or used_at < ${ended}`;
  const old = [
    ["sessions", sql`expires_at < ${ended} or ended_at < ${ended}`],
    ["password_resets", used],
    ["sign_in_links", used],
    ["sign_in_challenges", used],
    ["webhook_events", sql`received_at < ${ended}`],
    // Addresses of people and networks, which no limit asks about for longer than an hour.
    ["form_answers", sql`created_at < ${now - FORM_DAYS * DAY_MS}`],
    ["rate_limits", sql`window_started_at < ${now - DAY_MS}`],
    ["visits", sql`created_at < ${monthsAgo(now, VISIT_MONTHS)}`],
  ] as const;
  let rows = 0;
  const { failed } = await runEach(
    old,
    async ([table, over]) => {
      const name = sql.identifier(table);
      for (let statement = 1, full = true; full && statement <= MAX_STATEMENTS; statement++) {
        // Counted by what comes back: the number of changes counts those of triggers too.
        const deleted = await db.all(
          sql`delete from ${name} where rowid in (select rowid from ${name} where ${over} limit ${MAX_ROWS}) returning rowid`,
        );
        rows += deleted.length;
        full = deleted.length === MAX_ROWS;
      }
    },
    onFailure,
  );
  return { done: rows, failed };
}
