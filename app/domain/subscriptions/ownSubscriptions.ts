import { and, count, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ListQuery, Page } from "~/list/defineList";
import { named } from "~db/named";
import { billingCycles, orders, subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Frequency } from "../catalogue/serviceTypes";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import type { OrderStatus } from "../orders/orderStates";
import { cardToShow, type ShownCard } from "./cardToShow";
import type { CycleState } from "./cycleStates";
import { type NextAmount, readNextAmounts } from "./nextAmount";
import { SHOWN_ORDERS, type SubscriptionStatus } from "./subscriptionStates";

/** A subscription as its customer sees it. Cents and ms UTC. */
export interface OwnSubscription extends NextAmount {
  id: string;
  serviceName: string;
  initialOrderId: string;
  customerId: string;
  status: SubscriptionStatus;
  orderDuration: number;
  frequency: Frequency;
  currentCycle: number;
  previousPayment: number;
  nextPayment: number;
  createdAt: number;
  cancelledAt: number | null;
  /** Null when the subscription has ended or the card is unknown. */
  card: ShownCard | null;
  cancelRequest: { at: number; reason: string } | null;
  /** When it ends because its customer cancelled it; until then they can undo that. */
  endsAt: number | null;
  version: number;
  /** The next cycle's payment, once started. */
  payment: {
    state: CycleState;
    /** The bank needs the owner to confirm it (3-D Secure). */
    actionNeeded: boolean;
    tries: number;
    nextTryAt: number | null;
    /** The provider's message. */
    failure: string | null;
  } | null;
  /** Its paid orders, newest first. */
  orders: OwnSubscriptionOrder[];
}

export interface OwnSubscriptionOrder {
  id: string;
  number: number;
  cycle: number;
  total: Cents;
  paidAt: number;
  status: OrderStatus;
}

/** The signed-in customer's subscriptions with their payments, cancelled ones last (rules.md subscriptions/own). */
export async function ownSubscriptions(ctx: Context): Promise<OwnSubscription[]> {
  authorize(ctx, "subscriptions.own");
  return await readOwn(ctx, ownedBy(ctx));
}

export async function ownSubscriptionPage(
  ctx: Context,
  { page, pageSize }: Pick<ListQuery, "page" | "pageSize">,
): Promise<Page<OwnSubscription>> {
  authorize(ctx, "subscriptions.own");
  const { db } = ctx;
  const shown = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(ownedBy(ctx))
    .orderBy(...inOrder)
    .limit(pageSize)
    .offset(page * pageSize);
  const [content, counted] = await Promise.all([
    readOwn(ctx, and(ownedBy(ctx), inArray(subscriptions.id, shown))),
    db.select({ total: count() }).from(subscriptions).where(ownedBy(ctx)).get(),
  ]);
  return { content, totalElements: counted?.total ?? 0 };
}

/** Subscriptions whose payment is due or failed. */
export async function unpaidSubscriptions(ctx: Context): Promise<OwnSubscription[]> {
  authorize(ctx, "subscriptions.own");
  return await readOwn(ctx, and(ownedBy(ctx), inArray(subscriptions.status, ["Due", "Past_Due"])));
}

/** Throws NotFound, also for another customer's subscription. */
export async function ownSubscription(ctx: Context, id: string): Promise<OwnSubscription> {
  authorize(ctx, "subscriptions.own");
  const [found] = await readOwn(ctx, and(ownedBy(ctx), eq(subscriptions.id, id)));
  if (!found) throw new NotFound();
  return found;
}

const ownedBy = (ctx: Context) => eq(subscriptions.clientId, actorId(ctx));
const inOrder = [sql`${subscriptions.status} = 'Cancelled'`, desc(subscriptions.createdAt), desc(subscriptions.id)];

