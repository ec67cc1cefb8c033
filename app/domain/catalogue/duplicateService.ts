import { and, asc, eq, isNull } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { customerInterfaces, intakeFields, packages, services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { retryOnConflict } from "../retryOnConflict";
import { copyUploads } from "../uploads/copyUploads";
import { attachUploads } from "../uploads/usableUploads";
import type { Service } from "./catalogueEntities";
import { serviceOf } from "./catalogueRows";
import { MAX_SERVICE_NAME } from "./serviceInput";
import { usableSlug } from "./usableSlug";

const COPY = " (Copy)";

/**
 * Copies a service with its packages, intake form, customer interface and files, but without orders (GET
 * /service/clone). The copy is hidden until staff have edited it. Throws NotFound.
 */
export async function duplicateService(ctx: Context, id: string): Promise<Service> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const [[original], bought, intake, [shown]] = await db.batch([
    db
      .select()
      .from(services)
      .where(and(eq(services.id, id), isNull(services.archivedAt))),
    db
      .select()
      .from(packages)
      .where(and(eq(packages.serviceId, id), isNull(packages.archivedAt)))
      .orderBy(asc(packages.sequence), asc(packages.id)),
    db.select().from(intakeFields).where(eq(intakeFields.serviceId, id)).orderBy(asc(intakeFields.sequence)),
    db.select().from(customerInterfaces).where(eq(customerInterfaces.serviceId, id)),
  ]);
  if (!original) throw new NotFound();

  const fileKeys = {
    service: [original.imageKey, original.templateKey],
    intake: intake.map(({ imageKey }) => imageKey),
    interface: (shown?.sampleReports ?? []).map(({ imageKey }) => imageKey),
  };
  const copies = await copyUploads(ctx, Object.values(fileKeys).flatMap(present));
  const copyOf = (key: string | null) => (key === null ? null : (copies.get(key) ?? null));
  const copiesOf = (keys: (string | null)[]) => present(keys.map(copyOf));

  const name = [...original.name].slice(0, MAX_SERVICE_NAME - COPY.length).join("") + COPY;
  const copied = {
    ...original,
    id: newId(ctx.now),
    name,
    nameFolded: foldText(name),
    imageKey: copyOf(original.imageKey),
    templateKey: copyOf(original.templateKey),
    lastAssignedId: null,
    visible: false,
    createdAt: ctx.now,
    version: 1,
  };
  const write = async () => {
    const row = { ...copied, slug: await usableSlug(ctx, { id: copied.id, name, slug: "", stored: null }) };
    await atomicBatch(db, [
      db.insert(services).values(row),
      ...bought.map((one) =>
        db.insert(packages).values({ ...one, id: newId(ctx.now), serviceId: row.id, createdAt: ctx.now, version: 1 }),
      ),
      ...intake.map((field) =>
        db
          .insert(intakeFields)
          .values({ ...field, id: newId(ctx.now), serviceId: row.id, imageKey: copyOf(field.imageKey) }),
      ),
      ...(shown
        ? [
            db.insert(customerInterfaces).values({
              serviceId: row.id,
              // Skips a report whose image is missing from the store.
              sampleReports: shown.sampleReports.flatMap((report) => {
                const imageKey = copyOf(report.imageKey);
                return imageKey ? [{ ...report, imageKey }] : [];
              }),
              faqs: shown.faqs,
            }),
          ]
        : []),
      ...attachUploads(ctx, copiesOf(fileKeys.service), `service:${row.id}`),
      ...attachUploads(ctx, copiesOf(fileKeys.intake), `intake:${row.id}`),
      ...attachUploads(ctx, copiesOf(fileKeys.interface), `interface:${row.id}`),
      historyStatement(ctx, {
        entity: "service",
        entityId: row.id,
        action: `Service duplicated from ${original.name}`,
        changes: [],
      }),
    ]);
    return serviceOf(row);
  };
  return await retryOnConflict(ctx, write, { orUnique: true });
}

const present = (keys: readonly (string | null)[]) => keys.filter((key) => key !== null);
