import { and, eq, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { foldText } from "~db/foldText";
import { columnWhere, type FilterColumns, listOrder, listWhere } from "~db/runList.server";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Service } from "./catalogueEntities";
import { serviceOf } from "./catalogueRows";
import type { ServiceQuery } from "./serviceList";

const columns: FilterColumns<"serviceType" | "name"> = {
  serviceType: services.serviceType,
  name: (filter) =>
    filter.operation === "eq"
      ? eq(services.nameFolded, foldText(String(filter.value)))
      : columnWhere(services.nameFolded, filter),
};

/** Returns a page of services, hidden ones included, newest first, in one round trip (POST /service/find). */
export async function findServices(ctx: Context, query: ServiceQuery): Promise<Page<Service>> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const where = and(isNull(services.archivedAt), listWhere(query, columns));
  const [rows, totals] = await db.batch([
    db
      .select()
      .from(services)
      .where(where)
      .orderBy(...listOrder(query, { createdTime: services.createdAt }, services.id))
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    db.select({ total: sql<number>`count(*)` }).from(services).where(where),
  ]);
  return { content: rows.map(serviceOf), totalElements: totals[0]?.total ?? 0 };
}
