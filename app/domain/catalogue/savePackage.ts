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
import { newTracking, notTracked, type Tracking } from "./tracking";
import { trackingWith } from "./trackingInput";

/**
 * Adds or changes a package of a service, price in cents (POST /service/serviceOption). A new one stands last. Absent
 * settings of 'Track each link' stay as stored; sold links keep their terms (rules.md placements/tracking). Throws
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
  const tracking = trackingWith(stored?.tracking ?? newTracking(ctx.settings), input);
  const values = { name, description, price, addOns, discounts, tracking };
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

const plainFields = ["name", "description", "price", "addOns", "discounts"] as const;
const trackingSettings = Object.keys(notTracked) as (keyof Tracking)[];
type Values = Pick<PackageInput, (typeof plainFields)[number]> & { tracking: Tracking };

/** Before and after of each changed field; lists as JSON. */
function changesOf(before: Values, after: Values): HistoryChange[] {
  const plain = (value: Values[(typeof plainFields)[number]]) => (Array.isArray(value) ? JSON.stringify(value) : value);
  return [
    ...plainFields.map((field) => ({ field, before: plain(before[field]), after: plain(after[field]) })),
    ...trackingSettings.map((field) => ({ field, before: before.tracking[field], after: after.tracking[field] })),
  ].filter((change) => change.before !== change.after);
}
