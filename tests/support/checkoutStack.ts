import { eq } from "drizzle-orm";
import type { PayableOrder } from "~/domain/checkout/checkoutTypes";
import { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import type { Actor, ActorUser, Context } from "~/domain/context";
import { type PaymentAccount, paymentAccounts } from "~/domain/ports/payments";
import { handleStripeWebhook } from "~/http/stripeWebhook.server";
import { stripePayments } from "~/integrations/payments.server";
import { openDb } from "~db/client.server";
import { history, invoices, notifications, orders, outbox, paymentEventMarks, subscriptions } from "~db/schema";
import { type Received, startCardSandbox } from "./cardSandbox";
import { openTestDatabase } from "./database";
import { aCustomer, aService } from "./factories";
import { failingBinding } from "./failingDatabase";
import { recordingFetch } from "./stripeContract";
import { actingAs, actingSystem, testContext } from "./testContext";
import { until } from "./until";

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  threeDSecure: "4000000000003220",
} as const;

const cardFields = (number: string) => ({
  "payment_method_data[type]": "card",
  "payment_method_data[card][number]": number,
  "payment_method_data[card][exp_month]": "12",
  "payment_method_data[card][exp_year]": "2040",
  "payment_method_data[card][cvc]": "123",
});

let forms = 0;

/** A filled-in checkout form: a one-time order of $100.00. */
export const aForm = (serviceId: string, packageId: string, values: Partial<PlaceOrderInput> = {}): PlaceOrderInput =>
  PlaceOrderInput.parse({
    serviceId,
    checkoutKey: `form-of-test-${++forms}`,
    packageCounts: [{ packageId, count: 1 }],
    paymentType: "DIRECT",
    billingAddress: {
      address: "1 Main Street",
      city: "Austin",
      state: "TX",
      country: "United States",
      zipCode: "78701",
    },
    totalPrice: 100_00,
    ...values,
  });

