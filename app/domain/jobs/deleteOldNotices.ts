import { sql } from "drizzle-orm";
import { firstIdOf } from "~db/ids";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { type RunResult, runEach } from "../payments/runEach";

const DELIVERED_DAYS = 7;
/** The key of a card mail keeps the next run from sending it again, for up to a month. */
const CARD_MAIL_DAYS = 45;
/** UTC. Both tables are read whole, once a day, because an index would cost each notification another write. */
const HOUR_OF_DAY = 3;
/** Rows of the outbox and people that one statement looks at. */
const SLICE = 1_000;
/** Bounds one deletion. */
const MAX_ROWS = 1_000;

/**
 * Daily deletion of old notifications and delivered outbox rows (rules.md retention/periods), in slices by primary key.
 * A failing table does not stop the other.
 */
export async function deleteOldNotices(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  if (new Date(ctx.now).getUTCHours() !== HOUR_OF_DAY) return { done: 0, failed: 0 };
  let done = 0;
  const { failed } = await runEach(
    [deleteNotifications, deleteOutboxRows],
    async (remove) => {
      done += await remove(ctx);
    },
    onFailure,
  );
  return { done, failed };
}

async function deleteNotifications({ db, now, settings }: Context): Promise<number> {
  const { noticeDays } = settings.data;
  const readBefore = now - noticeDays * DAY_MS;
  return await bySlices(
    (after) =>
      db.all<{ key: string }>(
        sql`select id as key from users where id > ${after} order by id limit 1 offset ${SLICE - 1}`,
      ),
    (after, last) =>
      db.all(sql`
        delete from notifications where (user_id, id) in (
          select old.user_id, old.id from users
            cross join notifications old on old.user_id = users.id and old.id < ${firstIdOf(readBefore)}
          where users.id > ${after} and users.id <= ${last}
            and (old.read_at < ${readBefore} or old.id < ${firstIdOf(now - 2 * noticeDays * DAY_MS)})
          limit ${MAX_ROWS})
        returning 1`),
  );
}

async function deleteOutboxRows({ db, now }: Context): Promise<number> {
  return await bySlices(
    (after) =>
      db.all<{ key: string }>(
        sql`select dedupe_key as key from outbox where dedupe_key > ${after} order by dedupe_key limit 1 offset ${SLICE - 1}`,
      ),
    (after, last) =>
      db.all(sql`
        delete from outbox where dedupe_key > ${after} and dedupe_key <= ${last} and delivered_at <
          case kind when 'cardMail' then ${now - CARD_MAIL_DAYS * DAY_MS} else ${now - DELIVERED_DAYS * DAY_MS} end
        returning 1`),
  );
}

/** After every key of a table: text sorts by its bytes. */
const AFTER_ALL = "\u{10FFFF}";

/** Calls `remove` for each range of `SLICE` keys, again while it removes as many rows as one statement may. */
async function bySlices(
  lastKeyOf: (after: string) => Promise<{ key: string }[]>,
  remove: (after: string, last: string) => Promise<unknown[]>,
): Promise<number> {
  let removed = 0;
  for (let after = ""; after !== AFTER_ALL; ) {
    const last = (await lastKeyOf(after))[0]?.key ?? AFTER_ALL;
    for (let full = true; full; ) {
      const rows = await remove(after, last);
      removed += rows.length;
      full = rows.length === MAX_ROWS;
    }
    after = last;
  }
  return removed;
}
