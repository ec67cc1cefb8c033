import { and, desc, eq } from "drizzle-orm";
import { beforeRow } from "~db/beforeRow";
import { named } from "~db/named";
import { orderReports, orders, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { CURSOR_PAGE_SIZE, type CursorPage, toCursorPage } from "../cursorPage";
import { NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import { fileAddress } from "../uploads/fileAddress";
import type { OrderReport } from "./orderReport";

/** All reports of an order, oldest first. Throws NotFound. */
export async function findReports(ctx: Context, orderId: string): Promise<OrderReport[]> {
  return (await newestReports(ctx, orderId)).reports.reverse();
}

/** The reports that a page shows, and the newest one's id. `before`: the id of the report that follows them. */
export async function reportStretch(
  ctx: Context,
  orderId: string,
  before: string | null,
): Promise<CursorPage<OrderReport> & { newestId: string | null }> {
  const { reports, newestId } = await newestReports(ctx, orderId, { before, limit: CURSOR_PAGE_SIZE + 1 });
  return { ...toCursorPage(reports, before), newestId };
}

async function newestReports(
  ctx: Context,
  orderId: string,
  { before, limit = -1 }: { before?: string | null; limit?: number } = {},
) {
  authorize(ctx, "orders.reports");
  const newestFirst = [desc(orderReports.createdAt), desc(orderReports.id)];
  const [[order], rows, [newest]] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    ctx.db
      .select({
        id: orderReports.id,
        key: orderReports.uploadKey,
        fileName: named(orderReports.fileName, "report_name"),
        link: orderReports.url,
        size: uploads.size,
        createdAt: named(orderReports.createdAt, "reported_at"),
      })
      .from(orderReports)
      .leftJoin(uploads, eq(uploads.key, orderReports.uploadKey))
      .where(and(eq(orderReports.orderId, orderId), beforeRow(orderReports, orderId, before)))
      .orderBy(...newestFirst)
      .limit(limit),
    ctx.db
      .select({ id: orderReports.id })
      .from(orderReports)
      .where(eq(orderReports.orderId, orderId))
      .orderBy(...newestFirst)
      .limit(1),
  ]);
  if (!order) throw new NotFound();
  const reports = rows.map(({ key, link, ...report }): OrderReport => ({ ...report, url: link ?? fileAddress(key) }));
  return { reports, newestId: newest?.id ?? null };
}
