import { and, type SQL, sql } from "drizzle-orm";
import { batchRaw } from "~db/client.server";
import { listWhere } from "~db/runList.server";
import { unionAllByIndex } from "~db/unionAllByIndex";
import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import { selectTotal } from "./findOrders";
import {
  branchesOf,
  checkedQuery,
  type OrderListRow,
  type OrderQuery,
  orderColumns,
  orderOf,
  rowColumns,
  selectRows,
  toRow,
} from "./orderListRows";
import { visibleOrders } from "./visibleOrders";

/** Rows per statement: 50 statements for 100,000 orders, and one page in memory. */
export const EXPORT_PAGE = 2000;

/**
 * Everything that an order list query matches, in its order, ignoring its page (rules.md exports/complete). The total
 * is a snapshot. Pages are read on demand by keyset (after the last row of the previous page), so new orders never
 * cause duplicates.
 */
export async function exportOrders(
  ctx: Context,
  asked: OrderQuery,
): Promise<{ total: number; pages: AsyncIterable<OrderListRow[]> }> {
  authorize(ctx, "orders.export");
  const query = checkedQuery(ctx.actor, asked);
  const [counted] = await selectTotal(ctx, query);
  const total = counted?.total ?? 0;
  return { total, pages: pagesOf(ctx, query, total) };
}

async function* pagesOf(ctx: Context, query: OrderQuery, total: number): AsyncGenerator<OrderListRow[]> {
  let last: OrderListRow | undefined;
  do {
    const [rows] = await batchRaw(ctx.db, selectRows(ctx, pageAfter(ctx, query, total, last)));
    yield rows.map((row) => toRow(row, isStaff(ctx.actor)));
    last = rows.length === EXPORT_PAGE ? toRow(rows[EXPORT_PAGE - 1]!, true) : undefined;
  } while (last);
}

function pageAfter(ctx: Context, query: OrderQuery, total: number, last: OrderListRow | undefined): SQL {
  const visible = visibleOrders(ctx.actor);
  const isAfter = query.sort.direction === "asc" ? sql.raw(">") : sql.raw("<");
  const behind = last && sql`(created_at, id) ${isAfter} (${last.createdAt}, ${last.id})`;
  const branches = branchesOf(query.filters, 2);
  const from = (index: SQL, where: SQL | undefined) =>
    sql`select ${rowColumns} from orders${index}${where ? sql` where ${where}` : sql``}`;
  const read = branches
    ? unionAllByIndex(branches.map((branch) => from(sql``, and(visible, branch, behind))))
    : // Without a suitable index, a result of one page is sorted.
      // A larger one is walked in list order, or every page would read and sort everything again.
      from(
        total > EXPORT_PAGE ? sql` indexed by orders_created` : sql``,
        and(visible, listWhere(query, orderColumns), behind),
      );
  return sql`${read} order by ${orderOf(query)} ${sql.raw(`limit ${EXPORT_PAGE}`)}`;
}
