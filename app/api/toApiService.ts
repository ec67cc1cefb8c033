import { z } from "zod";
import type { CustomerInterface, IntakeField, Service, ServicePackage } from "~/domain/catalogue/catalogueEntities";
import type { Faq } from "~/domain/catalogue/catalogueParts";
import type { CheckoutIntakeField, CheckoutPackage } from "~/domain/catalogue/checkoutService";
import { readableTurnaround } from "~/domain/catalogue/readableTurnaround";
import { relChoices, remedies } from "~/domain/catalogue/tracking";
import type { Context } from "~/domain/context";
import { toDollars } from "~/domain/money";

const addOn = z.object({ value: z.string(), price: z.number(), defaultOption: z.boolean() });
const discount = z.object({ count: z.number(), percent: z.number() });
const trackingShape = {
  tracked: z.boolean(),
  turnaroundDays: z.number(),
  guaranteeDays: z.number(),
  remedy: z.enum(remedies),
  approveSite: z.boolean(),
  approveContent: z.boolean(),
  silentApprovalHours: z.number(),
  relWanted: z.enum(relChoices),
  minDr: z.number().nullable(),
};
export const packageShape = z.object({
  serviceOptionId: z.string(),
  serviceId: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  addOnItems: z.array(addOn),
  discountItems: z.array(discount),
  ...trackingShape,
  version: z.number(),
});
export const intakeShape = z.object({
  serviceIntakeId: z.string(),
  name: z.string(),
  itemType: z.string(),
  mandatory: z.boolean(),
  multiple: z.boolean(),
  placeHolder: z.string(),
  helpText: z.string(),
  imageUrl: z.string().nullable(),
  sequence: z.number(),
});
export const card = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  /** Null without a deadline, and for customers when the service does not show it. */
  turnaroundDays: z.number().nullable(),
});
export const serviceShape = card.extend({
  checkoutDescription: z.string(),
  serviceType: z.string(),
  paymentTypes: z.array(z.string()),
  orderDuration: z.number(),
  frequency: z.string(),
  showExpectedDate: z.boolean(),
  subStatuses: z.array(z.object({ name: z.string(), sequence: z.number(), completed: z.boolean() })),
  templateUrl: z.string().nullable(),
  visibility: z.boolean(),
  listedInShop: z.boolean(),
  slug: z.string(),
  createdTime: z.string(),
  version: z.number(),
});
export const checkoutServiceShape = serviceShape
  .omit({
    showExpectedDate: true,
    subStatuses: true,
    visibility: true,
    listedInShop: true,
    slug: true,
    createdTime: true,
    version: true,
  })
  .extend({
    serviceOptions: z.array(packageShape.omit({ serviceId: true, version: true })),
    intakeItems: z.array(intakeShape),
  });
export const interfaceShape = z.object({
  serviceId: z.string(),
  sampleReportDetails: z.array(z.object({ title: z.string(), reportUrl: z.string(), imageUrl: z.string() })),
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  version: z.number(),
});

/** A service as staff read it. */
export const toApiService = (service: Service) => ({
  _id: service.id,
  name: service.name,
  description: service.description,
  checkoutDescription: service.checkoutDescription,
  imageUrl: service.imageUrl,
  serviceType: service.serviceType,
  paymentTypes: service.paymentTypes,
  orderDuration: service.orderDuration,
  frequency: service.frequency,
  turnaroundDays: service.turnaroundDays,
  showExpectedDate: service.showExpectedDate,
  subStatuses: service.subStatuses.map((one) => ({ ...one, completed: false })),
  templateUrl: service.templateUrl,
  visibility: service.visible,
  listedInShop: service.listedInShop,
  slug: service.slug,
  createdTime: new Date(service.createdAt).toISOString(),
  version: service.version,
});

/** A service as the actor may read it. */
export const readableService = (ctx: Pick<Context, "actor">, service: Service) => ({
  ...toApiService(service),
  turnaroundDays: readableTurnaround(ctx, service),
});

const toApiAddOn = (one: { value: string; price: number; defaultOption: boolean }) => ({
  ...one,
  price: toDollars(one.price),
});

/** Amounts in dollars. */
export const toApiCheckoutPackage = (one: CheckoutPackage) => ({
  serviceOptionId: one.id,
  name: one.name,
  description: one.description,
  price: toDollars(one.price),
  addOnItems: one.addOns.map(toApiAddOn),
  discountItems: one.discounts,
  ...one.tracking,
});

export const toApiPackage = (one: ServicePackage) => ({
  ...toApiCheckoutPackage(one),
  serviceId: one.serviceId,
  version: one.version,
});

export const toApiIntake = ({ id, ...field }: IntakeField) => ({
  serviceIntakeId: id,
  name: field.name,
  itemType: field.itemType,
  mandatory: field.mandatory,
  multiple: field.multiple,
  placeHolder: field.placeHolder,
  helpText: field.helpText,
  imageUrl: field.imageUrl,
  sequence: field.sequence,
});

export const toApiCheckoutIntake = ({ id, imageKey, ...field }: CheckoutIntakeField) => ({
  serviceIntakeId: id,
  ...field,
  imageUrl: imageKey ? `/files/${imageKey}` : null,
});

export const toApiCustomerInterface = (one: CustomerInterface) => ({
  serviceId: one.serviceId,
  sampleReportDetails: one.sampleReports,
  faqs: one.faqs satisfies Pick<Faq, "question" | "answer">[],
  version: one.version,
});

export const intakeFormShape = z.object({
  serviceId: z.string(),
  intakeItems: z.array(intakeShape),
  version: z.number(),
});
export const toApiIntakeForm = (serviceId: string, { items, version }: { items: IntakeField[]; version: number }) => ({
  serviceId,
  intakeItems: items.map(toApiIntake),
  version,
});
