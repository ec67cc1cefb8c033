import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AddOn, DiscountTier, Faq, SampleReport, SubStatus } from "~/domain/catalogue/catalogueParts";
import { frequencies, intakeItemTypes, type ServicePaymentType, serviceTypes } from "~/domain/catalogue/serviceTypes";
import { cents, flag, id, json, time, version } from "../columns";

export const services = sqliteTable(
  "services",
  {
    id: id(),
    name: text().notNull(),
    nameFolded: text().notNull(),
    /** Sanitised HTML, and its Markdown source. */
    description: text().notNull().default(""),
    descriptionSource: text().notNull().default(""),
    checkoutDescription: text().notNull().default(""),
    checkoutDescriptionSource: text().notNull().default(""),
    imageKey: text(),
    serviceType: text({ enum: serviceTypes }).notNull(),
    paymentTypes: json<ServicePaymentType[]>().notNull(),
    orderDuration: integer().notNull().default(1),
    frequency: text({ enum: frequencies }).notNull().default("MONTH"),
    subStatuses: json<SubStatus[]>().notNull(),
    templateKey: text(),
    visible: flag().notNull().default(true),
    /** The place in the catalogue (rules.md catalogue/sequence). Equal ones: oldest first. */
    sequence: integer().notNull().default(0),
    createdAt: time().notNull(),
    /** A deleted service is kept for its orders (rules.md catalogue/hidden). */
    archivedAt: time(),
    version: version(),
  },
  (t) => [index("services_type").on(t.serviceType, t.createdAt, t.id), index("services_created").on(t.createdAt, t.id)],
);

/** Packages ('service options' in the API). */
export const packages = sqliteTable(
  "packages",
  {
    id: id(),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    price: cents().notNull(),
    addOns: json<AddOn[]>().notNull(),
    discounts: json<DiscountTier[]>().notNull(),
    sequence: integer().notNull().default(0),
    createdAt: time().notNull(),
    archivedAt: time(),
    version: version(),
  },
  (t) => [index("packages_service").on(t.serviceId, t.sequence)],
);

export const intakeFields = sqliteTable(
  "intake_fields",
  {
    id: id(),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    name: text().notNull(),
    itemType: text({ enum: intakeItemTypes }).notNull(),
    mandatory: flag().notNull().default(false),
    multiple: flag().notNull().default(false),
    placeHolder: text().notNull().default(""),
    helpText: text().notNull().default(""),
    imageKey: text(),
    sequence: integer().notNull(),
  },
  (t) => [index("intake_fields_service").on(t.serviceId, t.sequence)],
);

export const customerInterfaces = sqliteTable("customer_interfaces", {
  serviceId: text()
    .primaryKey()
    .references(() => services.id),
  sampleReports: json<SampleReport[]>().notNull(),
  faqs: json<Faq[]>().notNull(),
  version: version(),
});
