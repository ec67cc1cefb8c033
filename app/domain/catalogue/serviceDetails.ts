import { and, eq } from "drizzle-orm";
import { customerInterfaces, services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { ServiceDetails } from "./catalogueEntities";
import { customerInterfaceOf, serviceOf } from "./catalogueRows";
import { readableServices } from "./readableServices";

/**
 * Returns a service with its sample reports and FAQs. Throws NotFound, for customers also when it is hidden (rules.md
 * catalogue/hidden).
 */
export async function serviceDetails(ctx: Context, id: string): Promise<ServiceDetails> {
  authorize(ctx, "catalogue.browse");
  const { db } = ctx;
  const [[row], [shown]] = await db.batch([
    db
      .select()
      .from(services)
      .where(and(readableServices(ctx.actor), eq(services.id, id))),
    db.select().from(customerInterfaces).where(eq(customerInterfaces.serviceId, id)),
  ]);
  if (!row) throw new NotFound();
  return { ...serviceOf(row), customerInterface: customerInterfaceOf(row.id, shown) };
}
