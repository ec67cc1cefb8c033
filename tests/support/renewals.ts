import { and, eq, like } from "drizzle-orm";
import { catchUpBilling } from "~/domain/billing/catchUpBilling";
import { renewDue } from "~/domain/billing/renewDue";
import { notTracked } from "~/domain/catalogue/tracking";
import type { ActorUser, Context } from "~/domain/context";
import { nextOrderNumber } from "~/domain/orders/orderNumber";
import type { PaymentState } from "~/domain/ports/payments";
import { chargeAfterNewCard } from "~/domain/renewals/chargeAfterNewCard";
import { storeCard } from "~/domain/renewals/storeCard";
import { nextPaymentDate } from "~/domain/subscriptions/nextPaymentDate";
import type { Db } from "~db/client.server";
import { newId } from "~db/ids";
import {
  billingCycles,
  commissions,
  history,
  invoices,
  notifications,
  orderItems,
  orders,
  outbox,
  placements,
  subscriptions,
} from "~db/schema";
import type { CheckoutStack } from "./checkoutStack";
import { anAffiliate, anAgreement, aReferral } from "./commissions";
import { aCustomer, anOrder, aService } from "./factories";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface StoredSubscription extends Partial<typeof subscriptions.$inferInsert> {
  customerId: string;
  paymentMethodId: string;
  /** ms UTC of the first payment. */
  startedAt: number;
}

/**
 * A service with an affiliate who refers its subscribers and earns on all their orders. Each order has four links.
 */
export async function anEarningService(db: Db) {
  const sold = await aService(db, {}, [{ price: 25_00, discounts: [], tracking: { ...notTracked, tracked: true } }]);
  const affiliate = await anAffiliate(db);
  await anAgreement(db, affiliate, sold.service.id);
  return { ...sold, affiliate, units: 4 };
}
export type Sold = Awaited<ReturnType<typeof aService>> & { affiliate?: ActorUser; units?: number };

/** A subscription of $100.00 a month with its first, paid order. */
export async function aStoredSubscription(db: Db, { startedAt, ...values }: StoredSubscription, sold?: Sold) {
  const client = await aCustomer(db);
  const { service, packages, affiliate, units = 1 }: Sold = sold ?? (await aService(db));
  if (affiliate) await aReferral(db, affiliate, {}, client);
  const id = newId(startedAt);
  const order = await anOrder(db, {
    // Use the real counter, because renewals take the next numbers.
    number: nextOrderNumber as unknown as number,
    clientId: client.id,
    serviceId: service.id,
    serviceName: service.name,
    paymentType: "SUBSCRIPTION",
    subscriptionId: id,
    cycle: 1,
    paidAt: startedAt,
    createdAt: startedAt,
    account: values.account ?? "regular",
  });
  await db.insert(orderItems).values({
    id: newId(startedAt),
    orderId: order.id,
    packageId: packages[0]!.id,
    packageName: packages[0]!.name,
    quantity: units,
    unitPrice: 100_00 / units,
    lineTotal: 100_00,
    sequence: 0,
  });
  const recurrence = { orderDuration: values.orderDuration ?? 1, frequency: values.frequency ?? ("MONTH" as const) };
  const anchorDay = values.anchorDay ?? new Date(startedAt).getUTCDate();
  const [row] = await db
    .insert(subscriptions)
    .values({
      id,
      clientId: client.id,
      serviceId: service.id,
      serviceName: service.name,
      initialOrderId: order.id,
      account: "regular",
      status: "Active",
      renewalAmount: 100_00,
      anchorDay,
      previousPayment: startedAt,
      nextPayment: nextPaymentDate(startedAt, anchorDay, recurrence),
      createdAt: startedAt,
      ...recurrence,
      ...values,
    })
    .returning();
  return { subscription: row!, client, order, id };
}

/** Stores a new card and charges it, as the card page does after a successful setup. */
export async function giveNewCard(ctx: Context, id: string, paymentMethodId: string) {
  const row = (await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get())!;
  const setup = { metadata: { card_generation: String(row.cardGeneration) } as Record<string, string> } as PaymentState;
  await storeCard(ctx, row, setup, paymentMethodId);
  await catchUpBilling(ctx, () => {});
  return await chargeAfterNewCard(ctx, id);
}

