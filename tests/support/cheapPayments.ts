import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type { PaymentEvent, PaymentState, Payments } from "~/domain/ports/payments";
import { noPayments } from "./testContext";

/**
 * A provider in the same process that keeps the sandbox's contract for renewals, a thousand times as fast: answers are
 * kept by key, an intent succeeds once, a refused card leaves a charge, messages wait to be delivered. `chance` (0 to
 * 1) is asked whether a call goes wrong: before its work, or after it, when only the answer is lost.
 */
export function cheapPayments(random: () => number) {
  const intents = new Map<string, PaymentState>();
  const kept = new Map<string, string>();
  const charges: { subscriptionId: string; cycle: string; intentId: string; succeeded: boolean }[] = [];
  const events: PaymentEvent[] = [];
  const trouble = { rate: 0 };
  let serial = 0;

  const get = (id: string) => {
    const intent = intents.get(id);
    if (!intent) throw new Error(`No such payment_intent: ${id}`);
    return intent;
  };
  const save = (intent: PaymentState) => {
    intents.set(intent.id, intent);
    return intent;
  };
  const tell = (type: string, payment: PaymentState) =>
    events.push({ id: `evt_${++serial}`, account: payment.account, type, createdAt: 0, payment });
  /** Takes its time, so that others come in between, and fails as often as it was told to. */
  const asked = async <T>(work: () => T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (random() < trouble.rate) throw new PaymentsUnavailable("The connection was closed");
    const answer = work();
    if (random() < trouble.rate) throw new PaymentsUnavailable("The answer was lost");
    return answer;
  };

  const payments: Payments = new Proxy(noPayments, {
    get: (target, name) => (name in methods ? methods[name as keyof typeof methods] : Reflect.get(target, name)),
  });
  const methods = {
    createPayment: (input: Parameters<Payments["createPayment"]>[0]) =>
      asked(() => {
        const { account, amount, customerId, metadata, key } = input;
        const known = kept.get(key);
        if (known) return get(known);
        const id = `pi_${++serial}`;
        kept.set(key, id);
        return save({
          kind: "payment",
          id,
          account,
          amount,
          customerId,
          metadata,
          status: "requires_payment_method",
          received: 0,
          currency: "usd",
          paymentMethodId: null,
          clientSecret: `${id}_secret`,
          decline: null,
          createdAt: 0,
          latestChargeId: null,
          chargedAt: null,
          actionUrl: null,
        } as PaymentState);
      }),
    retrievePayment: (_account: string, id: string) => asked(() => get(id)),
    /** It has no clock: answers whatever the customer has. */
    listPayments: (account: string, { customerId }: Parameters<Payments["listPayments"]>[1]) =>
      asked(() =>
        [...intents.values()]
          .filter((intent) => intent.account === account && intent.customerId === customerId)
          .reverse(),
      ),
    refundsOf: () => asked(() => []),
    disputesOf: () => asked(() => []),
    cardOf: () => asked(() => null),
    /** Tests deliver its events themselves. */
    eventsBetween: async () => [],
    reversedBetween: async () => [],
    cancelPayment: (_account: string, id: string) =>
      asked(() => {
        const intent = get(id);
        return intent.status === "succeeded" ? intent : save({ ...intent, status: "canceled" });
      }),
    confirmPayment: ({ id, paymentMethodId }: Parameters<Payments["confirmPayment"]>[0]) =>
      asked(() => {
        const intent = get(id);
        // Once it has succeeded or was cancelled its present state is the answer.
        if (intent.status === "succeeded" || intent.status === "canceled") return intent;
        const succeeded = paymentMethodId !== "pm_declined";
        const { subscription_id: subscriptionId = "", cycle = "" } = intent.metadata;
        charges.push({ subscriptionId, cycle, intentId: id, succeeded });
        const latestChargeId = `ch_${++serial}`;
        const after = save(
          succeeded
            ? {
                ...intent,
                status: "succeeded",
                received: intent.amount,
                paymentMethodId,
                latestChargeId,
                decline: null,
              }
            : {
                ...intent,
                status: "requires_payment_method",
                latestChargeId,
                decline: {
                  code: "card_declined",
                  declineCode: "generic_decline",
                  adviceCode: null,
                  message: "No.",
                  paymentMethodId,
                },
              },
        );
        tell(succeeded ? "payment_intent.succeeded" : "payment_intent.payment_failed", after);
        return after;
      }),
  };
  return { payments, charges, events, trouble, intents };
}

/** Numbers from 0 to 1 that follow from the seed alone. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
