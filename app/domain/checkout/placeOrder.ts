import { and, eq, sql } from "drizzle-orm";
import { atomicBatch, type BatchStatement, isUniqueViolation, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { checkoutDrafts, orders, users } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { type CheckoutPackage, type CheckoutService, checkoutService } from "../catalogue/checkoutService";
import { recurrenceText } from "../catalogue/serviceTypes";
import type { ActorUser, Context } from "../context";
import { type CouponOffer, couponOffer } from "../coupons/couponOffer";
import { holdCoupon } from "../coupons/couponUses";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { entryStatements } from "../intake/entryStatements";
import { fileKeyOf, readAnswers } from "../intake/readAnswers";
import type { Cents } from "../money";
import { itemStatement, stepsOfService } from "../orders/newOrder";
import { nextOrderNumber } from "../orders/orderNumber";
import type { BillingAddress, OrderSource } from "../orders/orderParts";
import { signedInBuyer } from "../orders/signedInBuyer";
import { assertDeclinesLeft } from "../payments/limitDeclines";
import { orderProblem } from "../pricing/orderProblem";
import type { PricedOrder } from "../pricing/priceOrder";
import { priceSelection } from "../pricing/priceSelection";
import { checkNumbers } from "../recovery/checkNumbers";
import { attachUploads } from "../uploads/usableUploads";
import type { PayableOrder } from "./checkoutTypes";
import { openPayment } from "./openPayment";
import { PAYMENT_TYPE_REFUSED, type PlaceOrderInput } from "./placeOrderInput";

/**
 * Creates an unpaid order and opens its payment. Throws Conflict with the new figures in `details` (cents) when the
 * posted totals differ from the server's (rules.md checkout/quoted-total). Each checkoutKey creates one order and one
 * payment, so a failed post can be repeated (rules.md checkout/one-order). Checks the coupon again and holds it
 * (rules.md coupons/holds). `draftId` comes from the visitor's cookie. Also throws Invalid, NotFound, TooMany,
 * PaymentsUnavailable, and Forbidden for staff.
 */
export async function placeOrder(
  ctx: Context,
  input: PlaceOrderInput,
  { draftId }: { draftId?: string | null } = {},
): Promise<PayableOrder> {
  authorize(ctx, "checkout.order");
  const buyer = signedInBuyer(ctx);
  const earlier = await orderOfForm(ctx, buyer, input.checkoutKey);
  const orderId = earlier ? sameFigures(earlier, input) : await createOrder(ctx, buyer, input, draftId);
  return await openPayment(ctx, orderId);
}

type PlacedBefore = { id: string; tieredTotal: Cents; total: Cents };

const orderOfForm = (ctx: Context, buyer: ActorUser, checkoutKey: string): Promise<PlacedBefore | undefined> =>
  ctx.db
    .select({ id: orders.id, tieredTotal: orders.tieredTotal, total: orders.total })
    .from(orders)
    .where(and(eq(orders.clientId, buyer.id), eq(orders.checkoutKey, checkoutKey)))
    .get();

/** Continues with the form's earlier order only if its figures match what the buyer sees. */
function sameFigures(order: PlacedBefore, input: PlaceOrderInput): string {
  if (!agrees(input, order)) {
    throw new Conflict("This order was already placed with different amounts. Please check them.", undefined, {
      totalPrice: order.tieredTotal,
      discountedPrice: order.total,
      orderSystemId: order.id,
    });
  }
  return order.id;
}

const agrees = (input: PlaceOrderInput, figures: { tieredTotal: Cents; total: Cents }) =>
  input.totalPrice === figures.tieredTotal && (input.discountedPrice ?? input.totalPrice) === figures.total;

async function createOrder(
  ctx: Context,
  buyer: ActorUser,
  input: PlaceOrderInput,
  draftId: string | null | undefined,
): Promise<string> {
  await assertDeclinesLeft(ctx, buyer.id);
  await consumeRateLimit(ctx, "order", buyer.id);
  const service = await soldService(ctx, input);
  // Limits coupon guesses here as strictly as in the coupon field.
  if (input.couponCode) await consumeRateLimit(ctx, "coupon", buyer.id);
  await checkNumbers(ctx);
  return await writeOrder(ctx, { buyer, input, service, draftId }, 1);
}

/** Reads the service as sold now. Throws when it no longer matches what the buyer was shown. */
async function soldService(ctx: Context, input: PlaceOrderInput): Promise<CheckoutService> {
  const service = await checkoutService(ctx, input.serviceId);
  if (!service.paymentTypes.includes(input.paymentType)) {
    throw new Invalid(PAYMENT_TYPE_REFUSED, "paymentType");
  }
  const recurrence = recurrenceText(service.orderDuration, service.frequency);
  if (input.paymentType === "SUBSCRIPTION" && input.recurrence && input.recurrence !== recurrence)
    throw new Conflict(`The renewal interval has changed: ${recurrence}. Please check it and place the order again.`);
  return service;
}

interface WantedOrder {
  buyer: ActorUser;
  input: PlaceOrderInput;
  service: CheckoutService;
  draftId: string | null | undefined;
}

/** A coupon may be edited or a package deleted between reading and writing; each try reads them again. */
const TRIES = 5;

/** Checks coupon and totals, and writes the order with its coupon hold. Returns the order id. */
async function writeOrder(ctx: Context, wanted: WantedOrder, attempt: number): Promise<string> {
  const { buyer, input, service } = wanted;
  const id = newId(ctx.now);
  try {
    const coupon = input.couponCode
      ? await couponOffer(ctx, { code: input.couponCode, serviceId: service.id, buyerId: buyer.id })
      : null;
    const priced = priceSelection(service, input, coupon);
    const problem = orderProblem(priced, input.paymentType);
    if (problem) throw new Invalid(problem, "packageCounts");
    if (!agrees(input, priced)) {
      throw new Conflict("The price has changed. Please check the new total and place the order again.", undefined, {
        totalPrice: priced.tieredTotal,
        discountedPrice: priced.total,
      });
    }
    await atomicBatch(ctx.db, orderStatements(ctx, { ...wanted, id, priced, coupon }));
  } catch (error) {
    // A parallel post may have written the order, and its hold may have made the coupon fail here. Or this post wrote
    // it and the response was lost.
    const stored = await orderOfForm(ctx, buyer, input.checkoutKey);
    if (stored) return sameFigures(stored, input);
    if (error instanceof PreconditionFailed) {
      if (attempt < TRIES)
        return await writeOrder(ctx, { ...wanted, service: await soldService(ctx, input) }, attempt + 1);
      throw new Invalid("A file is no longer available. Please upload it again.", "fileUploadUrl");
    }
    // Another buyer's form used this key; do not reveal that.
    if (isUniqueViolation(error)) throw new Conflict("Please reload the page and try again.", "checkoutKey");
    throw error;
  }
  return id;
}

interface NewOrder extends WantedOrder {
  id: string;
  priced: PricedOrder<CheckoutPackage>;
  coupon: CouponOffer | null;
}

function orderStatements(ctx: Context, order: NewOrder): BatchStatement[] {
  const { id, buyer, input, service, priced, coupon, draftId } = order;
  const uploadKey = input.fileUploadUrl ? fileKeyOf(input.fileUploadUrl, ctx.siteUrl, "fileUploadUrl") : null;
  const answers = readAnswers(input.projectPackageData, {
    fields: service.intake,
    packageIds: priced.lines.map((line) => line.package.id),
    siteUrl: ctx.siteUrl,
  });
  // A new order has no entries that could be changed.
  if (answers.entries.some((entry) => entry.id)) throw new Invalid("This entry no longer exists", "projectPackageData");
  const uploadKeys = [...answers.uploadKeys, ...(uploadKey ? [uploadKey] : [])];
  return [
    ctx.db.insert(orders).values({
      id,
      number: nextOrderNumber,
      serviceId: service.id,
      serviceName: service.name,
      clientId: buyer.id,
      billing: billingOf(input),
      status: "Abandoned_Checkout",
      subStatuses: stepsOfService(service.id),
      paymentType: input.paymentType,
      account: service.account,
      orderDuration: service.orderDuration,
      frequency: service.frequency,
      subtotal: priced.subtotal,
      tieredTotal: priced.tieredTotal,
      total: priced.total,
      couponCode: coupon?.code,
      couponId: coupon?.id,
      checkoutKey: input.checkoutKey,
      uploadKey,
      source: sourceOf(input),
      createdBy: buyer.id,
      createdAt: ctx.now,
    }),
    ...(coupon ? holdCoupon(ctx, { orderId: id, clientId: buyer.id, offer: coupon }) : []),
    itemStatement(ctx, id, priced),
    ...entryStatements(ctx, id, answers.entries),
    ...attachUploads(ctx, uploadKeys, `order:${id}`, draftId),
    fillEmptyProfile(ctx, buyer, billingOf(input)),
    historyStatement(ctx, {
      entity: "order",
      entityId: id,
      action: "created",
      changes: [
        { field: "status", before: null, after: "Abandoned_Checkout" },
        { field: "total", before: null, after: priced.total },
        ...(coupon ? [{ field: "coupon", before: null, after: coupon.code }] : []),
      ],
      dedupeKey: `order.created:${id}`,
    }),
    ...(draftId ? [ctx.db.delete(checkoutDrafts).where(eq(checkoutDrafts.id, draftId))] : []),
  ];
}

/** Fills an empty profile address but never changes one (rules.md checkout/billing-address). */
const fillEmptyProfile = (ctx: Context, buyer: ActorUser, { phoneNo, ...address }: BillingAddress): BatchStatement =>
  ctx.db
    .update(users)
    .set({
      ...address,
      phoneNo: sql`coalesce(nullif(${users.phoneNo}, ''), ${phoneNo})`,
      version: sql`${users.version} + 1`,
    })
    .where(
      and(
        eq(users.id, buyer.id),
        sql`coalesce(${users.address}, '') || coalesce(${users.city}, '') || coalesce(${users.state}, '')
          || coalesce(${users.zipCode}, '') || coalesce(${users.country}, '') = ''`,
      ),
    );

const billingOf = ({ billingAddress, phoneNo }: PlaceOrderInput): BillingAddress => ({ ...billingAddress, phoneNo });

const sourceOf = (input: PlaceOrderInput): OrderSource => ({
  utmSource: input.utmSource || undefined,
  utmCampaign: input.utmCampaign || undefined,
  utmMedium: input.utmMedium || undefined,
  utmContent: input.utmContent || undefined,
  utmTerm: input.utmTerm || undefined,
  utmChannel: input.utmChannel || undefined,
  formName: input.formName || undefined,
});
