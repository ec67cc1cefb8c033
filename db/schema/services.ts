import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AddOn, DiscountTier, Faq, SampleReport, SubStatus } from "~/domain/catalogue/catalogueParts";
import { defaultLinkRules, type LinkRules } from "~/domain/catalogue/linkRules";
import { frequencies, intakeItemTypes, type ServicePaymentType, serviceTypes } from "~/domain/catalogue/serviceTypes";
import { notTracked, type Tracking } from "~/domain/catalogue/tracking";
import { type Assignment, noAssignment } from "~/domain/team/assignment";
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
    /** Working days from Active to the delivery; null without a deadline (rules.md orders/due). */
    turnaroundDays: integer(),
    /** Clients see when the delivery is due. */
    showExpectedDate: flag().notNull().default(false),
    subStatuses: json<SubStatus[]>().notNull(),
    templateKey: text(),
    linkRules: json<LinkRules>().notNull().default(defaultLinkRules),
    /** Who gets its paid orders (rules.md orders/assignment). */
    assignment: json<Assignment>().notNull().default(noAssignment),
    /** Who got the last one of a round. */
    lastAssignedId: text(),
    visible: flag().notNull().default(true),
    listedInShop: flag().notNull().default(true),
    /** The end of its address in the shop (rules.md shop/slugs). A trigger fills it for a row that is made without. */
    slug: text().notNull().default(""),
    /** The place in the catalogue (rules.md catalogue/sequence). Equal ones: oldest first. */
    sequence: integer().notNull().default(0),
    createdAt: time().notNull(),
    /** A deleted service is kept for its orders (rules.md catalogue/hidden). */
    archivedAt: time(),
    version: version(),
  },
  (t) => [
    index("services_type").on(t.serviceType, t.createdAt, t.id),
    index("services_created").on(t.createdAt, t.id),
    index("services_named").on(t.nameFolded, t.id),
    // The catalogue in its order.
    index("services_in_sequence").on(t.sequence, t.createdAt, t.id).where(sql`visible = 1 and archived_at is null`),
    uniqueIndex("services_slug").on(t.slug).where(sql`slug <> ''`),
  ],
);

/** Addresses that a service had in the shop before. They lead to the one of today. */
export const formerSlugs = sqliteTable(
  "former_slugs",
  {
    slug: text().primaryKey(),
    serviceId: text()
      .notNull()
      .references(() => services.id),
  },
  (t) => [index("former_slugs_service").on(t.serviceId)],
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
    tracking: json<Tracking>().notNull().default(notTracked),
    sequence: integer().notNull().default(0),
    createdAt: time().notNull(),
    archivedAt: time(),
    version: version(),
  },
  (t) => [index("packages_service").on(t.serviceId, t.sequence, t.archivedAt)],
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
