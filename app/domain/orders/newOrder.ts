import { sql } from "drizzle-orm";
import { newId } from "~db/ids";
import type { CheckoutPackage } from "../catalogue/checkoutService";
import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import type { PricedOrder } from "../pricing/priceOrder";
import type { BillingAddress, OrderSubStatus } from "./orderParts";

/** The service's steps, all incomplete. */
export const stepsOfService = (serviceId: string) => sql<OrderSubStatus[]>`coalesce((
  select json_group_array(json_object('name', value ->> 'name', 'sequence', value ->> 'sequence', 'completed', json('false')))
  from services, json_each(services.sub_statuses) where services.id = ${serviceId}), '[]')`;

/** The lines of a new order, in its sequence. Cents. */
export const itemsOf = (ctx: Pick<Context, "now">, priced: PricedOrder<CheckoutPackage>) =>
  priced.lines.map((line, sequence) => ({
    id: newId(ctx.now),
    packageId: line.package.id,
    packageName: line.package.name,
    addOn: line.addOn,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    tierPercent: line.tierPercent,
    lineTotal: line.lineTotal,
    sequence,
  }));

type Profile = { [Field in keyof BillingAddress]: string | null };

/** The address of a client's profile, as orders hold it. */
export const billingOfProfile = (profile: Profile): BillingAddress => ({
  address: profile.address ?? "",
  city: profile.city ?? "",
  state: profile.state ?? "",
  zipCode: profile.zipCode ?? "",
  country: profile.country ?? "",
  phoneNo: profile.phoneNo ?? "",
  ...companyOf(profile),
});

/** The part of a billing address that names a company; none without one. */
export const companyOf = ({ company, taxId }: { company?: string | null; taxId?: string | null }) => ({
  ...(company ? { company } : {}),
  ...(taxId ? { taxId } : {}),
});

const untouched = {
  statusBeforeCancel: null,
  subStatuses: [],
  assignedToId: null,
  notes: "",
  cancelReason: null,
  couponCode: null,
  couponId: null,
  payState: "unpaid",
  refunded: 0,
  paymentIntentId: null,
  checkoutSessionId: null,
  setupIntentId: null,
  statementText: null,
  checkoutKey: null,
  transactionDetails: null,
  subscriptionId: null,
  cycle: null,
  uploadKey: null,
  source: {},
  awaitingSince: null,
  priority: "normal",
  snoozedUntil: null,
  snoozeReason: null,
  startedAt: null,
  paidAt: null,
  completedAt: null,
  approvedAt: null,
  changeRequests: 0,
  drip: null,
  warnings: null,
  version: 1,
} satisfies Partial<OrderRow>;

/** A complete row, for an order that is settled in the batch that inserts it. */
export const newOrderRow = (values: Omit<OrderRow, keyof typeof untouched> & Partial<OrderRow>): OrderRow => ({
  ...untouched,
  ...values,
});
