import { z } from "zod";
import { intakeItemTypes } from "~/domain/catalogue/serviceTypes";
import { toDollars } from "~/domain/money";
import type { OrderListRow } from "~/domain/orders/findOrders";
import { type CustomerOrder, MIGRATION, type StaffOrder } from "~/domain/orders/orderDetails";
import type { OrderInvoice } from "~/domain/orders/orderInvoice";
import { orderStatuses, paymentTypes } from "~/domain/orders/orderStates";
import { priorities } from "~/domain/orders/priorities";
import { roles } from "~/domain/roles";
import type { TaxLine } from "~/domain/taxes";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import type { Page } from "~/list/defineList";
import { isoTime } from "./wire";

export const subStatus = z.object({ name: z.string(), sequence: z.number(), completed: z.boolean() });
/** For staff only. */
export const sortingShape = {
  priority: z.enum(priorities).optional(),
  tags: z.array(z.string()).optional(),
  snoozedUntil: z.string().nullable().optional(),
};
const rowShape = z.object({
  id: z.string(),
  _id: z.string(),
  orderId: z.number(),
  totalAmount: z.number(),
  serviceId: z.string(),
  serviceName: z.string(),
  clientId: z.string().optional(),
  clientName: z.string().optional(),
  createdTime: z.string(),
  completedDate: z.string().nullable(),
  dueAt: z.string().nullable(),
  assignedToAdminId: z.string().nullable(),
  assignedToAdminName: z.string().nullable(),
  status: z.enum(orderStatuses),
  ...sortingShape,
  version: z.number(),
});
export const pageShape = z.object({ content: z.array(rowShape), totalElements: z.number() });
export const addressShape = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
});
/** `projectPackageData` in the API (rules.md api/wire). */
export const projectsShape = z.array(
  z.object({
    packageId: z.string(),
    packageName: z.string(),
    values: z.array(
      z.object({
        id: z.string(),
        role: z.enum(roles),
        version: z.number(),
        items: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            itemType: z.enum(intakeItemTypes),
            mandatory: z.boolean(),
            placeHolder: z.string(),
            helpText: z.string(),
            sequence: z.number(),
            value: z.union([z.string(), z.array(z.string())]),
          }),
        ),
      }),
    ),
  }),
);
/** Absent without a tax. `inclusive`: part of the price, else added to it (rules.md taxes/on-wire). */
export const taxLinesShape = z.array(
  z.object({ name: z.string(), percent: z.number(), inclusive: z.boolean(), amount: z.number() }),
);
export const toApiTaxLines = (lines: readonly TaxLine[] | null) =>
  lines && lines.length > 0 ? { taxLines: lines.map((line) => ({ ...line, amount: toDollars(line.amount) })) } : {};
const orderTime = z.string().nullable();
/** Optional fields are returned to staff only. */
export const orderShape = z.object({
  _id: z.string(),
  orderId: z.number(),
  version: z.number(),
  serviceId: z.string(),
  serviceName: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  clientAddress: addressShape,
  phoneNo: z.string(),
  status: z.enum(orderStatuses),
  orderSubStatuses: z.array(subStatus),
  assignedToAdminId: z.string().nullable().optional(),
  assignedToAdminName: z.string().nullable(),
  orderNotes: z.string().optional(),
  ...sortingShape,
  snoozeReason: z.string().nullable().optional(),
  comment: z.string().nullable(),
  fileUploadUrl: z.string().nullable(),
  projectPackageData: projectsShape,
  paymentType: z.enum(paymentTypes),
  stripePaymentId: z.string().nullable().optional(),
  transactionDetails: z.string().nullable().optional(),
  subscriptionId: z.string().nullable().optional(),
  totalAmount: z.number(),
  totalPrice: z.number(),
  taxLines: taxLinesShape.optional(),
  couponCode: z.string().nullable(),
  invoiceId: z.string().nullable(),
  createdDate: z.string(),
  createdTime: z.string(),
  startedDate: orderTime,
  paidDate: orderTime,
  completedDate: orderTime,
  approvedDate: orderTime,
  changeRequests: z.number(),
  dueAt: orderTime,
  createdBy: z.string().nullable(),
  utmSource: z.string().optional(),
  utmCampaign: z.string().optional(),
  utmMedium: z.string().optional(),
  utmContent: z.string().optional(),
  utmTerm: z.string().optional(),
  utmChannel: z.string().optional(),
  formName: z.string().optional(),
});
export const invoiceShape = z.object({
  invoiceId: z.string(),
  invoiceNo: z.number(),
  orderId: z.number(),
  orderSystemId: z.string(),
  invoiceItems: z.array(
    z.object({
      packageId: z.string(),
      name: z.string(),
      addOn: z.string().nullable(),
      price: z.number(),
      quantity: z.number(),
    }),
  ),
  subtotal: z.number(),
  promotion: z.number(),
  tax: z.number(),
  taxLines: taxLinesShape.optional(),
  discountedAmount: z.number(),
  transactionId: z.string(),
  paidDate: z.string(),
  createdTime: z.string(),
});

