import { z } from "zod";
import { frequencies } from "~/domain/catalogue/serviceTypes";
import { type AppliedCoupon, applyCoupon } from "~/domain/checkout/applyCoupon";
import { checkoutCards } from "~/domain/checkout/checkoutCards";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import type { CheckoutOrder } from "~/domain/checkout/checkoutTypes";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import { ApplyCouponInput } from "~/domain/coupons/couponInput";
import { couponTypes } from "~/domain/coupons/couponStates";
import { ProjectDetailsInput } from "~/domain/intake/projectDetailsInput";
import { type ProjectPackagesOfOrder, projectPackages } from "~/domain/intake/projectPackages";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { toDollars } from "~/domain/money";
import { orderStatuses, paymentTypes } from "~/domain/orders/orderStates";
import { type Preflight, preflight } from "~/domain/preflight/preflight";
import { preflightCodes } from "~/domain/preflight/preflightRows";
import { SheetRows } from "~/domain/preflight/sheetRow";
import { toApiDiscount } from "./coupon";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { addressShape, projectsShape, taxLinesShape, toApiTaxLines } from "./toApiOrder";
import { intakeShape, toApiCheckoutIntake } from "./toApiService";
import { dollarsIn, figuresInDollars, isoTime } from "./wire";

/** The order form's schema with amounts in dollars. */
const PlaceOrderBody = PlaceOrderInput.extend({
  totalPrice: dollarsIn(),
  discountedPrice: dollarsIn().optional(),
  tax: dollarsIn().optional(),
});

const orderShape = z.object({
  _id: z.string(),
  orderId: z.number(),
  serviceId: z.string(),
  serviceName: z.string(),
  status: z.enum(orderStatuses),
  paymentType: z.enum(paymentTypes),
  orderDuration: z.number(),
  frequency: z.enum(frequencies),
  billingAddress: addressShape.extend({ phoneNo: z.string() }),
  totalPrice: z.number(),
  totalAmount: z.number(),
  taxLines: taxLinesShape.optional(),
  couponCode: z.string().nullable(),
  createdTime: z.string(),
  paidDate: z.string().nullable(),
  dueAt: z.string().nullable(),
  items: z.array(
    z.object({
      packageId: z.string(),
      name: z.string(),
      addOn: z.string().nullable(),
      quantity: z.number(),
      price: z.number(),
      total: z.number(),
    }),
  ),
});

const addressOnly = ({ company: _company, taxId: _taxId, ...address }: CheckoutOrder["billing"]) => address;

const toApiCheckoutOrder = (order: CheckoutOrder) => ({
  _id: order.id,
  orderId: order.number,
  serviceId: order.serviceId,
  serviceName: order.serviceName,
  status: order.status,
  paymentType: order.paymentType,
  orderDuration: order.orderDuration,
  frequency: order.frequency,
  billingAddress: addressOnly(order.billing),
  totalPrice: toDollars(order.tieredTotal),
  totalAmount: toDollars(order.total),
  ...toApiTaxLines(order.taxLines),
  couponCode: order.couponCode,
  createdTime: isoTime(order.createdAt),
  paidDate: isoTime(order.paidAt),
  dueAt: isoTime(order.dueAt),
  items: order.items.map((item) => ({
    packageId: item.packageId,
    name: item.packageName,
    addOn: item.addOn,
    quantity: item.quantity,
    price: toDollars(item.unitPrice),
    total: toDollars(item.lineTotal),
  })),
});

const toApiDetails = ({ details, packages }: ProjectPackagesOfOrder) => ({
  orderId: details.orderId,
  status: details.status,
  fileUploadUrl: details.fileUploadUrl,
  templateUrl: details.templateUrl,
  intakeItems: details.intake.map(toApiCheckoutIntake),
  projectPackageData: packages,
});

const detailsShape = z.object({
  orderId: z.string(),
  status: z.enum(orderStatuses),
  fileUploadUrl: z.string().nullable(),
  templateUrl: z.string().nullable(),
  intakeItems: z.array(intakeShape),
  projectPackageData: projectsShape,
});

/** `details` says each code in words; W4 names the numbers of the orders. */
const preflightShape = z.object({
  rows: z.array(
    z.object({
      row: z.number(),
      codes: z.array(z.enum(preflightCodes)),
      details: z.array(
        z.object({ code: z.enum(preflightCodes), text: z.string(), orderNumbers: z.array(z.number()).optional() }),
      ),
      page: z.enum(["checked", "not checked"]),
    }),
  ),
  counts: z.array(z.object({ packageId: z.string(), name: z.string(), count: z.number() })),
  price: z.number(),
});

