import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { firstIdOf } from "~db/ids";
import { bookChecks, bookCursors } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import type { RunResult } from "../payments/runEach";
import { paymentAccounts } from "../ports/payments";
import { checkKeys, inPages, nextKeys } from "./bookPages";
import { type BookSubject, bookSubjects } from "./check";
import { allChecks, COUNTERS_CHECK } from "./checks";
import { UNDER_WAY_MS } from "./checks/balanceChecks";
import { mailDifferences } from "./mailDifferences";
import { counterRecords, countersOfAll } from "./portalCounters";
import { readBalance } from "./readBalance";
import { recordKinds } from "./recordKinds";
import { type OpenDifferences, openDifferences, storeDifferences } from "./storeDifferences";

/** A Worker invocation may send 1,000 statements, and other jobs share it. */
const MAX_STATEMENTS = 400;
/** A night reads at least as many, so a small portal is checked whole every night. Files are asked for one by one. */
const MIN_SHARE = 2_000;
const MIN_FILES = 300;
const NIGHTS = 7;
const LEASE_MS = 15 * 60_000;
/** The row of `bookCursors` that holds the run's lease and says whether the changed orders were read today. */
const CHANGES = "changes";
/** The row that says whether the portal's counters were read today. */
const COUNTERS = "counters";

type Cursor = typeof bookCursors.$inferSelect;

/**
 * The nightly check (rules.md books/nightly): the provider's balance, orders changed since the last check, and a
 * seventh of all other records. It starts with the first run of a UTC day and later runs of that day finish what one
 * could not; with `force` it starts now. Bounded statements, and a bounded number of them. Stores and mails what
 * differs.
 */
export async function checkBooks(
  ctx: Context,
  onFailure: (error: unknown) => void,
  { force = false } = {},
): Promise<RunResult> {
  authorize(ctx, "books.check");
  const result: RunResult = { done: 0, failed: 0 };
  const lease = await takeLease(ctx);
  if (!lease) return result;
  try {
    for (const account of paymentAccounts) {
      try {
        result.done += await readBalance(ctx, account, { force });
      } catch (error) {
        // The portal's own records are checked without the provider.
        result.failed++;
        onFailure(error);
      }
    }
    const run = new BookRun(ctx, await openDifferences(ctx), force);
    await run.changedOrders();
    for (const subject of bookSubjects) await run.share(subject);
    result.done += run.records;
    await run.finish();
    await mailDifferences(ctx);
  } finally {
    await ctx.db.update(bookCursors).set({ leaseUntil: null }).where(eq(bookCursors.subject, CHANGES));
  }
  return result;
}

async function takeLease({ db, now }: Context): Promise<boolean> {
  await db.insert(bookCursors).values({ subject: CHANGES }).onConflictDoNothing();
  const taken = await db
    .update(bookCursors)
    .set({ leaseUntil: now + LEASE_MS })
    .where(and(eq(bookCursors.subject, CHANGES), or(isNull(bookCursors.leaseUntil), lt(bookCursors.leaseUntil, now))))
    .returning({ subject: bookCursors.subject });
  return taken.length > 0;
}

/** One run: it reads pages of records until the day's share or its statements are used up. */
class BookRun {
  records = 0;
  #statements = 0;
  readonly #day: number;
  /** Records looked at, by check. */
  readonly #looked = new Map<string, number>();

  constructor(
    private readonly ctx: Context,
    private readonly open: OpenDifferences,
    private readonly force: boolean,
  ) {
    this.#day = Math.floor(ctx.now / DAY_MS);
  }