/** Payments on real parts: D1 in workerd, Stripe's SDK and the card sandbox. */
export async function startCheckoutStack() {
  const [database, sandbox] = await Promise.all([openTestDatabase(), startCardSandbox()]);
  const recording = recordingFetch(sandbox.send);
  const CARD_SANDBOX = { fetch: recording.fetch } as unknown as Fetcher;
  const now = () => Date.now() + sandbox.portal.offsetMs;
  // Its crons have run up to now.
  const readNow = { readUpTo: now(), numbersCheckedAt: now() };
  await database.db.insert(paymentEventMarks).values(paymentAccounts.map((account) => ({ account, ...readNow })));

  const context = (actor: Actor, overrides: Partial<Context> = {}) => {
    const at = overrides.now ?? now();
    return testContext(database.db, actor, { now: at, payments: stripePayments({ CARD_SANDBOX }, at), ...overrides });
  };
  const contextOf = (user: ActorUser, overrides: Partial<Context> = {}) => context(actingAs(user), overrides);
  const system = (overrides: Partial<Context> = {}) => context(actingSystem, overrides);

  const orderRow = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;

  const confirm = async (
    payable: Pick<PayableOrder, "clientSecret" | "account" | "mode">,
    number: string = cards.good,
    fields: Record<string, string> = {},
  ) => {
    const id = payable.clientSecret!.split("_secret_")[0]!;
    const kind = payable.mode === "setup" ? "setup_intents" : "payment_intents";
    return await sandbox.browserCall(payable.account, "POST", `${kind}/${id}/confirm`, {
      client_secret: payable.clientSecret!,
      use_stripe_sdk: "true",
      ...cardFields(number),
      ...fields,
    });
  };

  return {
    db: database.db,
    binding: database.binding,
    /** Every request to the provider so far. */
    providerCalls: recording.calls,
    sandbox,
    now,
    context,
    contextOf,
    system,
    /** Moves how far the provider's events were read. By default for good, so that no cron of the test reads them. */
    setEventMarks: (at = Date.UTC(9000, 0)) =>
      database.db.update(paymentEventMarks).set({ readUpTo: at, numbersCheckedAt: at }),
    orderRow,
    /** A context whose database fails at statement `failAt`, counted from 1. */
    failingContext: (user: ActorUser, failAt: number) => {
      const failing = failingBinding(database.binding, failAt);
      return { ctx: contextOf(user, { db: openDb(failing.binding) }), reached: failing.reached };
    },
    /** A customer at the checkout of a new service. */
    aBuyer: async (service: Parameters<typeof aService>[1] = {}, packages?: Parameters<typeof aService>[2]) => {
      const buyer = await aCustomer(database.db);
      const sold = await aService(database.db, service, packages);
      const form = (values: Partial<PlaceOrderInput> = {}) => aForm(sold.service.id, sold.packages[0]!.id, values);
      return { buyer, ctx: contextOf(buyer), form, service: sold.service, packages: sold.packages };
    },
    /** Confirms the card as Stripe.js does. */
    confirm,
    answer3ds: (payable: PayableOrder, outcome: "complete" | "fail") =>
      sandbox.send(
        `http://portal.example.com/__stripe/3ds/${payable.clientSecret!.split("_secret_")[0]}?client_secret=${payable.clientSecret}`,
        {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: `outcome=${outcome}`,
        },
      ),
    payOnPage: (url: string, number: string = cards.good) =>
      sandbox.send(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          email: "buyer@example.com",
          number,
          expiry: "12 / 40",
          cvc: "123",
          name: "A Buyer",
        }).toString(),
      }),
    webhook: (account: PaymentAccount, { body, signature }: Pick<Received, "body" | "signature">, at = now()) =>
      handleStripeWebhook(
        system({ now: at }),
        account,
        new Request(`http://portal.example.com/webhooks/stripe/${account}`, {
          method: "POST",
          headers: { "stripe-signature": signature },
          body,
        }) as never,
      ),
    /** Waits for the first event of a type about an order or a subscription. */
    received: async (id: string, type: string) => {
      const matching = () =>
        sandbox.received.filter(({ event }) => {
          const { metadata } = event.data.object as { metadata?: { order_id?: string; subscription_id?: string } };
          return event.type === type && (metadata?.order_id === id || metadata?.subscription_id === id);
        });
      return await until(`${type} of ${id}`, () => matching()[0]);
    },
    /** Counts the rows that a payment writes. */
    traces: async (orderId: string) => {
      const row = await orderRow(orderId);
      const { db } = database;
      const [paid, issued, subscribed, notices, receipts] = await Promise.all([
        db
          .select()
          .from(history)
          .where(eq(history.dedupeKey, `order.paid:${orderId}`)),
        db.select().from(invoices).where(eq(invoices.orderId, orderId)),
        db.select().from(subscriptions).where(eq(subscriptions.initialOrderId, orderId)),
        db.select().from(notifications).where(eq(notifications.typeSystemId, orderId)),
        db
          .select()
          .from(outbox)
          .where(eq(outbox.dedupeKey, `email:receipt:${orderId}`)),
      ]);
      return {
        payState: row.payState,
        status: row.status,
        paid: paid.length,
        invoices: issued.length,
        subscriptions: subscribed.length,
        buyerTold: notices.filter((notice) => notice.userId === row.clientId).length,
        receipts: receipts.length,
      };
    },
    /** Successful ledger entries of one order. */
    charges: async (orderId: string) =>
      (await sandbox.ledger()).filter((entry) => entry.metadata.order_id === orderId && entry.status === "succeeded"),
    /** The sandbox's intents of one order. */
    intentsOf: async (account: PaymentAccount, orderId: string) =>
      (await sandbox[account].paymentIntents.list({ limit: 100 })).data.filter(
        (intent) => intent.metadata.order_id === orderId,
      ),
    violations: () => [...recording.violations.splice(0), ...sandbox.violations()],
    stop: async () => {
      await Promise.all([database.dispose(), sandbox.stop()]);
    },
  };
}

export type CheckoutStack = Awaited<ReturnType<typeof startCheckoutStack>>;
