import { sql } from "drizzle-orm";
import { firstIdOf } from "~db/ids";
import { authorize } from "../access";
import { ABSOLUTE_MS } from "../accounts/sessionLimits";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { type RunResult, runEach } from "../payments/runEach";

const KEPT_DAYS = 90;
const VISIT_MONTHS = 13;
/** How long a saved form is answered as saved when it is sent again. */
const FORM_DAYS = 7;
/** Bounds one statement. */
const MAX_ROWS = 1_000;
/** Per table and run; the next run takes the rest. */
const MAX_STATEMENTS = 20;

/** The same day and time, so many months ago. */
function monthsAgo(now: number, months: number): number {
  const date = new Date(now);
  return date.setUTCMonth(date.getUTCMonth() - months);
}

/**
 * Hourly deletion of records past their retention period (rules.md retention/periods): sessions, resets and sign-in
 * links 90 days after their end, webhook ids and security events after 90 days, rate-limit counts after a day, visits after 13 months
 * (their totals stay). Money, orders and history are kept. Bounded; a failing table does not stop the others.
 */
export async function deleteOldRecords(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const { db, now } = ctx;
  const ended = now - KEPT_DAYS * DAY_MS;
  // An ended or used row is deleted before it expires. Each half has its own index.
  const used = sql`expires_at < ${ended} or used_at < ${ended}`;
  const old = [
    // Ids sort by time, and no session lasts longer than ABSOLUTE_MS.
    ["sessions", "id", sql`id < ${firstIdOf(ended - ABSOLUTE_MS)} or ended_at < ${ended}`],
    ["password_resets", "token_hash", used],
    ["sign_in_links", "token_hash", used],
    ["sign_in_challenges", "id", used],
    ["security_events", "id", sql`id < ${firstIdOf(ended)}`],
    ["dead_letters", "id", sql`handled_at < ${ended}`],
    ["webhook_events", "id", sql`received_at < ${ended}`],
    ["form_answers", "id", sql`created_at < ${now - FORM_DAYS * DAY_MS}`],
    // Contains addresses of people and networks, which no limit needs for more than a day.
    ["rate_limits", "key", sql`window_started_at < ${now - DAY_MS}`],
    ["visits", "id", sql`created_at < ${monthsAgo(now, VISIT_MONTHS)}`],
  ] as const;
  let rows = 0;
  const { failed } = await runEach(
    old,
    async ([table, key, over]) => {
      const name = sql.identifier(table);
      const id = sql.identifier(key);
      for (let statement = 1, full = true; full && statement <= MAX_STATEMENTS; statement++) {
        // Counts returned rows, because the number of changes includes those of triggers.
        const deleted = await db.all(
          sql`delete from ${name} where ${id} in (select ${id} from ${name} where ${over} limit ${MAX_ROWS}) returning 1`,
        );
        rows += deleted.length;
        full = deleted.length === MAX_ROWS;
      }
    },
    onFailure,
  );
  return { done: rows, failed };
}
