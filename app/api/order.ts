import { z } from "zod";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { ManualOrderInput } from "~/domain/checkout/manualOrderInput";
import { CheckoutKey } from "~/domain/checkout/placeOrderInput";
import { downloadEvidence } from "~/domain/evidence/downloadEvidence";
import { toDollars } from "~/domain/money";
import { findOrders, orderPage } from "~/domain/orders/findOrders";
import { moneyFields, timeFields } from "~/domain/orders/historyFields";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderHistory } from "~/domain/orders/orderHistory";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { orderList } from "~/domain/orders/orderList";
import { orderMeta } from "~/domain/orders/orderMeta";
import { orderStatuses } from "~/domain/orders/orderStates";
import { recentOrders } from "~/domain/orders/recentOrders";
import { zipResponse } from "~/http/zipResponse";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { ChangeOrdersBody, changeOrdersByApi } from "./changeOrdersByApi";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { exportFile } from "./exportFile";
import { deliverRow } from "./orderDeliver";
import { orderMessageRows } from "./orderMessages";
import { refundRow } from "./orderRefund";
import { orderReportRows } from "./orderReports";
import { saveOrder } from "./saveOrder";
import { sentOrder } from "./sentOrder";
import {
  invoiceShape,
  orderShape,
  pageShape,
  sortingShape,
  subStatus,
  toApiInvoice,
  toApiOrder,
  toApiOrderPage,
  toApiSorting,
} from "./toApiOrder";
import { dollarsIn, figuresInDollars, isoTime } from "./wire";

/** The form's schema with amounts in dollars. Generates a key when none is sent. */
const ManualOrderBody = ManualOrderInput.extend({
  totalPrice: dollarsIn(),
  tax: dollarsIn().optional(),
  // Not a zod default: the API document would print a different random key each time.
  checkoutKey: CheckoutKey.optional().transform((key) => key ?? crypto.randomUUID()),
});

/** Converts history amounts and times to dollars and ISO 8601, as everywhere in the API (rules.md api/wire). */
function toApiChange(field: string, value: unknown) {
  if (typeof value !== "number") return value;
  if (moneyFields.has(field)) return toDollars(value);
  return timeFields.has(field) ? isoTime(value) : value;
}

export const orderRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/order/export",
    permission: "orders.export",
    summary: "Export all orders that match the filters as .xlsx, ignoring the page",
    input: pagedRequest,
    output: z.string().meta({ format: "binary" }),
    run: (ctx, input) => exportFile(ctx, "orders", input),
  }),
  endpoint({
    method: "POST",
    path: "/order/manual",
    permission: "orders.create",
    summary: "Enter a paid order manually. Idempotent with a checkoutKey.",
    input: ManualOrderBody,
    output: orderShape,
    run: async (ctx, input) => {
      const { id } = await createManualOrder(ctx, input).catch(figuresInDollars);
      return toApiOrder(await orderDetails(ctx, id));
    },
  }),
  endpoint({
    method: "POST",
    path: "/order/find",
    permission: "orders.list",
    summary: "List orders. Customers get only their own.",
    input: pagedRequest,
    output: pageShape,
    run: async (ctx, input) => toApiOrderPage(await findOrders(ctx, listFromBody(orderList, input))),
    batch: (viewer, input) => {
      const { selects, toPage } = orderPage(viewer, listFromBody(orderList, input));
      return { selects, toAnswer: (rows) => toApiOrderPage(toPage(rows)) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/order/bulk",
    permission: "orders.edit",
    summary: "Change up to 1,000 orders. Those that do not take the change are skipped and counted.",
    input: ChangeOrdersBody,
    output: z.object({ changed: z.number(), skipped: z.number(), message: z.string() }),
    run: changeOrdersByApi,
  }),
  endpoint({
    method: "GET",
    path: "/order/user/dashboard",
    permission: "orders.list",
    summary: "Get the five newest orders and the total number",
    output: pageShape,
    run: async (ctx) => toApiOrderPage(await recentOrders(ctx)),
  }),
  endpoint({
    method: "GET",
    path: "/order/metaData",
    permission: "orders.read",
    summary: "Get an order's status, steps and possible next statuses",
    input: idQuery,
    output: z.object({
      _id: z.string(),
      orderId: z.number(),
      version: z.number(),
      status: z.enum(orderStatuses),
      orderSubStatuses: z.array(subStatus),
      nextStatuses: z.array(z.enum(orderStatuses)),
      dueAt: z.string().nullable(),
      ...sortingShape,
      migrated: z.boolean(),
    }),
    run: async (ctx, query) => {
      const { id, number, subStatuses, dueAt, sorting, ...meta } = await orderMeta(ctx, query.id);
      return {
        _id: id,
        orderId: number,
        orderSubStatuses: subStatuses,
        dueAt: isoTime(dueAt),
        ...(sorting ? toApiSorting(sorting) : {}),
        ...meta,
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/order/details",
    permission: "orders.read",
    summary: "Get an order",
    input: idQuery,
    output: orderShape,
    run: async (ctx, { id }) => toApiOrder(await orderDetails(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/order/details",
    permission: "orders.projectDetails",
    summary: "Save an order. Staff: status, steps, assignee and notes. Staff and customers: project details.",
    input: sentOrder,
    output: orderShape,
    run: async (ctx, sent) => toApiOrder(await saveOrder(ctx, sent)),
  }),
  refundRow,
  deliverRow,
  endpoint({
    method: "GET",
    path: "/order/history",
    permission: "orders.edit",
    summary: "Get the history of an order",
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
        details: changes.map(({ field, before, after }) => ({
          field,
          before: toApiChange(field, before),
          after: toApiChange(field, after),
        })),
      })),
  }),
  endpoint({
    method: "GET",
    path: "/order/invoice",
    permission: "orders.invoice",
    summary: "Get the invoice of an order by the order's id",
    input: idQuery,
    output: invoiceShape,
    run: async (ctx, { id }) => toApiInvoice(await orderInvoice(ctx, { orderId: id })),
  }),
  endpoint({
    method: "GET",
    path: "/order/invoice/detail",
    permission: "orders.invoice",
    summary: "Get an invoice by its id",
    input: z.object({ invoiceId: z.string().min(1).max(64) }),
    output: invoiceShape,
    run: async (ctx, { invoiceId }) => toApiInvoice(await orderInvoice(ctx, { invoiceId })),
  }),
  endpoint({
    method: "GET",
    path: "/order/evidence",
    permission: "evidence.download",
    summary: "Download the signed evidence of an order as .zip",
    input: idQuery,
    output: z.string().meta({ format: "binary" }),
    run: async (ctx, { id }) => zipResponse(await downloadEvidence(ctx, id)),
  }),
  ...orderReportRows,
  ...orderMessageRows,
];