export const toApiSorting = ({
  priority,
  tags,
  snoozedUntil,
}: Pick<StaffOrder, "priority" | "tags" | "snoozedUntil">) => ({
  priority,
  tags: tags.map(({ name }) => name),
  snoozedUntil: isoTime(snoozedUntil),
});

/** List rows carry the id twice: `id` as documented for the list, `_id` as in every other order response. */
const toApiRow = ({ id, number, client, sorting, ...row }: OrderListRow) => ({
  id,
  _id: id,
  orderId: number,
  totalAmount: toDollars(row.total),
  serviceId: row.serviceId,
  serviceName: row.serviceName,
  ...(client ? { clientId: client.id, clientName: client.name } : {}),
  createdTime: isoTime(row.createdAt),
  completedDate: isoTime(row.completedAt),
  dueAt: isoTime(row.dueAt),
  assignedToAdminId: row.assignedTo?.id ?? null,
  assignedToAdminName: row.assignedTo?.name ?? null,
  status: row.status,
  ...(sorting ? toApiSorting(sorting) : {}),
  version: row.version,
});

export const toApiOrderPage = ({ content, totalElements }: Page<OrderListRow>) => ({
  content: content.map(toApiRow),
  totalElements,
});

/** Converts an order to its API shape. Internal fields are for staff only. */
export function toApiOrder(order: CustomerOrder | StaffOrder) {
  const { phoneNo, company: _company, taxId: _taxId, ...clientAddress } = order.billing;
  return {
    _id: order.id,
    orderId: order.number,
    version: order.version,
    serviceId: order.serviceId,
    serviceName: order.serviceName,
    clientId: order.clientId,
    clientName: order.clientName,
    clientAddress,
    phoneNo,
    status: order.status,
    orderSubStatuses: order.subStatuses,
    assignedToAdminName: order.assignedToName,
    comment: order.cancelReason,
    fileUploadUrl: fileAddressOrNull(order.uploadKey),
    projectPackageData: order.projects,
    paymentType: order.paymentType,
    totalAmount: toDollars(order.total),
    totalPrice: toDollars(order.tieredTotal),
    ...toApiTaxLines(order.taxLines),
    couponCode: order.couponCode,
    invoiceId: order.invoiceId,
    createdDate: isoTime(order.createdAt),
    createdTime: isoTime(order.createdAt),
    startedDate: isoTime(order.startedAt),
    paidDate: isoTime(order.paidAt),
    completedDate: isoTime(order.completedAt),
    approvedDate: isoTime(order.approvedAt),
    changeRequests: order.changeRequests,
    dueAt: isoTime(order.dueAt),
    ...(order.view === "staff"
      ? {
          assignedToAdminId: order.assignedToId,
          orderNotes: order.notes,
          ...toApiSorting(order),
          snoozeReason: order.snoozeReason,
          stripePaymentId: order.paymentIntentId,
          transactionDetails: order.transactionDetails,
          subscriptionId: order.subscriptionId,
          createdBy: order.createdBy,
          ...order.source,
        }
      : { createdBy: order.migrated ? MIGRATION : null }),
  };
}

export const toApiInvoice = (invoice: OrderInvoice) => ({
  invoiceId: invoice.id,
  invoiceNo: invoice.number,
  orderId: invoice.orderNumber,
  orderSystemId: invoice.orderId,
  invoiceItems: invoice.items.map((item) => ({ ...item, price: toDollars(item.price) })),
  subtotal: toDollars(invoice.subtotal),
  promotion: toDollars(invoice.promotion),
  tax: toDollars(invoice.tax),
  ...toApiTaxLines(invoice.taxLines),
  discountedAmount: toDollars(invoice.charged),
  transactionId: invoice.transactionId,
  paidDate: isoTime(invoice.paidAt),
  createdTime: isoTime(invoice.createdAt),
});
