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

/** Rows of one statement: 50 statements for 100,000, and a page of them is all that is held. */
export const EXPORT_PAGE = 2000;

/**
 * Everything that a query of the order list matches, in its order, whatever its page (rules.md exports/complete). The
 * total is that of the moment; rows are read a page at a time as they are asked for, each page behind the last row of
 * the one before, so that a row is never read twice however many come in meanwhile.
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
    : // What no index answers in order is sorted when it fits one page. Else every page would be read and sorted anew:
      // the orders are walked once in their order instead.
      from(
        total > EXPORT_PAGE ? sql` indexed by orders_created` : sql``,
        and(visible, listWhere(query, orderColumns), behind),
      );
  return sql`${read} order by ${orderOf(query)} ${sql.raw(`limit ${EXPORT_PAGE}`)}`;
}
