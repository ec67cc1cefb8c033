import { eq, getTableColumns, isNull } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { foldText } from "~db/foldText";
import { columnWhere } from "~db/listWhere.server";
import { listSource, runList } from "~db/runList.server";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Service } from "./catalogueEntities";
import { serviceOf } from "./catalogueRows";
import type { ServiceQuery } from "./serviceList";

const listed = listSource({
  table: services,
  id: services.id,
  columns: getTableColumns(services),
  filters: {
    serviceType: services.serviceType,
    name: (filter) =>
      filter.operation === "eq"
        ? eq(services.nameFolded, foldText(String(filter.value)))
        : columnWhere(services.nameFolded, filter),
  },
  sorts: { createdTime: services.createdAt },
});

/** Returns a page of services, hidden ones included, newest first, in one round trip (POST /service/find). */
export async function findServices(ctx: Context, query: ServiceQuery): Promise<Page<Service>> {
  authorize(ctx, "services.manage");
  return await runList(ctx.db, listed, query, { where: isNull(services.archivedAt), toRow: serviceOf });
}
