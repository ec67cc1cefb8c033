import { and, eq, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { atomicBatch } from "~db/client.server";
import { history } from "~db/schema";
import type { HistoryChange, HistoryEntity } from "~db/schema/history";
import type { Context } from "../context";
import { movedOrdersOf, ordersOf } from "./dataTables";
import type { Erasure } from "./erasure";

const PAGE = 200;
/** The value in place of an erased text. */
const ERASED_TEXT = "(erased)";

/** Fields whose texts are names of states or numbers, which the books and the guarantee need. */
const KEPT_FIELDS = new Set([
  "status",
  "state",
  "payState",
  "subscription",
  "health",
  "dueAt",
  "nextPayment",
  "paymentIntentId",
  "couponCode",
  "invoiceNo",
]);

interface HistoryKey {
  entityId: string;
  createdAt: number;
  id: string;
}

/**
 * Replaces the texts in the history of the person's account, orders, links and subscriptions. Who did what and when
 * stays, and so do numbers and states.
 */
export async function eraseHistory(ctx: Context, { person }: Erasure): Promise<boolean> {
  const { id } = person;
  const names = [person.email, fullName(person)];
  const own = (change: HistoryChange) => !KEPT_FIELDS.has(change.field);
  // A moved order belongs to another client now, whose texts stay.
  const named = (change: HistoryChange) =>
    [change.before, change.after].some(
      (value) => typeof value === "string" && names.some((name) => value.includes(name)),
    );
  await eraseTexts(ctx, "user", sql`(select ${id})`, () => true);
  await eraseTexts(ctx, "order", ordersOf(id), own);
  await eraseTexts(ctx, "order", movedOrdersOf(id), named);
  await eraseTexts(ctx, "placement", sql`(select id from placements where client_id = ${id})`, own);
  await eraseTexts(ctx, "subscription", sql`(select id from subscriptions where client_id = ${id})`, own);
  return true;
}

async function eraseTexts(
  { db }: Context,
  entity: HistoryEntity,
  ids: ReturnType<typeof sql>,
  isErased: (change: HistoryChange) => boolean,
) {
  for (let after: HistoryKey = { entityId: "", createdAt: 0, id: "" }; ; ) {
    const rows: (HistoryKey & { changes: string })[] = await db.all(
      sql`select entity_id as "entityId", created_at as "createdAt", id, changes from history
        where entity = ${entity} and entity_id in ${ids}
          and (entity_id, created_at, id) > (${after.entityId}, ${after.createdAt}, ${after.id})
        order by entity_id, created_at, id limit ${PAGE}`,
    );
    const changed = rows.flatMap(({ changes, ...key }) => {
      const before = JSON.parse(changes) as HistoryChange[];
      const erased = before.map((change) => (isErased(change) ? withoutText(change) : change));
      return JSON.stringify(erased) === JSON.stringify(before) ? [] : [{ ...key, changes: erased }];
    });
    await atomicBatch(
      db,
      changed.map(({ entityId, createdAt, id, changes }) =>
        db
          .update(history)
          .set({ changes })
          .where(
            and(
              eq(history.entity, entity),
              eq(history.entityId, entityId),
              eq(history.createdAt, createdAt),
              eq(history.id, id),
            ),
          ),
      ),
    );
    if (rows.length < PAGE) return;
    after = rows.at(-1)!;
  }
}

const withoutText = ({ field, before, after }: HistoryChange): HistoryChange => {
  const erased = (value: HistoryChange["before"]) => (typeof value === "string" && value !== "" ? ERASED_TEXT : value);
  return { field: KEPT_NAME.test(field) ? field : "text", before: erased(before), after: erased(after) };
};

/** Other field names are questions of an intake form, with the package's name. */
const KEPT_NAME = /^[a-zA-Z]\w*$/;
