import { and, eq } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { OrderRow } from "../orderPaid";
import { forPaymentCustomer, knownCustomer } from "../payments/forPaymentCustomer";
import { nextPayableKey } from "../payments/payable";
import { paymentMetadata } from "../payments/paymentMetadata";
import { SavedCardGone } from "../payments/savedCards";
import type { PaymentState } from "../ports/payments";
import type { PayableOrder } from "./checkoutTypes";
import { paymentDescription } from "./paymentDescription";
import { preparePayable } from "./preparePayable";

/**
 * Returns what the browser needs to pay the order with a card: see preparePayable, also for what it throws. `cardId`
 * puts a saved card on the payment; it is no part of the payment's creation, so that a second choice keeps its
 * idempotency key. The caller must have checked ownership, also of the card. Throws SavedCardGone.
 */
export const openPayment = (ctx: Context, orderId: string, cardId?: string): Promise<PayableOrder> =>
  preparePayable(ctx, orderId, {
    paid: (order) => answer(ctx, order, null),
    async reuse(order) {
      const stored = order.checkoutSessionId ? null : await retrieveStored(ctx, order);
      return stored && isOpen(stored) && (await isPayable(ctx, order, stored))
        ? answer(ctx, order, await withCard(ctx, stored, cardId))
        : null;
    },
    async create(order) {
      const made = await createIntent(ctx, order);
      return {
        payable: made.kind === "payment" ? { paymentIntentId: made.id } : { setupIntentId: made.id },
        answer: answer(ctx, order, await withCard(ctx, made, cardId)),
        discard: () => cancelUnlessStored(ctx, order, made),
      };
    },
  });

/** A setup gets its card when it is confirmed. */
async function withCard(ctx: Context, state: PaymentState, cardId: string | undefined): Promise<PaymentState> {
  if (!cardId || state.kind === "setup" || state.paymentMethodId === cardId) return state;
  try {
    return await ctx.payments.attachCard(state.account, state.id, cardId);
  } catch (error) {
    throw error instanceof NotFound ? new SavedCardGone() : error;
  }
}

async function retrieveStored(ctx: Context, order: OrderRow): Promise<PaymentState | null> {
  if (order.paymentIntentId) return await ctx.payments.retrievePayment(order.account, order.paymentIntentId);
  if (order.setupIntentId) return await ctx.payments.retrieveSetup(order.account, order.setupIntentId);
  return null;
}

const isOpen = ({ status }: PaymentState) => status !== "succeeded" && status !== "canceled";

/**
 * False for an intent of a customer that was deleted at the provider and has been replaced: it can no longer be paid.
 */
const isPayable = async (ctx: Context, { clientId, account }: OrderRow, { customerId }: PaymentState) =>
  customerId === ((await knownCustomer(ctx, clientId, account)) ?? customerId);

async function createIntent(ctx: Context, order: OrderRow): Promise<PaymentState> {
  const { account } = order;
  const metadata = await paymentMetadata(ctx, order);
  return await forPaymentCustomer(ctx, order.clientId, account, (customerId, keyEnd) =>
    order.total === 0
      ? ctx.payments.createSetup({ account, customerId, metadata, key: nextPayableKey(order, "setup") + keyEnd })
      : ctx.payments.createPayment({
          account,
          amount: order.total,
          customerId,
          description: paymentDescription(order),
          statementText: order.statementText,
          saveCard: order.paymentType === "SUBSCRIPTION",
          metadata,
          key: nextPayableKey(order, "pi") + keyEnd,
        }),
  );
}

/** Another call won. Usually it stored this same intent; one that is not stored must not stay open. */
async function cancelUnlessStored(ctx: Context, order: OrderRow, made: PaymentState) {
  const column = made.kind === "payment" ? orders.paymentIntentId : orders.setupIntentId;
  const stored = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, order.id), eq(column, made.id)))
    .get();
  if (stored) return;
  if (made.kind === "payment") await ctx.payments.cancelPayment(made.account, made.id);
  else await ctx.payments.cancelSetup(made.account, made.id);
}

const answer = (ctx: Context, order: OrderRow, state: PaymentState | null): PayableOrder => ({
  mode: state === null ? "settled" : state.kind,
  clientSecret: state?.clientSecret ?? null,
  publishableKey: ctx.payments.publishableKey(order.account),
  account: order.account,
  orderId: order.number,
  orderSystemId: order.id,
  status: order.status,
  amount: order.total,
});
