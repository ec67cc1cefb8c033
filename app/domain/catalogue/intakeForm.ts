import { and, asc, eq } from "drizzle-orm";
import { intakeFields, services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { IntakeField, ServiceHeading } from "./catalogueEntities";
import { intakeFieldOf } from "./catalogueRows";
import { readableServices } from "./readableServices";
import { filesHeldBy, type HeldFile } from "./storedService";

export interface IntakeForm {
  service: ServiceHeading;
  items: (IntakeField & { imageKey: string | null })[];
  /** The service's version, for the next save. */
  version: number;
  /** The help images with their file names. */
  files: HeldFile[];
}

/** Returns a service's intake form for its builder (GET /service/intakeDetail). Staff only. Throws NotFound. */
export async function intakeForm(ctx: Context, serviceId: string): Promise<IntakeForm> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const [[service], rows, files] = await db.batch([
    db
      .select({ id: services.id, name: services.name, visible: services.visible, version: services.version })
      .from(services)
      .where(and(readableServices(ctx.actor), eq(services.id, serviceId))),
    db
      .select()
      .from(intakeFields)
      .where(eq(intakeFields.serviceId, serviceId))
      .orderBy(asc(intakeFields.sequence), asc(intakeFields.id)),
    filesHeldBy(ctx, intakeHolder(serviceId)),
  ]);
  if (!service) throw new NotFound();
  const { version, ...heading } = service;
  return {
    service: heading,
    items: rows.map((row) => ({ ...intakeFieldOf(row), imageKey: row.imageKey })),
    version,
    files,
  };
}

export const intakeHolder = (serviceId: string) => `intake:${serviceId}`;
