import { and, asc, eq, isNull } from "drizzle-orm";
import { intakeFields, packages, services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { PaymentAccount } from "../ports/payments";
import type { IntakeField, ServicePackage } from "./catalogueEntities";
import { intakeFieldColumns } from "./intakeFieldColumns";
import { readableTurnaround } from "./readableTurnaround";
import { accountOf, type Frequency, type ServicePaymentType, type ServiceType } from "./serviceTypes";

/** A service on the checkout page. Prices in cents, HTML sanitised. */
export interface CheckoutService {
  id: string;
  name: string;
  description: string;
  checkoutDescription: string;
  imageKey: string | null;
  serviceType: ServiceType;
  account: PaymentAccount;
  paymentTypes: ServicePaymentType[];
  orderDuration: number;
  frequency: Frequency;
  /** Null without a deadline, and for clients when the service does not show it. */
  turnaroundDays: number | null;
  templateKey: string | null;
  packages: CheckoutPackage[];
  intake: CheckoutIntakeField[];
}

export type CheckoutPackage = Omit<ServicePackage, "serviceId" | "version">;
export type CheckoutIntakeField = Omit<IntakeField, "imageUrl"> & { imageKey: string | null };

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
        tracking: packages.tracking,
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
    turnaroundDays: readableTurnaround(ctx, service),
    templateKey: service.templateKey,
    packages: bought,
    intake,
  };
}
