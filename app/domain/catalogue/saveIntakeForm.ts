import { and, asc, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { intakeFields, services } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { fileAddressOrNull } from "../uploads/fileAddress";
import { replaceUploads } from "../uploads/usableUploads";
import type { IntakeField } from "./catalogueEntities";
import { intakeHolder } from "./intakeForm";
import type { IntakeFormInput } from "./intakeFormInput";
import { checkUploads, storedService } from "./storedService";

/**
 * Replaces a service's intake form (POST /service/intakeDetail). Updates items with an id of this service, creates
 * the others (rules.md catalogue/intake-ids) and deletes missing ones. Existing answers keep their own copy of the
 * field. Throws NotFound, Invalid, and Conflict for a stale version.
 */
export async function saveIntakeForm(
  ctx: Context,
  input: IntakeFormInput,
): Promise<{ items: IntakeField[]; version: number }> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const service = await storedService(ctx, input.serviceId, input.version);
  const holder = intakeHolder(service.id);
  const rows = await db
    .select()
    .from(intakeFields)
    .where(eq(intakeFields.serviceId, service.id))
    .orderBy(asc(intakeFields.sequence), asc(intakeFields.id));
  const remaining = new Map(rows.map((row) => [row.id, row]));
  const items = input.items.map((item, sequence) => {
    const stored = item.id === undefined ? undefined : remaining.get(item.id);
    // If an id is repeated, the second item becomes a new field.
    if (stored) remaining.delete(stored.id);
    return {
      id: stored?.id ?? newId(ctx.now),
      name: item.name,
      itemType: item.itemType,
      mandatory: item.mandatory,
      multiple: item.itemType === "FILE_UPLOAD" && item.multiple,
      placeHolder: item.placeHolder,
      helpText: item.helpText,
      imageKey: item.imageKey === undefined ? (stored?.imageKey ?? null) : item.imageKey,
      sequence,
    };
  });
  await checkUploads(
    ctx,
    items.flatMap(({ imageKey }, index) =>
      imageKey ? [{ field: `items[${index}].imageKey`, key: imageKey, kind: "intakeFieldImage" }] : [],
    ),
    holder,
  );

  const removed = [...remaining.keys()];
  const [before, after] = [fieldsText(rows), fieldsText(items)];
  await atomicBatch(db, [
    db
      .update(services)
      .set({ version: sql`${services.version} + 1` })
      .where(and(eq(services.id, service.id), eq(services.version, service.version))),
    assertRowsChanged(db),
    db
      .delete(intakeFields)
      .where(
        and(
          eq(intakeFields.serviceId, service.id),
          sql`${intakeFields.id} in (select value from json_each(${JSON.stringify(removed)}))`,
        ),
      ),
    // One statement per row, because a statement takes at most 100 bound values.
    ...items.map((item) =>
      db
        .insert(intakeFields)
        .values({ ...item, serviceId: service.id })
        .onConflictDoUpdate({ target: intakeFields.id, set: item }),
    ),
    ...replaceUploads(
      ctx,
      items.map(({ imageKey }) => imageKey).filter((key) => key !== null),
      holder,
    ),
    historyStatement(ctx, {
      entity: "service",
      entityId: service.id,
      action: "Intake form updated",
      changes: before === after ? [] : [{ field: "intakeItems", before, after }],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return {
    items: items.map(({ imageKey, ...item }) => ({ ...item, imageUrl: fileAddressOrNull(imageKey) })),
    version: service.version + 1,
  };
}

/** Summarises the form for history: names and types in order, mandatory fields with a star. */
const fieldsText = (fields: readonly Pick<IntakeField, "name" | "itemType" | "mandatory">[]) =>
  fields.map(({ name, itemType, mandatory }) => `${name}${mandatory ? "*" : ""} (${itemType})`).join(", ");
