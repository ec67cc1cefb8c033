import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import {
  commissionSettings,
  couponServices,
  customerInterfaces,
  formerSlugs,
  intakeFields,
  orders,
  packages,
  services,
  subscriptions,
  uploads,
} from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { storedService } from "./storedService";

/**
 * Deletes a service and leaves its files to the sweep (DELETE /service/serviceDetail). A service with orders,
 * subscriptions, coupons or affiliate agreements is archived with its parts and files instead (rules.md
 * catalogue/hidden). Throws NotFound.
 */
export async function deleteService(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const service = await storedService(ctx, id);
  // Checked inside each statement, because an order may be placed after a separate check.
  const unused = sql.join(
    [orders, subscriptions, couponServices, commissionSettings].map(
      (table) => sql`not exists (select 1 from ${table} where ${table.serviceId} = ${id})`,
    ),
    sql` and `,
  );
  const holders = JSON.stringify(["service", "intake", "interface"].map((part) => `${part}:${id}`));
  await atomicBatch(db, [
    db
      .update(services)
      // Its address in the shop is free for the service that takes its place.
      .set({ archivedAt: ctx.now, slug: id.toLowerCase(), version: sql`${services.version} + 1` })
      .where(and(eq(services.id, id), isNull(services.archivedAt))),
    assertRowsChanged(db),
    db.delete(formerSlugs).where(eq(formerSlugs.serviceId, id)),
    db
      .update(uploads)
      .set({ attachedTo: null })
      .where(and(sql`${uploads.attachedTo} in (select value from json_each(${holders}))`, unused)),
    db.delete(customerInterfaces).where(and(eq(customerInterfaces.serviceId, id), unused)),
    db.delete(intakeFields).where(and(eq(intakeFields.serviceId, id), unused)),
    db.delete(packages).where(and(eq(packages.serviceId, id), unused)),
    db.delete(services).where(and(eq(services.id, id), unused)),
    historyStatement(ctx, {
      entity: "service",
      entityId: id,
      action: `Service deleted: ${service.name}`,
      changes: [],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
