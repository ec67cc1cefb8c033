import { and, eq, sql } from "drizzle-orm";
import { billingCycles, orders, subscriptions, users } from "~db/schema";
import type { Context } from "../context";
import type { CycleOrigin } from "./cycleStates";

export type CycleRow = typeof billingCycles.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A cycle with its subscription and whoever pays for it. */
export interface Renewal {
  cycle: CycleRow;
  subscription: SubscriptionRow;
  client: { email: string; firstName: string };
  /** Its newest order: what people are led to. */
  latestOrder: { id: string; number: number };
}

const MINUTE_MS = 60_000;
/**
 * Longer than a run takes, and over when the next but one begins: what a killed run left is looked at then. Two that
 * work on the same cycle are no danger, as only its one intent is ever confirmed.
 */
export const LEASE_MS = 10 * MINUTE_MS;

const ofCycle = (subscriptionId: string, cycle: number) =>
  and(eq(billingCycles.subscriptionId, subscriptionId), eq(billingCycles.cycle, cycle));

/** The cycle while this claim holds it: whoever came later, or settled it, is not written over. */
export const heldCycle = (held: CycleRow) =>
  and(
    ofCycle(held.subscriptionId, held.cycle),
    eq(billingCycles.state, "open"),
    sql`${billingCycles.leaseUntil} is ${held.leaseUntil}`,
  );

/** The id of a subscription's newest order, inside a statement. */
export const latestOrderOf = (subscriptionId: string) =>
  sql`(select newest.id from orders newest where newest.subscription_id = ${subscriptionId} order by newest.cycle desc limit 1)`;

/** A cycle as it stands now; null when it was never begun. */
export async function readRenewal(ctx: Context, subscriptionId: string, cycle: number): Promise<Renewal | null> {
  const { db } = ctx;
  // One table a select, in one round trip: joined ones share column names, which D1 answers as one column.
  const [[row], [subscription], [client], [latestOrder]] = await db.batch([
    db.select().from(billingCycles).where(ofCycle(subscriptionId, cycle)),
    db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)),
    db
      .select({ email: users.email, firstName: users.firstName })
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.clientId, users.id))
      .where(eq(subscriptions.id, subscriptionId)),
    db
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(eq(orders.id, latestOrderOf(subscriptionId))),
  ]);
  return row && subscription && client && latestOrder ? { cycle: row, subscription, client, latestOrder } : null;
}

/**
 * Renewals that are due, claimed in one statement: begun ones whose claim is over and whose next try has come, and new
 * ones by their date. Who waits longest comes first, one that was left half-way from the end of its claim on: ones that
 * fail at every run never keep the others from their turn. Of parallel callers each cycle goes to one.
 */
export async function claimDue(ctx: Context, limit: number): Promise<CycleRow[]> {
  const { db, now } = ctx;
  // A claim that is over was left by someone who stopped: what became of it is looked at, whenever the next try is.
  const isFree = sql`coalesce(billing_cycles.lease_until, 0) <= ${now}
    and (coalesce(billing_cycles.next_try_at, 0) <= ${now} or billing_cycles.lease_until is not null)`;
  return await db
    .insert(billingCycles)
    .select(
      newCycles(
        "schedule",
        now,
        sql`where s.id in (
          select id from subscriptions where status in ('Active', 'Due') and next_payment <= ${now}
          union select subscription_id from billing_cycles where state = 'open'
        ) and s.status in ('Active', 'Due') and (
          (billing_cycles.cycle is null and s.next_payment <= ${now})
          or (billing_cycles.state = 'open' and ${isFree}))
        order by coalesce(billing_cycles.lease_until, billing_cycles.next_try_at, s.next_payment), s.id limit ${limit}`,
      ),
    )
    .onConflictDoUpdate({
      target: [billingCycles.subscriptionId, billingCycles.cycle],
      set: {
        leaseUntil: now + LEASE_MS,
        // A Charge Now that was left half-way is still one; after one that was answered the try is the schedule's.
        origin: sql`iif(billing_cycles.lease_until is null, 'schedule', billing_cycles.origin)`,
      },
      setWhere: sql`billing_cycles.state = 'open' and ${isFree}`,
    })
    .returning();
}

/**
 * One cycle of one subscription, whether its date has come or not; undefined when it is being worked on, was decided, is
 * no longer the next one, or the subscription is none to be charged (Active or Due).
 */
export async function claimCycle(
  ctx: Context,
  { subscriptionId, cycle, origin }: { subscriptionId: string; cycle: number; origin: CycleOrigin },
): Promise<CycleRow | undefined> {
  const { db, now } = ctx;
  const [claimed] = await db
    .insert(billingCycles)
    .select(
      newCycles(
        origin,
        now,
        sql`where s.id = ${subscriptionId} and s.current_cycle + 1 = ${cycle} and s.status in ('Active', 'Due')`,
      ),
    )
    .onConflictDoUpdate({
      target: [billingCycles.subscriptionId, billingCycles.cycle],
      set: { leaseUntil: now + LEASE_MS, origin },
      setWhere: sql`billing_cycles.state = 'open' and coalesce(billing_cycles.lease_until, 0) <= ${now}`,
    })
    .returning();
  return claimed;
}

/** The next cycle of subscriptions as a row to insert; columns in the table's order. */
const newCycles = (origin: CycleOrigin, now: number, rest: ReturnType<typeof sql>) => sql`
  select s.id, s.current_cycle + 1, 'open', ${origin}, s.account, s.renewal_amount, s.next_payment, 1, null,
    ${now + LEASE_MS}, 0, null, null, null, null, null, 0, null, ${now}, null
  from subscriptions s
  left join billing_cycles on billing_cycles.subscription_id = s.id and billing_cycles.cycle = s.current_cycle + 1
  ${rest}`;

/** Gives a claimed cycle back without a decision: the next run may look again. */
export async function releaseCycle(ctx: Context, held: CycleRow): Promise<void> {
  await ctx.db.update(billingCycles).set({ leaseUntil: null }).where(heldCycle(held));
}
