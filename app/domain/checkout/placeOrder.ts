import { and, eq, sql } from "drizzle-orm";
import { atomicBatch, type BatchStatement, isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { orders, users } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { type CheckoutPackage, type CheckoutService, checkoutService } from "../catalogue/checkoutService";
import { recurrenceText } from "../catalogue/serviceTypes";
import type { ActorUser, Context } from "../context";
import { type CouponOffer, couponOffer } from "../coupons/couponOffer";
import { holdCoupon } from "../coupons/couponUses";
import { Conflict, Invalid } from "../errors";
import { entryStatements } from "../intake/entryStatements";
import { linksBeforePaying } from "../intake/linksBeforePaying";
import { fileKeyOf, readAnswers } from "../intake/readAnswers";
import type { Cents } from "../money";
import { insertOrder } from "../orders/insertOrder";
import { companyOf, itemsOf } from "../orders/newOrder";
import { clockLeftOfService } from "../orders/orderClock";
import { nextOrderNumber } from "../orders/orderNumber";
import type { BillingAddress, OrderSource } from "../orders/orderParts";
import type { PayState } from "../orders/orderStates";
import { signedInBuyer } from "../orders/signedInBuyer";
import { assertDeclinesLeft } from "../payments/limitDeclines";
import { usableSavedCard } from "../payments/savedCards";
import { orderProblem } from "../pricing/orderProblem";
import { orderTaxes, taxColumns } from "../pricing/orderTaxes";
import type { PricedOrder } from "../pricing/priceOrder";
import { priceSelection } from "../pricing/priceSelection";
import { checkNumbers } from "../recovery/checkNumbers";
import { retryOnConflict } from "../retryOnConflict";
import { statementTextOf } from "../settings/statementText";
import type { Taxes } from "../taxes";
import { attachUploads } from "../uploads/usableUploads";
import type { PayableOrder } from "./checkoutTypes";
import { openPayment } from "./openPayment";
import { PAYMENT_TYPE_REFUSED, type PlaceOrderInput } from "./placeOrderInput";
import { type OrderSheet, sheetOfOrder } from "./sheetOfOrder";

/**
 * Creates an unpaid order and opens its payment. Throws Conflict with the new figures in `details` (cents) when the
 * posted totals or taxes differ from the server's (rules.md checkout/quoted-total, taxes/shown). Each checkoutKey
 * creates one order and one payment, so a failed post can be repeated (rules.md checkout/one-order). Checks the coupon
 * again and holds it (rules.md coupons/holds). A saved card that is not the buyer's creates nothing (rules.md
 * payments/saved-cards). `account` creates the buyer in the same batch, and a broken unique index is then the caller's.
 * Also throws Invalid, NotFound, TooMany, PaymentsUnavailable, and Forbidden for staff.
 */
export async function placeOrder(
  ctx: Context,
  input: PlaceOrderInput,
  account: BatchStatement[] = [],
): Promise<PayableOrder> {
  authorize(ctx, "checkout.order");
  const buyer = signedInBuyer(ctx);
  const earlier = await orderOfForm(ctx, buyer, input.checkoutKey);
  const cardId = earlier && earlier.payState !== "unpaid" ? undefined : await chosenCard(ctx, buyer, input);
  const orderId = earlier ? sameFigures(earlier, input) : await createOrder(ctx, buyer, input, account);
  return await openPayment(ctx, orderId, cardId);
}

async function chosenCard(ctx: Context, buyer: ActorUser, input: PlaceOrderInput): Promise<string | undefined> {
  if (!input.savedCardId) return undefined;
  authorize(ctx, "checkout.cards");
  const { account } = await checkoutService(ctx, input.serviceId);
  return (await usableSavedCard(ctx, buyer.id, account, input.savedCardId)).id;
}

type PlacedBefore = { id: string; tieredTotal: Cents; total: Cents; tax: Cents; payState: PayState };

const orderOfForm = (ctx: Context, buyer: ActorUser, checkoutKey: string): Promise<PlacedBefore | undefined> =>
  ctx.db
    .select({
      id: orders.id,
      tieredTotal: orders.tieredTotal,
      total: orders.total,
      tax: orders.tax,
      payState: orders.payState,
    })
    .from(orders)
    .where(and(eq(orders.clientId, buyer.id), eq(orders.checkoutKey, checkoutKey)))
    .get();

/** Continues with the form's earlier order only if its figures match what the buyer sees. */
function sameFigures(order: PlacedBefore, input: PlaceOrderInput): string {
  const figures = { tieredTotal: order.tieredTotal, total: order.total - order.tax, tax: order.tax };
  if (!agrees(input, figures)) {
    throw new Conflict("This order was already placed with different amounts. Please check them.", undefined, {
      ...shown(figures),
      orderSystemId: order.id,
    });
  }
  return order.id;
}

/** `total`: after the coupon, before the added taxes. */
interface Figures {
  tieredTotal: Cents;
  total: Cents;
  tax: Cents;
}

const agrees = (input: PlaceOrderInput, { tieredTotal, total, tax }: Figures) =>
  input.totalPrice === tieredTotal && (input.discountedPrice ?? input.totalPrice) === total && (input.tax ?? 0) === tax;

/** As the form posts them. Without a tax, callers that do not know it read what they always did. */
const shown = ({ tieredTotal, total, tax }: Figures) => ({
  totalPrice: tieredTotal,
  discountedPrice: total,
  ...(tax > 0 ? { tax } : {}),
});

async function createOrder(
  ctx: Context,
  buyer: ActorUser,
  input: PlaceOrderInput,
  account: BatchStatement[],
): Promise<string> {
  await assertDeclinesLeft(ctx, buyer.id);
  await consumeRateLimit(ctx, "order", buyer.id);
  const service = await soldService(ctx, input);
  // Limits coupon guesses here as strictly as in the coupon field.
  if (input.couponCode) await consumeRateLimit(ctx, "coupon", buyer.id);
  const sheet = await sheetOfOrder(ctx, input);
  await checkNumbers(ctx);
  return await writeOrder(ctx, { buyer, input, service, sheet, account });
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
  sheet: OrderSheet | null;
  /** Creates the buyer, when this order is their first. */
  account: BatchStatement[];
}

/**
 * Writes the order, and returns its id. A coupon may be edited or a package deleted between reading and writing, so
 * each further try reads them again.
 */
async function writeOrder(ctx: Context, { service, ...wanted }: WantedOrder): Promise<string> {
  const { buyer, input, account } = wanted;
  let read: CheckoutService | null = service;
  const attempt = async () => {
    const current = read ?? (await soldService(ctx, input));
    read = null;
    try {
      return await tryToWrite(ctx, { ...wanted, service: current });
    } catch (error) {
      // A parallel post may have written the order, and its hold may have made the coupon fail here. Or this post wrote
      // it and the response was lost.
      const stored = await orderOfForm(ctx, buyer, input.checkoutKey);
      if (stored) return sameFigures(stored, input);
      // Another buyer's form used this key; do not reveal that.
      if (isUniqueViolation(error) && account.length === 0)
        throw new Conflict("Please reload the page and try again.", "checkoutKey");
      throw error;
    }
  };
  return await retryOnConflict(ctx, attempt, {
    exhausted: () => new Invalid("A file is no longer available. Please upload it again.", "fileUploadUrl"),
  });
}

/** Checks coupon and totals, and writes the order with its coupon hold. Returns the order id. */
async function tryToWrite(ctx: Context, wanted: WantedOrder): Promise<string> {
  const { buyer, input, service } = wanted;
  const id = newId(ctx.now);
  const coupon = input.couponCode
    ? await couponOffer(ctx, { code: input.couponCode, serviceId: service.id, buyerId: buyer.id })
    : null;
  const priced = priceSelection(service, input, coupon);
  const { country } = input.billingAddress;
  const taxes = orderTaxes(ctx, country, priced.total);
  const renewal = orderTaxes(ctx, country, priced.tieredTotal);
  const problem = orderProblem(priced, input.paymentType, { total: taxes.added, tieredTotal: renewal.added });
  if (problem) throw new Invalid(problem, "packageCounts");
  const figures = { ...priced, tax: taxes.added };
  if (!agrees(input, figures))
    throw new Conflict(
      "The price has changed. Please check the new total and place the order again.",
      undefined,
      shown(figures),
    );
  await atomicBatch(ctx.db, orderStatements(ctx, { ...wanted, id, priced, taxes, coupon }));
  return id;
}

interface NewOrder extends WantedOrder {
  id: string;
  priced: PricedOrder<CheckoutPackage>;
  taxes: Taxes;
  coupon: CouponOffer | null;
}

function orderStatements(ctx: Context, order: NewOrder): BatchStatement[] {
  const { id, buyer, input, service, sheet, priced, taxes, coupon } = order;
  const total = priced.total + taxes.added;
  const uploadKey = input.fileUploadUrl ? fileKeyOf(input.fileUploadUrl, ctx.siteUrl, "fileUploadUrl") : null;
  const tracked = priced.lines.filter((line) => line.package.tracking.tracked);
  const isTracked = ({ packageId }: { packageId: string }) => tracked.some((line) => line.package.id === packageId);
  const answers = readAnswers(
    input.projectPackageData.filter((sent) => !isTracked(sent)),
    { fields: service.intake, packageIds: priced.lines.map((line) => line.package.id), siteUrl: ctx.siteUrl },
  );
  // Kept as entries until the payment makes the links.
  const links =
    sheet?.entries ?? tracked.flatMap((line) => linksBeforePaying(line, input.projectPackageData, service.intake));
  // A new order has no entries that could be changed.
  if (answers.entries.some((entry) => entry.id)) throw new Invalid("This entry no longer exists", "projectPackageData");
  const uploadKeys = [...answers.uploadKeys, ...(uploadKey ? [uploadKey] : [])];
  return [
    ...order.account,
    ...insertOrder(ctx, {
      order: {
        id,
        number: nextOrderNumber,
        serviceId: service.id,
        serviceName: service.name,
        clientId: buyer.id,
        billing: billingOf(input),
        status: "Abandoned_Checkout",
        paymentType: input.paymentType,
        account: service.account,
        orderDuration: service.orderDuration,
        frequency: service.frequency,
        subtotal: priced.subtotal,
        tieredTotal: priced.tieredTotal,
        total,
        ...taxColumns(taxes),
        couponCode: coupon?.code,
        couponId: coupon?.id,
        statementText: statementTextOf(ctx, service.account),
        checkoutKey: input.checkoutKey,
        uploadKey,
        source: sourceOf(input),
        clockLeftMs: clockLeftOfService(service.id),
        drip: tracked.length > 0 ? (input.drip ?? null) : null,
        warnings: sheet?.warnings,
        createdBy: buyer.id,
        createdAt: ctx.now,
      },
      items: itemsOf(ctx, priced),
      details: coupon ? [{ field: "coupon", before: null, after: coupon.code }] : [],
    }),
    ...(coupon ? holdCoupon(ctx, { orderId: id, clientId: buyer.id, offer: coupon }) : []),
    ...entryStatements(ctx, id, [...answers.entries, ...links]),
    ...attachUploads(ctx, uploadKeys, `order:${id}`),
    fillEmptyProfile(ctx, buyer, billingOf(input)),
  ];
}

/** Fills an empty profile address but never changes one (rules.md checkout/billing-address). */
const fillEmptyProfile = (
  ctx: Context,
  buyer: ActorUser,
  { phoneNo, company = "", taxId = "", ...address }: BillingAddress,
): BatchStatement =>
  ctx.db
    .update(users)
    .set({
      ...address,
      company: sql`coalesce(nullif(${users.company}, ''), nullif(${company}, ''))`,
      companyFolded: sql`coalesce(nullif(${users.companyFolded}, ''), nullif(${foldText(company)}, ''))`,
      taxId: sql`coalesce(nullif(${users.taxId}, ''), nullif(${taxId}, ''))`,
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

const billingOf = ({ billingAddress, phoneNo, ...input }: PlaceOrderInput): BillingAddress => ({
  ...billingAddress,
  phoneNo,
  ...companyOf(input),
});

const sourceOf = (input: PlaceOrderInput): OrderSource => ({
  utmSource: input.utmSource || undefined,
  utmCampaign: input.utmCampaign || undefined,
  utmMedium: input.utmMedium || undefined,
  utmContent: input.utmContent || undefined,
  utmTerm: input.utmTerm || undefined,
  utmChannel: input.utmChannel || undefined,
  formName: input.formName || undefined,
});
