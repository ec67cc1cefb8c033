import { z } from "zod";
import type { CustomerInterface, IntakeField, Service, ServicePackage } from "~/domain/catalogue/catalogueEntities";
import type { Faq } from "~/domain/catalogue/catalogueParts";
import type { CheckoutIntakeField } from "~/domain/catalogue/checkoutService";
import { toDollars } from "~/domain/money";

const addOn = z.object({ value: z.string(), price: z.number(), defaultOption: z.boolean() });
const discount = z.object({ count: z.number(), percent: z.number() });
export const packageShape = z.object({
  serviceOptionId: z.string(),
  serviceId: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  addOnItems: z.array(addOn),
  discountItems: z.array(discount),
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
});
export const serviceShape = card.extend({
  checkoutDescription: z.string(),
  serviceType: z.string(),
  paymentTypes: z.array(z.string()),
  orderDuration: z.number(),
  frequency: z.string(),
  subStatuses: z.array(z.object({ name: z.string(), sequence: z.number(), completed: z.boolean() })),
  templateUrl: z.string().nullable(),
  visibility: z.boolean(),
  createdTime: z.string(),
  version: z.number(),
});
export const checkoutServiceShape = serviceShape
  .omit({ subStatuses: true, visibility: true, createdTime: true, version: true })
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

export const serviceOnWire = (service: Service) => ({
  _id: service.id,
  name: service.name,
  description: service.description,
  checkoutDescription: service.checkoutDescription,
  imageUrl: service.imageUrl,
  serviceType: service.serviceType,
  paymentTypes: service.paymentTypes,
  orderDuration: service.orderDuration,
  frequency: service.frequency,
  subStatuses: service.subStatuses.map((one) => ({ ...one, completed: false })),
  templateUrl: service.templateUrl,
  visibility: service.visible,
  createdTime: new Date(service.createdAt).toISOString(),
  version: service.version,
});

export const addOnOnWire = (one: { value: string; price: number; defaultOption: boolean }) => ({
  ...one,
  price: toDollars(one.price),
});

/** Amounts in dollars. */
export const packageOnWire = (one: ServicePackage) => ({
  serviceOptionId: one.id,
  serviceId: one.serviceId,
  name: one.name,
  description: one.description,
  price: toDollars(one.price),
  addOnItems: one.addOns.map(addOnOnWire),
  discountItems: one.discounts,
  version: one.version,
});

export const intakeOnWire = ({ id, ...field }: IntakeField) => ({
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

export const checkoutIntakeOnWire = ({ id, imageKey, ...field }: CheckoutIntakeField) => ({
  serviceIntakeId: id,
  ...field,
  imageUrl: imageKey ? `/files/${imageKey}` : null,
});

export const customerInterfaceOnWire = (one: CustomerInterface) => ({
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
export const intakeFormOnWire = (serviceId: string, { items, version }: { items: IntakeField[]; version: number }) => ({
  serviceId,
  intakeItems: items.map(intakeOnWire),
  version,
});
