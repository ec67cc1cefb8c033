import type { Context } from "../context";
import type { PaymentState } from "../ports/payments";
import { recordRefunds } from "../refunds/recordRefunds";
import { recordDisputes } from "./recordDisputes";

/** Syncs refunds and disputes of an earlier payment. Throws PaymentsUnavailable. */
export async function recordReversals(
  ctx: Context,
  { account, id }: Pick<PaymentState, "account" | "id">,
): Promise<void> {
  const payment = { account, paymentIntentId: id };
  await recordRefunds(ctx, payment);
  await recordDisputes(ctx, payment);
}
