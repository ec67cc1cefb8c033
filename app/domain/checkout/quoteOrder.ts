import { authorize } from "../access";
import type { ServicePaymentType } from "../catalogue/serviceTypes";
import { type Context, userOf } from "../context";
import { couponOffer } from "../coupons/couponOffer";
import { orderProblem } from "../pricing/orderProblem";
import type { PricedOrder } from "../pricing/priceOrder";
import { anchorDayOf, nextPaymentDate } from "../subscriptions/nextPaymentDate";
import type { CheckoutPackage, CheckoutService, Quote } from "./checkoutAnswers";
import { checkoutService } from "./checkoutService";
import type { QuoteInput } from "./placeOrderInput";
import { priceChoice } from "./priceChoice";

/**
 * The figures of a choice before anything is ordered, in cents, with what a renewal will charge and when (decision C3).
 * Throws NotFound for an unknown service and Invalid for a choice that cannot be priced.
 */
export async function quoteOrder(
  ctx: Context,
  input: QuoteInput & { paymentType?: ServicePaymentType },
): Promise<Quote> {
  authorize(ctx, "checkout.view");
  const service = await checkoutService(ctx, input.serviceId);
  const user = userOf(ctx.actor);
  const coupon = input.couponCode
    ? await couponOffer(ctx, {
        code: input.couponCode,
        serviceId: service.id,
        buyer: user && { clientId: user.id },
      })
    : null;
  const priced = priceChoice(service, input, coupon);
  return {
    lines: priced.lines.map((line) => ({
      packageId: line.package.id,
      packageName: line.package.name,
      quantity: line.quantity,
      addOn: line.addOn,
      unitPrice: line.unitPrice,
      tierPercent: line.tierPercent,
      gross: line.gross,
      lineTotal: line.lineTotal,
    })),
    subtotal: priced.subtotal,
    tieredTotal: priced.tieredTotal,
    couponDiscount: priced.couponDiscount,
    total: priced.total,
    problem: orderProblem(priced, input.paymentType),
    renewal: input.paymentType === "SUBSCRIPTION" ? firstRenewal(service, priced, ctx.now) : null,
  };
}

const firstRenewal = (service: CheckoutService, priced: PricedOrder<CheckoutPackage>, now: number) => ({
  amount: priced.tieredTotal,
  nextPayment: nextPaymentDate(now, anchorDayOf(now), service),
});
