import { sanitizeStored } from "~/richtext/renderRichText";
import type { customerInterfaces, intakeFields, packages, services } from "~db/schema";
import { fileAddress, fileAddressOrNull } from "../uploads/fileAddress";
import type { CatalogueCard, CustomerInterface, IntakeField, Service, ServicePackage } from "./catalogueEntities";

type ServiceRow = typeof services.$inferSelect;
type PackageRow = typeof packages.$inferSelect;
type IntakeRow = typeof intakeFields.$inferSelect;
type InterfaceRow = typeof customerInterfaces.$inferSelect;

export const cardOf = (row: Pick<ServiceRow, "id" | "name" | "description" | "imageKey">): CatalogueCard => ({
  id: row.id,
  name: row.name,
  description: sanitizeStored(row.description),
  imageUrl: fileAddressOrNull(row.imageKey),
});

export const serviceOf = (row: ServiceRow): Service => ({
  ...cardOf(row),
  checkoutDescription: sanitizeStored(row.checkoutDescription),
  serviceType: row.serviceType,
  paymentTypes: row.paymentTypes,
  orderDuration: row.orderDuration,
  frequency: row.frequency,
  turnaroundDays: row.turnaroundDays,
  showExpectedDate: row.showExpectedDate,
  // Services saved by earlier releases count from 1.
  subStatuses: row.subStatuses.map((step, sequence) => ({ ...step, sequence })),
  templateUrl: fileAddressOrNull(row.templateKey),
  visible: row.visible,
  listedInShop: row.listedInShop,
  slug: row.slug,
  createdAt: row.createdAt,
  version: row.version,
});

export const packageOf = ({
  sequence: _sequence,
  createdAt: _createdAt,
  archivedAt: _archivedAt,
  ...row
}: PackageRow): ServicePackage => row;

export const intakeFieldOf = ({ serviceId: _service, imageKey, ...row }: IntakeRow): IntakeField => ({
  ...row,
  imageUrl: fileAddressOrNull(imageKey),
});

/** A service without a stored interface gets an empty one with version 0. */
export const customerInterfaceOf = (serviceId: string, row: InterfaceRow | undefined): CustomerInterface => ({
  serviceId,
  sampleReports: (row?.sampleReports ?? []).map(({ title, reportUrl, imageKey }) => ({
    title,
    reportUrl,
    imageUrl: fileAddress(imageKey),
  })),
  faqs: (row?.faqs ?? []).map(({ question, answer }) => ({ question, answer: sanitizeStored(answer) })),
  version: row?.version ?? 0,
});
