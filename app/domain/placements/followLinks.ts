import { sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { orders } from "~db/schema";
import type { Context } from "../context";

const LATEST = sql.raw("(select max(placements.due_at) from placements where placements.order_id = orders.id)");

/** Gives orders the date of their latest link, after their links changed in the same batch (rules.md orders/due). */
export const followLinks = ({ db }: Pick<Context, "db">, orderIds: Iterable<string>): BatchStatement =>
  db
    .update(orders)
    .set({ dueAt: LATEST })
    .where(
      sql`${orders.id} in (select value from json_each(${JSON.stringify([...orderIds])})) and ${orders.dueAt} is not ${LATEST}`,
    );
