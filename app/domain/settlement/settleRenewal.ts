import { atomicBatch } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { paidAtOf } from "../payments/paidAtOf";
import type { PaymentState } from "../ports/payments";
import { checkNumbers } from "../recovery/checkNumbers";
import { READ_AGAIN, retryOnConflict } from "../retryOnConflict";
import { readRenewal } from "../subscriptions/billingCycle";
import { copyUploads } from "../uploads/copyUploads";
import { adoptCycle } from "./adoptCycle";
import { settlementStatements } from "./orderPaidHandlers";
import { recordRefusedPayment } from "./recordRefusedPayment";
import { orderLikeLatest, readLatestOrder } from "./renewalOrder";

const CURRENCY = "usd";
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
  const attempt = async () => {
    const read = () => readRenewal(ctx, subscriptionId, Number(proof.metadata.cycle));
    const renewal = await read();
    if (!renewal?.cycle.paymentIntentId && (await adoptCycle(ctx, proof))) return READ_AGAIN;
    const latest = await readLatestOrder(ctx, subscriptionId);
    if (!latest) return "unknown" as const;
    const refuse = async (reason: string) => {
      await recordRefusedPayment(ctx, { proof, order: latest.order, reason, subscriptionId });
      return "refused" as const;
    };
    // An earlier renewal was lost too. It must be settled first; this one is retried.
    if (!renewal && Number(proof.metadata.cycle) > (latest.order.cycle ?? 0) + 1)
      throw new Conflict("An earlier renewal of this subscription is not settled yet.");
    // A parallel run may have rebuilt a lost subscription since this attempt looked for its cycle.
    if (!renewal && ((await adoptCycle(ctx, proof)) || (await read()))) return READ_AGAIN;
    if (!renewal) return await refuse("This renewal does not exist");
    const { cycle } = renewal;
    const isItsIntent = proof.account === cycle.account && proof.id === cycle.paymentIntentId;
    if (cycle.state === "paid" && isItsIntent) return "already" as const;
    if (cycle.state === "paid") return await refuse("The renewal was already paid by another payment");
    if (proof.account !== cycle.account) return await refuse("It was made in a different payment account");
    if (proof.currency.toLowerCase() !== CURRENCY) return await refuse("It was made in a different currency");
    if (proof.amount !== cycle.amount || proof.received !== cycle.amount)
      return await refuse("Its amount does not match the renewal");
    if (!isItsIntent) return await refuse("It is not the payment that was created for this renewal");
    await checkNumbers(ctx);
    copies ??= await copyUploads(ctx, latest.uploadKeys);
    const { order, placements, statements } = orderLikeLatest(ctx, renewal, latest, {
      paymentIntentId: proof.id,
      copies,
    });
    await atomicBatch(ctx.db, [
      ...statements,
      ...(await settlementStatements(ctx, {
        order,
        placements,
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
    ctx.after(() => ctx.publish.outboxWaiting());
    return "settled" as const;
  };
  return await retryOnConflict(ctx, attempt, {
    exhausted: () => new Conflict("Someone else is changing this subscription. Please try again."),
    tries: 6,
    orUnique: true,
  });
}