const toApiPreflight = ({ rows, counts, price }: Preflight) => ({
  rows: rows.map(({ row, findings, page }) => ({
    row,
    codes: findings.map(({ code }) => code),
    details: findings,
    page,
  })),
  counts,
  price: toDollars(price),
});

/** Shared by both calls (rules.md coupons/answer). */
const couponAnswer = z.object({
  code: z.string(),
  type: z.enum(couponTypes),
  discount: z.number(),
  serviceIds: z.array(z.string()),
});
const toApiCoupon = (coupon: AppliedCoupon) => ({ ...coupon, discount: toApiDiscount(coupon) });

export const checkoutRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/checkout/coupon/apply",
    permission: "coupons.applyByApi",
    summary: "Validate a coupon for a service. No use is held until the order is placed.",
    input: ApplyCouponInput,
    output: couponAnswer,
    run: async (ctx, input) => toApiCoupon(await applyCoupon(ctx, input)),
  }),
  endpoint({
    method: "GET",
    path: "/checkout/coupon/apply/success",
    permission: "coupons.applyByApi",
    summary: "Validate a coupon for a service, with query parameters",
    input: ApplyCouponInput,
    output: couponAnswer,
    run: async (ctx, input) => toApiCoupon(await applyCoupon(ctx, input)),
  }),
  endpoint({
    method: "POST",
    path: "/checkout/preflight",
    permission: "checkout.order",
    summary:
      "Check the rows of an order by sheet: codes by row, links by package, and the price of the rows without errors",
    input: z.object({ serviceId: z.string().min(1).max(64), rows: SheetRows }),
    output: preflightShape,
    run: async (ctx, input) => toApiPreflight(await preflight(ctx, input, { look: true })),
  }),
  endpoint({
    method: "POST",
    path: "/checkout/order",
    permission: "checkout.order",
    summary: "Place an order. Idempotent: the same checkoutKey returns the same order and payment.",
    input: PlaceOrderBody,
    output: z.object({
      client_secret: z.string().nullable(),
      publishableKey: z.string(),
      account: z.enum(["regular", "custom"]),
      orderId: z.number(),
      orderSystemId: z.string(),
      mode: z.enum(["payment", "setup", "settled"]),
    }),
    run: async (ctx, input) => {
      const order = await placeOrder(ctx, input).catch(figuresInDollars);
      return {
        client_secret: order.clientSecret,
        publishableKey: order.publishableKey,
        account: order.account,
        orderId: order.orderId,
        orderSystemId: order.orderSystemId,
        mode: order.mode,
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/checkout/cards",
    permission: "checkout.cards",
    summary: "List your saved cards that can pay for a service",
    input: z.object({ serviceId: z.string().min(1).max(64) }),
    output: z.array(
      z.object({
        id: z.string(),
        brand: z.string(),
        last4: z.string(),
        expMonth: z.number(),
        expYear: z.number(),
        default: z.boolean(),
      }),
    ),
    run: async (ctx, input) =>
      (await checkoutCards(ctx, input)).map(({ isDefault, sameCards: _, ...card }) => ({
        ...card,
        default: isDefault,
      })),
  }),
  endpoint({
    method: "POST",
    path: "/checkout/complete",
    permission: "checkout.complete",
    summary: "Call after the card is confirmed. Checks the payment at the provider and returns the order's state.",
    input: z.object({ orderId: z.string().min(1).max(64) }),
    output: z.object({
      orderId: z.number(),
      orderSystemId: z.string(),
      status: z.enum(orderStatuses),
      paid: z.boolean(),
      /** Set when the card was declined. */
      message: z.string().optional(),
    }),
    run: async (ctx, { orderId }) => {
      const done = await completeOrder(ctx, orderId);
      return {
        orderId: done.orderId,
        orderSystemId: done.orderSystemId,
        status: done.status,
        paid: done.paid,
        ...(done.declined ? { message: done.declined } : {}),
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/checkout/order",
    permission: "checkout.complete",
    summary: "Get your own order, as the success page shows it",
    input: idQuery,
    output: orderShape,
    run: async (ctx, { id }) => toApiCheckoutOrder(await checkoutOrder(ctx, id)),
  }),
  endpoint({
    method: "GET",
    path: "/checkout/projectDetails",
    permission: "orders.projectDetails",
    summary: "Get an order's intake form and its answers",
    input: idQuery,
    output: detailsShape,
    run: async (ctx, { id }) => toApiDetails(await projectPackages(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/checkout/projectDetails",
    permission: "orders.projectDetails",
    summary: "Save project details",
    input: ProjectDetailsInput,
    output: detailsShape,
    run: async (ctx, input) => {
      await saveProjectDetails(ctx, input);
      return toApiDetails(await projectPackages(ctx, input.orderId));
    },
  }),
];
