import { sql } from "drizzle-orm";
import { firstIdOf } from "~db/ids";
import { authorize } from "../access";
import { ABSOLUTE_MS } from "../accounts/sessionLimits";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { deleteOldChecks } from "../linkWatch/deleteOldChecks";
import { FACTS_MS } from "../pageFacts";
import { type RunResult, runEach } from "../payments/runEach";

const KEPT_DAYS = 90;
/** As long as a report of recovered orders goes back. */
const CART_MAIL_MONTHS = 13;
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
 * links 90 days after their end, webhook ids and replies by email after 90 days, rate-limit counts and facts of pages
 * after a day, mails about unpaid checkouts after 13 months, security events and visits (their totals stay) as the
 * settings say, checks of links 13 months after their guarantee. Money, orders and history are kept. Bounded; a failing
 * table does not stop the others.
 */
export async function deleteOldRecords(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const { db, now } = ctx;
  const { securityDays, visitMonths } = ctx.settings.data;
  const ended = now - KEPT_DAYS * DAY_MS;
  // An ended or used row is deleted before it expires. Each half has its own index.
  const used = sql`expires_at < ${ended} or used_at < ${ended}`;
  const old = [
    // Ids sort by time, and no session lasts longer than ABSOLUTE_MS.
    ["sessions", "id", sql`id < ${firstIdOf(ended - ABSOLUTE_MS)} or ended_at < ${ended}`],
    ["password_resets", "token_hash", used],
    ["sign_in_links", "token_hash", used],
    ["sign_in_challenges", "id", used],
    ["security_events", "id", sql`id < ${firstIdOf(now - securityDays * DAY_MS)}`],
    ["dead_letters", "id", sql`handled_at < ${ended}`],
    ["inbound_mails", "id", sql`id < ${firstIdOf(ended)}`],
    ["webhook_events", "id", sql`received_at < ${ended}`],
    ["form_answers", "id", sql`created_at < ${now - FORM_DAYS * DAY_MS}`],
    // Contains addresses of people and networks, which no limit needs for more than a day.
    ["rate_limits", "key", sql`window_started_at < ${now - DAY_MS}`],
    ["page_facts", "address", sql`seen_at < ${now - FACTS_MS}`],
    ["cart_mails", "cart_key", sql`queued_at < ${monthsAgo(now, CART_MAIL_MONTHS)}`],
    ["visits", "id", sql`created_at < ${monthsAgo(now, visitMonths)}`],
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
  const checks = await runEach([ctx], async () => (rows += await deleteOldChecks(ctx)), onFailure);
  return { done: rows, failed: failed + checks.failed };
}
