import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { packages } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { NotFound, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { DeletePackageInput } from "./packageInput";
import { storedPackage, storedService } from "./storedService";

/**
 * Deletes a package (DELETE /service/serviceOption). A package with orders is archived instead, so that they stay
 * readable and their entries editable (for packages; rules.md catalogue/hidden). Throws NotFound for another
 * service's package, Conflict for a stale version.
 */
export async function deletePackage(ctx: Context, input: DeletePackageInput): Promise<{ id: string; name: string }> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const service = await storedService(ctx, input.serviceId);
  const stored = await storedPackage(ctx, service.id, input.id);
  if (!stored) throw new NotFound();
  if (input.version !== undefined && input.version !== stored.version) throw staleRecord();
  await atomicBatch(db, [
    db
      .update(packages)
      .set({ archivedAt: ctx.now, version: sql`${packages.version} + 1` })
      .where(and(eq(packages.id, stored.id), eq(packages.version, stored.version), isNull(packages.archivedAt))),
    assertRowsChanged(db),
    // Archives first and deletes only an unused row, so a concurrent order finds the package in either state.
    db
      .delete(packages)
      .where(
        and(
          eq(packages.id, stored.id),
          sql`not exists (select 1 from order_items where package_id = ${stored.id})`,
          sql`not exists (select 1 from order_entries where package_id = ${stored.id})`,
        ),
      ),
    historyStatement(ctx, {
      entity: "service",
      entityId: service.id,
      action: `Package deleted: ${stored.name}`,
      changes: [],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return { id: stored.id, name: stored.name };
}
