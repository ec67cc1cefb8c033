import { z } from "zod";
import { ProjectPackages, ProjectValue } from "~/domain/checkout/projectDetailsInput";
import { toDollars } from "~/domain/money";
import { findOrders, type OrderListRow } from "~/domain/orders/findOrders";
import { type CustomerOrder, MIGRATION, orderDetails, type StaffOrder } from "~/domain/orders/orderDetails";
import { orderHistory } from "~/domain/orders/orderHistory";
import { type OrderInvoice, orderInvoice } from "~/domain/orders/orderInvoice";
import { orderList } from "~/domain/orders/orderList";
import { orderMeta } from "~/domain/orders/orderMeta";
import { orderStatuses } from "~/domain/orders/orderStates";
import { recentOrders } from "~/domain/orders/recentOrders";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import type { Page } from "~/list/defineList";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { refundRow } from "./orderRefund";
import { saveOrder } from "./saveOrder";
import { isoTime } from "./wire";

const subStatus = z.object({ name: z.string(), sequence: z.number(), completed: z.boolean() });
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
  assignedToAdminId: z.string().nullable(),
  assignedToAdminName: z.string().nullable(),
  status: z.enum(orderStatuses),
});
const pageShape = z.object({ content: z.array(rowShape), totalElements: z.number() });
const orderShape = z.looseObject({
  _id: z.string(),
  orderId: z.number(),
  version: z.number(),
  serviceId: z.string(),
  serviceName: z.string(),
  status: z.enum(orderStatuses),
  orderSubStatuses: z.array(subStatus),
  totalAmount: z.number(),
  createdTime: z.string(),
});
const invoiceShape = z.object({
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
  tax: z.literal(0),
  discountedAmount: z.number(),
  transactionId: z.string(),
  paidDate: z.string(),
  createdTime: z.string(),
});

/** A row of the list (document 2 section 3): `id`, and `_id` like every order elsewhere. */
const rowOnWire = ({ id, number, client, ...row }: OrderListRow) => ({
  id,
  _id: id,
  orderId: number,
  totalAmount: toDollars(row.total),
  serviceId: row.serviceId,
  serviceName: row.serviceName,
  ...(client ? { clientId: client.id, clientName: client.name } : {}),
  createdTime: isoTime(row.createdAt),
  completedDate: isoTime(row.completedAt),
  assignedToAdminId: row.assignedTo?.id ?? null,
  assignedToAdminName: row.assignedTo?.name ?? null,
  status: row.status,
});

const pageOnWire = ({ content, totalElements }: Page<OrderListRow>) => ({
  content: content.map(rowOnWire),
  totalElements,
});

/** The order of document 2 section 3; what is internal is there for staff alone. */
function orderOnWire(order: CustomerOrder | StaffOrder) {
  const { phoneNo, ...clientAddress } = order.billing;
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
    couponCode: order.couponCode,
    invoiceId: order.invoiceId,
    createdDate: isoTime(order.createdAt),
    createdTime: isoTime(order.createdAt),
    startedDate: isoTime(order.startedAt),
    paidDate: isoTime(order.paidAt),
    completedDate: isoTime(order.completedAt),
    ...(order.view === "staff"
      ? {
          assignedToAdminId: order.assignedToId,
          orderNotes: order.notes,
          stripePaymentId: order.paymentIntentId,
          transactionDetails: order.transactionDetails,
          subscriptionId: order.subscriptionId,
          createdBy: order.createdBy,
          ...order.source,
        }
      : { createdBy: order.migrated ? MIGRATION : null }),
  };
}

const invoiceOnWire = (invoice: OrderInvoice) => ({
  invoiceId: invoice.id,
  invoiceNo: invoice.number,
  orderId: invoice.orderNumber,
  orderSystemId: invoice.orderId,
  invoiceItems: invoice.items.map((item) => ({ ...item, price: toDollars(item.price) })),
  subtotal: toDollars(invoice.subtotal),
  promotion: toDollars(invoice.promotion),
  tax: 0,
  discountedAmount: toDollars(invoice.charged),
  transactionId: invoice.transactionId,
  paidDate: isoTime(invoice.paidAt),
  createdTime: isoTime(invoice.createdAt),
});