  get #exhausted() {
    return this.#statements >= MAX_STATEMENTS;
  }

  /** Orders that changed since the last check, and what hangs on them. */
  async changedOrders(): Promise<void> {
    const { db, now } = this.ctx;
    const cursor = await this.#cursor(CHANGES);
    if (cursor.doneToday) return;
    const orders = await this.#cursor("orders");
    const pageOf = (which: ReturnType<typeof sql>) => db.all<{ key: string }>(sql`${which} limit 500`);
    for (let after = "", more = true; more && !this.#exhausted; ) {
      const keys = (
        await pageOf(sql`select order_id as key from book_changes where order_id > ${after} order by order_id`)
      ).map(({ key }) => key);
      more = keys.length === 500;
      after = keys.at(-1) ?? after;
      await this.#checkOrders(keys);
      // A payment or refund that was under way is compared with the provider by the next check.
      await db.run(sql`delete from book_changes where order_id in (select value from json_each(${JSON.stringify(keys)}))
        and not exists (select 1 from orders o where o.id = order_id and o.paid_at >= ${now - UNDER_WAY_MS})
        and not exists (select 1 from refunds r where r.order_id = book_changes.order_id
          and coalesce(r.refunded_at, r.created_at) >= ${now - UNDER_WAY_MS})`);
    }
    const from = orders.newFrom;
    let { after } = cursor;
    for (let more = from !== null; more && !this.#exhausted; ) {
      const start = after > (from ?? "") ? sql`id > ${after}` : sql`id >= ${from}`;
      const keys = (await pageOf(sql`select id as key from orders where ${start} order by id`)).map(({ key }) => key);
      more = keys.length === 500;
      after = keys.at(-1) ?? after;
      await this.#checkOrders(keys);
    }
    await this.#newMovements();
    const done = !this.#exhausted;
    await this.#save({ ...cursor, after: done ? "" : after, doneToday: done });
    if (done) await this.#save({ ...orders, newFrom: firstIdOf(now - UNDER_WAY_MS) });
  }

  /** Movements of the provider's balance of the last two days. */
  async #newMovements(): Promise<void> {
    const { db, now } = this.ctx;
    for (const account of paymentAccounts) {
      for (let at = now - 2 * DAY_MS, id = "", more = true; more && !this.#exhausted; ) {
        const rows = await db.all<{ id: string; at: number }>(
          sql`select id, created_at as at from balance_transactions where account = ${account} and (created_at, id) > (${at}, ${id}) order by created_at, id limit 500`,
        );
        more = rows.length === 500;
        ({ id, at } = rows.at(-1) ?? { id, at });
        await this.#check(
          "balance",
          rows.map((row) => row.id),
        );
      }
    }
  }

  /** Checks orders with their subscriptions, coupons and clients. */
  async #checkOrders(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#check("orders", keys);
    const related: [BookSubject, string][] = [
      ["subscriptions", "subscription_id"],
      ["coupons", "coupon_id"],
      ["clients", "client_id"],
    ];
    for (const [subject, column] of related) {
      const rows = await this.ctx.db.all<{ key: string }>(
        sql`select distinct ${sql.raw(column)} as key from orders where id in (select value from json_each(${JSON.stringify(keys)})) and ${sql.raw(column)} is not null`,
      );
      this.#statements++;
      for (const page of inPages(
        subject,
        rows.map(({ key }) => key),
      ))
        await this.#check(subject, page);
    }
  }

  /** The day's share of a kind of record, from where the last one ended. */
  async share(subject: BookSubject): Promise<void> {
    let cursor = await this.#cursor(subject);
    const most = subject === "files" ? MIN_FILES : MIN_SHARE;
    while (!cursor.doneToday && !this.#exhausted) {
      const { keys, last } = await nextKeys(this.ctx, subject, cursor.after);
      this.#statements++;
      await this.#check(subject, keys);
      const rowsToday = cursor.rowsToday + keys.length;
      const passRows = cursor.passRows + keys.length;
      cursor = last
        ? { ...cursor, after: "", passRows: 0, passTotal: passRows, rowsToday }
        : { ...cursor, after: keys.at(-1)!, passRows, rowsToday };
      const { passTotal } = cursor;
      const share = passTotal === null ? Number.POSITIVE_INFINITY : Math.max(most, Math.ceil(passTotal / NIGHTS));
      const doneToday = rowsToday >= share || (passTotal !== null && rowsToday >= passTotal);
      cursor = await this.#save({ ...cursor, doneToday });
    }
  }

  async #check(subject: BookSubject, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    this.records += keys.length;
    const found = await checkKeys(this.ctx, subject, keys);
    this.#statements += subject === "files" ? keys.length : found.size;
    for (const [checkId, differences] of found) {
      this.#looked.set(checkId, (this.#looked.get(checkId) ?? 0) + keys.length);
      if (differences.length === 0 && !this.open.get(checkId)?.size) continue;
      this.#statements++;
      const recordKind = recordKinds[subject];
      await storeDifferences(this.ctx, this.open, { checkId, recordKind, keys, found: differences });
    }
  }

  /** The portal's own counters, and when each check ran. */
  async finish(): Promise<void> {
    const counters = await this.#cursor(COUNTERS);
    // They take a statement for every few thousand clients: once a night, in a run that has some left.
    const found = counters.doneToday || this.#exhausted ? null : await countersOfAll(this.ctx);
    if (found) {
      const { id: checkId } = COUNTERS_CHECK;
      await storeDifferences(this.ctx, this.open, { checkId, recordKind: "counters", keys: counterRecords, found });
      this.#looked.set(checkId, counterRecords.length);
    }
    if (found) await this.#save({ ...counters, doneToday: true });
    const rows = allChecks
      .filter(({ id }) => this.#looked.has(id))
      .map(({ id }) => ({ id, lastRunAt: this.ctx.now, rows: this.#looked.get(id)! }));
    for (const row of rows)
      await this.ctx.db.insert(bookChecks).values(row).onConflictDoUpdate({ target: bookChecks.id, set: row });
  }

  /** The cursor as it applies today. */
  async #cursor(subject: string): Promise<Cursor> {
    const { db } = this.ctx;
    const stored = await db.select().from(bookCursors).where(eq(bookCursors.subject, subject)).get();
    const cursor: Cursor = stored ?? {
      subject,
      after: "",
      day: this.#day,
      rowsToday: 0,
      doneToday: false,
      passRows: 0,
      passTotal: null,
      leaseUntil: null,
      newFrom: null,
    };
    if (cursor.day === this.#day && !this.force) return cursor;
    return { ...cursor, day: this.#day, rowsToday: 0, doneToday: false };
  }

  async #save(cursor: Cursor): Promise<Cursor> {
    // The lease belongs to the run, not to a page.
    const { leaseUntil: _, ...row } = cursor;
    await this.ctx.db.insert(bookCursors).values(row).onConflictDoUpdate({ target: bookCursors.subject, set: row });
    return cursor;
  }
}
