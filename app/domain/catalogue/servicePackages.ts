import { and, asc, eq, isNull } from "drizzle-orm";
import { packages, services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { ServicePackage } from "./catalogueEntities";
import { packageOf } from "./catalogueRows";
import { readableServices } from "./readableServices";

/**
 * Returns a service's packages in order, prices in cents (GET /service/serviceOptions). Throws NotFound as
 * serviceDetails does.
 */
export async function servicePackages(ctx: Context, serviceId: string): Promise<ServicePackage[]> {
  authorize(ctx, "catalogue.browse");
  const { db } = ctx;
  const [[service], rows] = await db.batch([
    db
      .select({ id: services.id })
      .from(services)
      .where(and(readableServices(ctx.actor), eq(services.id, serviceId))),
    db
      .select()
      .from(packages)
      .where(and(eq(packages.serviceId, serviceId), isNull(packages.archivedAt)))
      .orderBy(asc(packages.sequence), asc(packages.id)),
  ]);
  if (!service) throw new NotFound();
  return rows.map(packageOf);
}
