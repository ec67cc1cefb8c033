import { eq, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { users } from "~db/schema";
import type { Context } from "../context";
import { ordersOf } from "./dataTables";
import type { Erasure } from "./erasure";

/** Rows that one statement deletes or looks at. */
const SLICE = 1_000;
/** After every key of a table: text sorts by its bytes. */
const AFTER_ALL = "\u{10FFFF}";

/**
 * Deletes what names the person outside of their own rows: notifications of staff and affiliates, emails, counts of
 * attempts. Always complete: each statement is bounded, and repeating it is cheap.
 */
export async function eraseMentions(ctx: Context, erasure: Erasure): Promise<boolean> {
  await deleteNotifications(ctx, erasure);
  await deleteMails(ctx, erasure);
  const { person } = erasure;
  await ctx.db.run(
    sql`delete from rate_limits where instr(key, ${person.emailFolded}) > 0 or instr(key, ${person.id}) > 0`,
  );
  return true;
}

async function deleteNotifications({ db }: Context, { person }: Erasure) {
  const name = fullName(person);
  const team = await db.select({ id: users.id }).from(users).where(eq(users.role, "ADMIN"));
  for (const { id } of team)
    for (let full = true; full; ) {
      const rows = await db.all(
        sql`delete from notifications where (user_id, id) in (
          select user_id, id from notifications where user_id = ${id}
            and (type_system_id = ${person.id} or type_system_id in ${ordersOf(person.id)} or instr(description, ${name}) > 0)
          limit ${SLICE}) returning 1`,
      );
      full = rows.length === SLICE;
    }
  // Of the affiliate who referred the person.
  await db.run(
    sql`delete from notifications where dedupe_key >= ${`referral:${person.id}`} and dedupe_key < ${`referral:${person.id}~`}`,
  );
}

/** Mails to the person, and mails to others that name them. The outbox is read whole, in slices by its key. */
async function deleteMails({ db }: Context, { person, startedAt }: Erasure) {
  const texts = [person.email, fullName(person)].map((text) => JSON.stringify(text).slice(1, -1));
  const names = sql.join(
    texts.map((text) => sql`instr(lower(payload), lower(${text})) > 0`),
    sql` or `,
  );
  for (let after = ""; after !== AFTER_ALL; ) {
    const [end] = await db.all<{ key: string }>(
      sql`select dedupe_key as key from outbox where dedupe_key > ${after} order by dedupe_key limit 1 offset ${SLICE - 1}`,
    );
    const last = end?.key ?? AFTER_ALL;
    // Later rows may be of a new account with the same address.
    await db.run(
      sql`delete from outbox where dedupe_key > ${after} and dedupe_key <= ${last} and created_at <= ${startedAt}
        and (json_extract(payload, '$.userId') = ${person.id} or (kind = 'email' and (${names})))`,
    );
    after = last;
  }
}