async function readOwn(ctx: Context, own: SQL | undefined): Promise<OwnSubscription[]> {
  const { db } = ctx;
  const newest = alias(orders, "newest");
  // An order moved to another client belongs to that client (rules.md orders/move). The plus keeps the planner on the
  // subscription's cycles: by client it would read all of the client's orders.
  const shownOrders = sql`(select ${newest.id} from ${orders} newest where ${eq(newest.subscriptionId, subscriptions.id)}
    and +${newest.clientId} = ${actorId(ctx)} and ${isNotNull(newest.paidAt)} order by ${newest.cycle} desc limit ${sql.raw(String(SHOWN_ORDERS))})`;
  const [rows, paid] = await db.batch([
    db
      .select({
        id: named(subscriptions.id, "own_id"),
        serviceName: subscriptions.serviceName,
        initialOrderId: subscriptions.initialOrderId,
        customerId: subscriptions.customerId,
        account: named(subscriptions.account, "own_account"),
        paymentMethodId: subscriptions.paymentMethodId,
        status: subscriptions.status,
        renewalAmount: subscriptions.renewalAmount,
        orderDuration: subscriptions.orderDuration,
        frequency: subscriptions.frequency,
        currentCycle: subscriptions.currentCycle,
        previousPayment: subscriptions.previousPayment,
        nextPayment: subscriptions.nextPayment,
        createdAt: named(subscriptions.createdAt, "own_created_at"),
        cancelledAt: subscriptions.cancelledAt,
        version: named(subscriptions.version, "own_version"),
        cardBrand: subscriptions.cardBrand,
        cardLast4: subscriptions.cardLast4,
        cardExpiresAt: subscriptions.cardExpiresAt,
        cancelRequestedAt: subscriptions.cancelRequestedAt,
        cancelRequest: subscriptions.cancelRequest,
        endsAt: subscriptions.endsAt,
        state: named(billingCycles.state, "cycle_state"),
        actionNeeded: billingCycles.actionNeeded,
        tries: billingCycles.tries,
        nextTryAt: billingCycles.nextTryAt,
        lastFailure: billingCycles.lastFailure,
      })
      .from(subscriptions)
      .leftJoin(
        billingCycles,
        and(
          eq(billingCycles.subscriptionId, subscriptions.id),
          eq(billingCycles.cycle, sql`${subscriptions.currentCycle} + 1`),
        ),
      )
      .where(own)
      .orderBy(...inOrder),
    db
      .select({
        id: named(orders.id, "order_id"),
        subscriptionId: named(orders.subscriptionId, "order_subscription"),
        number: orders.number,
        cycle: sql<number>`${orders.cycle}`.as("order_cycle"),
        total: orders.total,
        paidAt: sql<number>`${orders.paidAt}`.as("order_paid_at"),
        status: named(orders.status, "order_status"),
      })
      .from(subscriptions)
      .innerJoin(orders, sql`${orders.id} in ${shownOrders}`)
      .where(own)
      .orderBy(desc(orders.cycle)),
  ]);
  const payments = await readNextAmounts(ctx, rows);
  return await Promise.all(
    rows.map(async (row): Promise<OwnSubscription> => {
      const {
        account: _account,
        paymentMethodId: _card,
        renewalAmount: _,
        cardBrand,
        cardLast4,
        cardExpiresAt,
        ...shown
      } = row;
      const { state, actionNeeded, tries, nextTryAt, lastFailure, cancelRequestedAt, cancelRequest, ...own } = shown;
      return {
        ...own,
        ...payments.get(row.id)!,
        card:
          row.status === "Cancelled" ? null : await cardToShow(ctx, { ...row, cardBrand, cardLast4, cardExpiresAt }),
        cancelRequest: cancelRequestedAt === null ? null : { at: cancelRequestedAt, reason: cancelRequest ?? "" },
        payment: state
          ? { state, actionNeeded: actionNeeded ?? false, tries: tries ?? 0, nextTryAt, failure: lastFailure }
          : null,
        orders: paid.filter((order) => order.subscriptionId === row.id).map(({ subscriptionId: _, ...order }) => order),
      };
    }),
  );
}
