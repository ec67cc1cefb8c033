import { sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { orderReports, orders } from "~db/schema";
import { actorId, type Context } from "../context";

/** A part of a delivery: an upload's key with its file's name, or a link's address. */
export type NewReport = { key: string; name: string; url: null } | { key: ""; name: string; url: string };

/** A link as a report, named by its address. */
export const linkReport = (url: string): NewReport => ({
  key: "",
  name: url.replace(/^https?:\/\//i, "").replace(/\/$/, ""),
  url,
});

/** The statement that inserts reports of an order, each file and link once. */
export function reportRows(
  ctx: Context,
  orderId: string,
  reports: readonly (NewReport & { id?: string })[],
): BatchStatement {
  const rows = reports.map((report) => ({ id: newId(ctx.now), ...report }));
  return insertFrom(
    ctx.db,
    orderReports,
    {
      id: sql`value ->> 'id'`,
      orderId: sql`${orders.id}`,
      uploadKey: sql`value ->> 'key'`,
      fileName: sql`value ->> 'name'`,
      createdById: actorId(ctx),
      createdAt: ctx.now,
      url: sql`value ->> 'url'`,
    },
    sql`from ${orders}, json_each(${JSON.stringify(rows)}) posted
      where ${orders.id} = ${orderId} and not exists (
        select 1 from order_reports kept
        where kept.order_id = ${orders.id} and kept.upload_key = posted.value ->> 'key'
          and kept.url is posted.value ->> 'url'
      )`,
  );
}