/** Every row that a subscription's renewals wrote. */
export async function renewalTraces(db: Db, id: string) {
  const [[subscription], cycles, allOrders, paidHistory] = await Promise.all([
    db.select().from(subscriptions).where(eq(subscriptions.id, id)),
    db.select().from(billingCycles).where(eq(billingCycles.subscriptionId, id)).orderBy(billingCycles.cycle),
    db.select().from(orders).where(eq(orders.subscriptionId, id)).orderBy(orders.cycle),
    db
      .select()
      .from(history)
      .where(and(eq(history.entityId, id), eq(history.action, "Renewal paid"))),
  ]);
  const renewed = allOrders.filter((order) => (order.cycle ?? 0) > 1);
  const count = async (rows: Promise<unknown[]>) => (await rows).length;
  const [receipts, issued, earned, links, buyerTold, failureMails] = await Promise.all([
    Promise.all(
      renewed.map((order) =>
        count(
          db
            .select()
            .from(outbox)
            .where(eq(outbox.dedupeKey, `email:receipt:${order.id}`)),
        ),
      ),
    ),
    Promise.all(renewed.map((order) => count(db.select().from(invoices).where(eq(invoices.orderId, order.id))))),
    Promise.all(renewed.map((order) => count(db.select().from(commissions).where(eq(commissions.orderId, order.id))))),
    Promise.all(renewed.map((order) => count(db.select().from(placements).where(eq(placements.orderId, order.id))))),
    Promise.all(
      renewed.map((order) =>
        count(
          db
            .select()
            .from(notifications)
            .where(and(eq(notifications.typeSystemId, order.id), eq(notifications.userId, order.clientId))),
        ),
      ),
    ),
    db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, "cardMail"), like(outbox.dedupeKey, `%:${id}:%`)))
      .orderBy(outbox.id),
  ]);
  return {
    subscription: subscription!,
    cycles,
    renewed,
    steps: paidHistory.length,
    receipts,
    invoices: issued,
    commissions: earned,
    links,
    buyerTold,
    failureMails,
  };
}

/** Subscriptions on the real stack, with one shared movable clock. */
export function renewalsOf(stack: CheckoutStack) {
  const { sandbox, db } = stack;
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  return {
    failures,
    advance: (ms: number) => {
      sandbox.portal.offsetMs += ms;
    },
    /** Sets the clock to `at` (ms UTC). */
    goTo: (at: number) => {
      sandbox.portal.offsetMs = at - Date.now();
    },
    /** A subscription whose card is stored at the provider; by default its payment was due a minute ago. */
    aSubscription: async (card = "pm_card_visa", values: Partial<StoredSubscription> = {}, sold?: Sold) => {
      const account = values.account ?? "regular";
      const customer = await sandbox[account].customers.create({ email: "buyer@example.com" });
      const setup = await sandbox[account].paymentMethods.attach(card, { customer: customer.id });
      return await aStoredSubscription(
        db,
        {
          startedAt: stack.now() - 31 * DAY,
          nextPayment: stack.now() - MINUTE,
          customerId: customer.id,
          paymentMethodId: setup.id,
          ...values,
        },
        sold,
      );
    },
    cron: async (overrides: Partial<Context> = {}) => await renewDue(stack.system(overrides), onFailure),
    traces: (id: string) => renewalTraces(db, id),
    /** The provider's charges for a subscription, refused ones included, oldest first. */
    charges: async (id: string) =>
      (await sandbox.ledger())
        .filter((entry) => entry.kind === "charge" && entry.metadata.subscription_id === id)
        .map(({ status, amount }) => ({ status, amount })),
    /** Stops all charges, so that one test's subscriptions do not renew in the next test. */
    rest: async () => {
      await db.update(subscriptions).set({ status: "Cancelled" });
      await db.update(billingCycles).set({ state: "closed" }).where(eq(billingCycles.state, "open"));
    },
  };
}

export type Renewals = ReturnType<typeof renewalsOf>;
