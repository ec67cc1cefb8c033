import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { customerInterfaces, intakeFields, packages, services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { ServiceInFull } from "./catalogueEntities";
import { customerInterfaceOf, intakeFieldOf, packageOf, serviceOf } from "./catalogueRows";
import { inCatalogue, inSequence } from "./readableServices";

/**
 * Returns the visible services with packages, intake form and customer interface, in their order, in one round trip
 * (GET /service/visible/fullDetail). With an id, only that one; empty when it is not visible.
 */
export async function visibleServicesInFull(ctx: Context, { id }: { id?: string } = {}): Promise<ServiceInFull[]> {
  authorize(ctx, "catalogue.browse");
  const { db } = ctx;
  const wanted = and(inCatalogue(), id === undefined ? undefined : eq(services.id, id));
  const ids = sql`(${db.select({ id: services.id }).from(services).where(wanted)})`;
  const [serviceRows, bought, intake, interfaces] = await db.batch([
    db
      .select()
      .from(services)
      .where(wanted)
      .orderBy(...inSequence()),
    db
      .select()
      .from(packages)
      .where(and(sql`${packages.serviceId} in ${ids}`, isNull(packages.archivedAt)))
      .orderBy(asc(packages.sequence), asc(packages.id)),
    db
      .select()
      .from(intakeFields)
      .where(sql`${intakeFields.serviceId} in ${ids}`)
      .orderBy(asc(intakeFields.sequence), asc(intakeFields.id)),
    db.select().from(customerInterfaces).where(sql`${customerInterfaces.serviceId} in ${ids}`),
  ]);
  const of = <Row extends { serviceId: string }>(rows: Row[], serviceId: string) =>
    rows.filter((row) => row.serviceId === serviceId);
  return serviceRows.map((row) => ({
    ...serviceOf(row),
    packages: of(bought, row.id).map(packageOf),
    intakeForm: of(intake, row.id).map(intakeFieldOf),
    customerInterface: customerInterfaceOf(row.id, of(interfaces, row.id)[0]),
  }));
}