/** The order as a client sends it back: names of the wire, everything but the id optional, everything else ignored. */
const sentOrder = z.object({
  _id: z.string().min(1).max(64),
  version: z.number().int().optional(),
  status: z.enum(orderStatuses).optional(),
  comment: z.string().nullish(),
  orderSubStatuses: z
    .array(z.object({ sequence: z.number().int(), completed: z.boolean().default(false) }))
    .max(100)
    .optional(),
  assignedToAdminId: z.string().max(64).nullish(),
  orderNotes: z.string().nullish(),
  fileUploadUrl: z.string().trim().max(300).nullish(),
  projectPackageData: z
    .array(
      ProjectPackages.element.extend({
        // An entry that is left out stays; `deleted` takes it away.
        values: z.array(ProjectValue.extend({ deleted: z.boolean().optional() })).max(50),
      }),
    )
    .max(100)
    .optional(),
});
export type SentOrder = z.infer<typeof sentOrder>;

export const orderRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/order/find",
    permission: "orders.list",
    summary: "Orders by page; customers get their own, whatever they ask for",
    input: pagedRequest,
    output: pageShape,
    run: async (ctx, input) => pageOnWire(await findOrders(ctx, listFromBody(orderList, input))),
  }),
  endpoint({
    method: "GET",
    path: "/order/user/dashboard",
    permission: "orders.list",
    summary: "The five newest orders, and how many there are",
    output: pageShape,
    run: async (ctx) => pageOnWire(await recentOrders(ctx)),
  }),
  endpoint({
    method: "GET",
    path: "/order/metaData",
    permission: "orders.read",
    summary: "Status, steps and what may follow",
    input: idQuery,
    output: z.object({
      _id: z.string(),
      orderId: z.number(),
      version: z.number(),
      status: z.enum(orderStatuses),
      orderSubStatuses: z.array(subStatus),
      nextStatuses: z.array(z.enum(orderStatuses)),
      migrated: z.boolean(),
    }),
    run: async (ctx, query) => {
      const { id, number, subStatuses, ...meta } = await orderMeta(ctx, query.id);
      return { _id: id, orderId: number, orderSubStatuses: subStatuses, ...meta };
    },
  }),
  endpoint({
    method: "GET",
    path: "/order/details",
    permission: "orders.read",
    summary: "One order",
    input: idQuery,
    output: orderShape,
    run: async (ctx, { id }) => orderOnWire(await orderDetails(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/order/details",
    permission: "orders.projectDetails",
    summary: "Save an order: staff status, steps, assignee, notes; both sides their project details",
    input: sentOrder,
    output: orderShape,
    run: async (ctx, sent) => orderOnWire(await saveOrder(ctx, sent)),
  }),
  refundRow,
  endpoint({
    method: "GET",
    path: "/order/history",
    permission: "orders.edit",
    summary: "Who did what to an order",
    input: idQuery,
    output: z.array(
      z.object({
        id: z.string(),
        modifiedByName: z.string(),
        realActorName: z.string().nullable(),
        modifiedTime: z.string(),
        action: z.string(),
        details: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    run: async (ctx, { id }) =>
      (await orderHistory(ctx, id)).map(({ modifiedAt, changes, ...entry }) => ({
        ...entry,
        modifiedTime: isoTime(modifiedAt),
        details: changes,
      })),
  }),
  endpoint({
    method: "GET",
    path: "/order/invoice",
    permission: "orders.invoice",
    summary: "The invoice of an order, by the order's id",
    input: idQuery,
    output: invoiceShape,
    run: async (ctx, { id }) => invoiceOnWire(await orderInvoice(ctx, { orderId: id })),
  }),
  endpoint({
    method: "GET",
    path: "/order/invoice/detail",
    permission: "orders.invoice",
    summary: "An invoice by its own id",
    input: z.object({ invoiceId: z.string().min(1).max(64) }),
    output: invoiceShape,
    run: async (ctx, { invoiceId }) => invoiceOnWire(await orderInvoice(ctx, { invoiceId })),
  }),
];
