import { sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { batchRaw, rawSelect } from "~db/client.server";
import { includesWords } from "~db/searchWords";
import { MAX_BRANCHES } from "~db/unionAllByIndex";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import { findOrders, type OrderListRow, type OrderQuery } from "./findOrders";

/** Orders looked through for a name that many clients have: some 2,000 rows read. */
export const MAX_SEARCHED = 450;

/** A page of orders. `cut`: older orders were not looked through for the name. */
export type NamedOrders = Page<OrderListRow> & { cut?: true };

/**
 * findOrders for a screen, which bounds the search by client name at any size: few clients are found by the name index
 * and their orders by theirs; for a name that many have, the newest orders are looked through (rules.md
 * speed/name-filter).
 */
export async function findOrdersByName(ctx: Context, query: OrderQuery): Promise<NamedOrders> {
  authorize(ctx, "orders.list");
  const name = query.filters.find(({ key }) => key === "clientName");
  if (!isStaff(ctx.actor) || name?.operation !== "like") return await findOrders(ctx, query);
  const text = String(name.value);
  const filters = query.filters.filter((filter) => filter !== name);
  const ids = await clientsNamed(ctx, text);
  // An empty text is the id of no client.
  if (ids) {
    const values = ids.length > 0 ? ids : [""];
    return await findOrders(ctx, { ...query, filters: [...filters, { key: "clientId", operation: "in", values }] });
  }
  const newest = await findOrders(ctx, { ...query, filters, page: 0, pageSize: MAX_SEARCHED });
  const matching = newest.content.filter(({ client }) => includesWords(client?.name ?? "", text));
  const first = query.page * query.pageSize;
  return {
    content: matching.slice(first, first + query.pageSize),
    totalElements: matching.length,
    ...(newest.totalElements > MAX_SEARCHED ? { cut: true } : {}),
  };
}

/** Ids of the users with this name; null when there are more than one statement can merge. */
async function clientsNamed({ db }: Context, text: string): Promise<string[] | null> {
  const named = sql`select distinct id from ${usersByNameSubstring(text)} limit ${sql.raw(String(MAX_BRANCHES + 1))}`;
  const [rows] = await batchRaw(db, rawSelect<{ id: string }>(named));
  return rows.length > MAX_BRANCHES ? null : rows.map(({ id }) => id);
}
