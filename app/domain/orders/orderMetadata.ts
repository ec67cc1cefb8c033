import { z } from "zod";
import { frequencies } from "../catalogue/serviceTypes";
import { paymentTypes } from "./orderStates";

/** The provider keeps at most 50 keys of 500 characters. This leaves ten keys for plain values. */
const MAX_PARTS = 40;
const PART = /.{1,500}(?<=\S)(?=\S|$)/gsu;

const cents = z.number().int().min(0);
const text = z.string();
const optionalText = z.string().optional();

const TaxRateRecord = z.object({ name: text, percent: z.number(), inclusive: z.boolean() });
const TaxLineRecord = TaxRateRecord.extend({ amount: cents });

const OrderContents = z.object({
  serviceId: text,
  serviceName: text,
  paymentType: z.enum(paymentTypes),
  orderDuration: z.number().int(),
  frequency: z.enum(frequencies),
  subtotal: cents,
  tieredTotal: cents,
  total: cents,
  /** Absent without a tax. */
  tax: cents.optional(),
  taxLines: z.array(TaxLineRecord).optional(),
  couponId: text.nullable(),
  couponCode: text.nullable(),
  /** The credited affiliate, and whether the sign-up or the coupon decides it. */
  affiliateId: text.nullable(),
  affiliateSource: z.enum(["signUp", "coupon"]).nullable(),
  source: z.object({
    utmSource: optionalText,
    utmCampaign: optionalText,
    utmMedium: optionalText,
    utmContent: optionalText,
    utmTerm: optionalText,
    utmChannel: optionalText,
    formName: optionalText,
  }),
  /** ms UTC. */
  placedAt: z.number().int(),
  lines: z.array(
    z.object({
      packageId: text,
      packageName: text,
      addOn: text.nullable(),
      quantity: z.number().int(),
      /** Package plus add-on, in cents per unit. */
      unitPrice: cents,
      tierPercent: z.number(),
      lineTotal: cents,
    }),
  ),
});

/** All that is needed to rebuild an order, except the client's own data and answers. */
export const OrderRecord = OrderContents.extend({
  id: text,
  number: z.number().int(),
  clientId: text,
});
export type OrderRecord = z.infer<typeof OrderRecord>;

/** The subscription cycle that a renewal payment covers, and the purchase that started it. */
export const RenewalRecord = z.object({
  subscriptionId: text,
  cycle: z.number().int().min(2),
  clientId: text.nullable(),
  initialOrderId: text.nullable(),
  /** Of the added taxes in the amount, and all rates that apply; absent without a tax. */
  taxes: z.object({ tax: cents, taxRates: z.array(TaxRateRecord) }).nullish(),
});
export type RenewalRecord = z.infer<typeof RenewalRecord>;

/** incomplete: one of our orders that the metadata cannot rebuild. foreign: not a payment of the portal. */
type ReadMetadata =
  | { kind: "order"; order: OrderRecord }
  | { kind: "renewal"; renewal: RenewalRecord }
  | { kind: "incomplete"; orderId: string; orderNumber: number | null; clientId: string | null }
  | { kind: "foreign" };

/**
 * Metadata for an order's payment: id, number and client as plain keys, the rest as JSON split over `order_1`,
 * `order_2`, ... An order that does not fit gets `order_incomplete` instead.
 */
export function toPaymentMetadata(order: OrderRecord): Record<string, string> {
  const plain = { order_id: order.id, order_number: String(order.number), client_id: order.clientId };
  const json = JSON.stringify(OrderContents.parse(order));
  const parts = json.match(PART) ?? [];
  if (parts.length > MAX_PARTS || parts.join("") !== json) return { ...plain, order_incomplete: "true" };
  return { ...plain, ...Object.fromEntries(parts.map((part, index) => [`order_${index + 1}`, part])) };
}

/** Marks the payment of a hosted page, which can be continued only on that page. */
export const toHostedMetadata = (metadata: Record<string, string>) => ({ ...metadata, payable: "page" });
export const isOfHostedPage = (metadata: Record<string, string>) => metadata.payable === "page";

export function toRenewalMetadata({ subscriptionId, cycle, clientId, initialOrderId, taxes }: RenewalRecord) {
  const parts = (taxes && JSON.stringify(taxes).match(PART)) ?? [];
  return {
    subscription_id: subscriptionId,
    cycle: String(cycle),
    ...Object.fromEntries(parts.slice(0, MAX_PARTS).map((part, index) => [`taxes_${index + 1}`, part])),
    ...(clientId ? { client_id: clientId } : {}),
    ...(initialOrderId ? { initial_order_id: initialOrderId } : {}),
  };
}

export function readPaymentMetadata(metadata: Record<string, string>): ReadMetadata {
  if (metadata.subscription_id) {
    const renewal = RenewalRecord.safeParse({
      subscriptionId: metadata.subscription_id,
      cycle: Number(metadata.cycle),
      clientId: metadata.client_id ?? null,
      initialOrderId: metadata.initial_order_id ?? null,
      taxes: metadata.taxes_1 ? readParts(metadata, "taxes") : undefined,
    });
    return renewal.success ? { kind: "renewal", renewal: renewal.data } : { kind: "foreign" };
  }
  const { order_id: id, order_number: number, client_id: clientId } = metadata;
  if (!id) return { kind: "foreign" };
  const order = OrderRecord.safeParse({ ...readParts(metadata, "order"), id, number: Number(number), clientId });
  if (order.success) return { kind: "order", order: order.data };
  return { kind: "incomplete", orderId: id, orderNumber: Number(number) || null, clientId: clientId ?? null };
}

function readParts(metadata: Record<string, string>, name: "order" | "taxes"): object {
  let json = "";
  for (let part = 1; metadata[`${name}_${part}`] !== undefined; part++) json += metadata[`${name}_${part}`];
  try {
    return JSON.parse(json) as object;
  } catch {
    return {};
  }
}
