import { atomicBatch, isUniqueViolation, PreconditionFailed } from "~db/client.server";
import { authorize } from "../access";
import { settlementStatements } from "../checkout/orderPaidHandlers";
import { paidAtOf } from "../checkout/paidAtOf";
import { recordRefusedPayment } from "../checkout/recordRefusedPayment";
import type { Context } from "../context";
import { Conflict } from "../errors";
import type { PaymentState } from "../ports";
import { checkNumbers } from "../recovery/checkNumbers";
import { copyUploads } from "../uploads/copyUploads";
import { adoptCycle } from "./adoptCycle";
import { readRenewal } from "./billingCycle";
import { orderLikeLatest, readLatestOrder } from "./renewalOrder";

const CURRENCY = "usd";
/** Retries when a concurrent call settled it, changed the subscription or took the order's number. */
const TRIES = 6;

/**
 * Settles a paid renewal. The cron, Charge Now, the customer's page and the webhook may all call it, in any order and
 * repeatedly. Account, amount and intent must match what is stored; a next cycle without an intent adopts this one.
 * One batch creates the order, like the latest one at the frozen amount, and settles it like any payment (rules.md
 * subscriptions/cycle-count, subscriptions/renewal-order). Returns as settleOrder does, or 'unknown' for a
 * subscription missing here. Throws Conflict when the subscription kept changing.
 */
export async function settleRenewal(
  ctx: Context,
  proof: PaymentState,
): Promise<"settled" | "already" | "refused" | "open" | "unknown"> {
  authorize(ctx, "checkout.settle");
  if (proof.status !== "succeeded") return "open";
  const subscriptionId = proof.metadata.subscription_id ?? "";
  let copies: Map<string, string> | undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const renewal = await readRenewal(ctx, subscriptionId, Number(proof.metadata.cycle));
    if (!renewal?.cycle.paymentIntentId && (await adoptCycle(ctx, proof))) continue;
    const latest = await readLatestOrder(ctx, subscriptionId);
    if (!latest) return "unknown";
    const refuse = async (reason: string) => {
      await recordRefusedPayment(ctx, { proof, order: latest.order, reason, subscriptionId });
      return "refused" as const;
    };
    // An earlier renewal was lost too. It must be settled first; this one is retried.
    if (!renewal && Number(proof.metadata.cycle) > (latest.order.cycle ?? 0) + 1)
      throw new Conflict("An earlier renewal of this subscription is not settled yet.");
    if (!renewal) return await refuse("This renewal does not exist");
    const { cycle } = renewal;
    const isItsIntent = proof.account === cycle.account && proof.id === cycle.paymentIntentId;
    if (cycle.state === "paid" && isItsIntent) return "already";
    if (cycle.state === "paid") return await refuse("The renewal was already paid by another payment");
    if (proof.account !== cycle.account) return await refuse("It was made in a different payment account");
    if (proof.currency.toLowerCase() !== CURRENCY) return await refuse("It was made in a different currency");
    if (proof.amount !== cycle.amount || proof.received !== cycle.amount)
      return await refuse("Its amount does not match the renewal");
    if (!isItsIntent) return await refuse("It is not the payment that was created for this renewal");
    await checkNumbers(ctx);
    copies ??= await copyUploads(ctx, latest.uploadKeys);
    const { order, statements } = orderLikeLatest(ctx, renewal, latest, { paymentIntentId: proof.id, copies });
    try {
      await atomicBatch(ctx.db, [
        ...statements,
        ...(await settlementStatements(ctx, {
          order,
          client: renewal.client,
          paidAt: paidAtOf(ctx, cycle, proof),
          nextStatus: order.status,
          wasCancelled: false,
          transactionId: proof.id,
          paymentIntentId: proof.id,
          setupIntentId: null,
          customerId: proof.customerId,
          paymentMethodId: proof.paymentMethodId,
          renewal,
        })),
      ]);
    } catch (error) {
      if (error instanceof PreconditionFailed || isUniqueViolation(error)) continue;
      throw error;
    }
    ctx.after(() => ctx.publish.outboxWaiting());
    return "settled";
  }
  throw new Conflict("Someone else is changing this subscription. Please try again.");
}
