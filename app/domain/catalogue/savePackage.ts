import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { packages } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { NotFound, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { ServicePackage } from "./catalogueEntities";
import type { PackageInput } from "./packageInput";
import { storedPackage, storedService } from "./storedService";

/**
 * Adds or changes a package of a service, price in cents (POST /service/serviceOption). A new one stands last. Throws
 * NotFound for another service's package, Conflict for a stale version.
 */
export async function savePackage(ctx: Context, input: PackageInput): Promise<ServicePackage> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const service = await storedService(ctx, input.serviceId);
  const stored = input.id === undefined ? null : await storedPackage(ctx, service.id, input.id);
  if (stored === undefined) throw new NotFound();
  if (stored && input.version !== undefined && input.version !== stored.version) throw staleRecord();

  const id = stored?.id ?? newId(ctx.now);
  const { name, description, price, addOns, discounts } = input;
  const values = { name, description, price, addOns, discounts };
  await atomicBatch(db, [
    stored
      ? db
          .update(packages)
          .set({ ...values, version: sql`${packages.version} + 1` })
          .where(and(eq(packages.id, id), eq(packages.version, stored.version), isNull(packages.archivedAt)))
      : db.insert(packages).values({
          ...values,
          id,
          serviceId: service.id,
          sequence: sql`(select coalesce(max(sequence) + 1, 0) from packages where service_id = ${service.id})`,
          createdAt: ctx.now,
        }),
    assertRowsChanged(db),
    historyStatement(ctx, {
      entity: "service",
      entityId: service.id,
      action: stored ? `Package edited: ${name}` : `Package added: ${name}`,
      changes: stored ? changesOf(stored, values) : [],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return { ...values, id, serviceId: service.id, version: (stored?.version ?? 0) + 1 };
}

type Values = Pick<PackageInput, "name" | "description" | "price" | "addOns" | "discounts">;

/** Before and after of each changed field; lists as JSON. */
function changesOf(before: Values, after: Values): HistoryChange[] {
  const plain = (value: Values[keyof Values]) => (Array.isArray(value) ? JSON.stringify(value) : value);
  return (["name", "description", "price", "addOns", "discounts"] as const).flatMap((field) => {
    const [was, is] = [plain(before[field]), plain(after[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}
