import { PaymentFailed } from "~/domain/errors";
import type { PaymentAccount, Payments } from "~/domain/ports/payments";
import { ask, isRefused, isServerError } from "../stripeErrors.server";
import { idOf, providerDispute, providerRefund } from "../stripeStates.server";
import { type ClientOf, MAX_LISTED, secondsBetween } from "./client.server";

/** Far above the refunds of any payment. */
const MAX_REFUNDS = 1_000;

/** Refunds and disputes. */
export function refundCalls(
  client: ClientOf,
): Pick<Payments, "createRefund" | "refundsOf" | "disputesOf" | "reversedBetween"> {
  const listRefunds = async (account: PaymentAccount, paymentIntentId: string) => {
    const { refunds } = client(account);
    const listed = await refunds
      .list({ payment_intent: paymentIntentId, limit: 100 })
      .autoPagingToArray({ limit: MAX_REFUNDS });
    return listed.map(providerRefund);
  };

  return {
    createRefund: ({ account, paymentIntentId, amount, metadata, key }) =>
      ask(async () => {
        const params = { payment_intent: paymentIntentId, amount, metadata };
        const create = (idempotencyKey: string) => client(account).refunds.create(params, { idempotencyKey });
        try {
          return providerRefund(await create(key));
        } catch (error) {
          if (isRefused(error)) throw new PaymentFailed(error.message);
          if (!isServerError(error)) throw error;
          // Stripe returns a server error for its key for a day. Refunds move money, so look for one that was created
          // before using a new key.
          const made = (await listRefunds(account, paymentIntentId)).find(
            (refund) => refund.metadata.refund_id === metadata.refund_id,
          );
          return made ?? providerRefund(await create(`${key}:again`));
        }
      }),

    refundsOf: (account, paymentIntentId) => ask(() => listRefunds(account, paymentIntentId)),

    disputesOf: (account, paymentIntentId) =>
      ask(async () => {
        // Payments rarely have more than one dispute, so one page is enough.
        const { data } = await client(account).disputes.list({ payment_intent: paymentIntentId, limit: 100 });
        return data.map(providerDispute);
      }),

    reversedBetween: (account, from, until) =>
      ask(async () => {
        const { refunds, disputes } = client(account);
        const params = { created: secondsBetween(from, until), limit: 100 };
        const made = [
          ...(await refunds.list(params).autoPagingToArray({ limit: MAX_LISTED })),
          ...(await disputes.list(params).autoPagingToArray({ limit: MAX_LISTED })),
        ];
        return made.flatMap(({ payment_intent, created }) => {
          const paymentIntentId = idOf(payment_intent);
          return paymentIntentId ? [{ paymentIntentId, createdAt: created * 1000 }] : [];
        });
      }),
  };
}
