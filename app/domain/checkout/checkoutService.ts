import { and, asc, eq, isNull } from "drizzle-orm";
import { intakeFields, packages, services } from "~db/schema";
import { authorize } from "../access";
import { accountOf } from "../catalogue/serviceTypes";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { CheckoutService } from "./checkoutAnswers";
import { intakeFieldColumns } from "./intakeFieldColumns";

/**
 * One service for the checkout page. Hidden services can be ordered by link; archived ones throw NotFound (rules.md
 * catalogue/hidden). Prices in cents.
 */
export async function checkoutService(ctx: Context, serviceId: string): Promise<CheckoutService> {
  authorize(ctx, "checkout.view");
  const { db } = ctx;
  const [[service], bought, intake] = await db.batch([
    db
      .select()
      .from(services)
      .where(and(eq(services.id, serviceId), isNull(services.archivedAt))),
    db
      .select({
        id: packages.id,
        name: packages.name,
        description: packages.description,
        price: packages.price,
        addOns: packages.addOns,
        discounts: packages.discounts,
      })
      .from(packages)
      .where(and(eq(packages.serviceId, serviceId), isNull(packages.archivedAt)))
      .orderBy(asc(packages.sequence), asc(packages.id)),
    db
      .select(intakeFieldColumns)
      .from(intakeFields)
      .where(eq(intakeFields.serviceId, serviceId))
      .orderBy(asc(intakeFields.sequence), asc(intakeFields.id)),
  ]);
  if (!service) throw new NotFound();
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    checkoutDescription: service.checkoutDescription,
    imageKey: service.imageKey,
    serviceType: service.serviceType,
    account: accountOf(service.serviceType),
    paymentTypes: service.paymentTypes,
    orderDuration: service.orderDuration,
    frequency: service.frequency,
    templateKey: service.templateKey,
    packages: bought,
    intake,
  };
}
