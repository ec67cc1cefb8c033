import { and, eq, type SQL, sql } from "drizzle-orm";
import { insertFrom } from "~db/insertRows";
import { billingCycles, orders, subscriptions, users } from "~db/schema";
import type { Context } from "../context";
import type { CycleRow, Renewal } from "../orderPaid";
import { statementTextOf } from "../settings/statementText";
import type { CycleOrigin } from "./cycleStates";
import { cycleTaxes } from "./cycleTaxes";

const MINUTE_MS = 60_000;
/**
 * Longer than a run takes. Expires before the next run but one, which picks up a killed run's cycle. Two workers on
 * one cycle are safe, because only its single intent is ever confirmed.
 */
export const LEASE_MS = 10 * MINUTE_MS;

const ofCycle = (subscriptionId: string, cycle: number) =>
  and(eq(billingCycles.subscriptionId, subscriptionId), eq(billingCycles.cycle, cycle));

/** Matches the cycle only while this worker's lease holds, so a later worker's result is never overwritten. */
export const heldCycle = (leased: CycleRow) =>
  and(
    ofCycle(leased.subscriptionId, leased.cycle),
    eq(billingCycles.state, "open"),
    sql`${billingCycles.leaseUntil} is ${leased.leaseUntil}`,
  );

/** SQL for the id of a subscription's newest order. */
export const latestOrderOf = (subscriptionId: string) =>
  sql`(select newest.id from orders newest where newest.subscription_id = ${subscriptionId} order by newest.cycle desc limit 1)`;

/** Reads a cycle; null if it was never started. */
export async function readRenewal(ctx: Context, subscriptionId: string, cycle: number): Promise<Renewal | null> {
  const { db } = ctx;
  // One table per select: joined tables share column names, which D1 merges into one.
  const [[row], [subscription], [client], [latestOrder]] = await db.batch([
    db.select().from(billingCycles).where(ofCycle(subscriptionId, cycle)),
    db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)),
    db
      .select({ email: users.email, firstName: users.firstName, lastName: users.lastName, timeZone: users.timeZone })
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
 * Leases due renewals in one statement: started cycles with an expired lease and a due try, and new ones by date. The
 * longest wait comes first, counted from the end of an abandoned lease, so failing renewals never starve others.
 * Parallel callers never get the same cycle. Skips subscriptions whose customer cancelled or asked to, but for the
 * outcome of a try that a stopped worker left (rules.md subscriptions/own).
 */
export async function claimDue(ctx: Context, limit: number): Promise<CycleRow[]> {
  const { now } = ctx;
  // An expired lease means a worker stopped. Check its outcome regardless of the next try's date.
  const isFree = sql`coalesce(billing_cycles.lease_until, 0) <= ${now}
    and (coalesce(billing_cycles.next_try_at, 0) <= ${now} or billing_cycles.lease_until is not null)`;
  return await insertNextCycles(
    ctx,
    "schedule",
    sql`where s.id in (
          select id from subscriptions where status in ('Active', 'Due') and next_payment <= ${now}
          union select subscription_id from billing_cycles where state = 'open'
        ) and s.status in ('Active', 'Due')
        and ((s.ends_at is null and s.cancel_requested_at is null) or billing_cycles.lease_until is not null) and (
          (billing_cycles.cycle is null and s.next_payment <= ${now})
          or (billing_cycles.state = 'open' and ${isFree}))
        order by coalesce(billing_cycles.lease_until, billing_cycles.next_try_at, s.next_payment), s.id limit ${limit}`,
  )
    .onConflictDoUpdate({
      target: [billingCycles.subscriptionId, billingCycles.cycle],
      set: {
        leaseUntil: now + LEASE_MS,
        // An abandoned Charge Now keeps its origin. After a response, the next try belongs to the schedule.
        origin: sql`iif(billing_cycles.lease_until is null, 'schedule', billing_cycles.origin)`,
      },
      setWhere: sql`billing_cycles.state = 'open' and ${isFree}`,
    })
    .returning();
}

/**
 * Leases one cycle, due or not. Undefined when another worker holds it, it is decided, it is not the next one, or the
 * subscription is not Active or Due, or ends.
 */
export async function claimCycle(
  ctx: Context,
  { subscriptionId, cycle, origin }: { subscriptionId: string; cycle: number; origin: CycleOrigin },
): Promise<CycleRow | undefined> {
  const { now } = ctx;
  const [claimed] = await insertNextCycles(
    ctx,
    origin,
    sql`where s.id = ${subscriptionId} and s.current_cycle + 1 = ${cycle} and s.status in ('Active', 'Due')
      and s.ends_at is null`,
  )
    .onConflictDoUpdate({
      target: [billingCycles.subscriptionId, billingCycles.cycle],
      set: { leaseUntil: now + LEASE_MS, origin },
      setWhere: sql`billing_cycles.state = 'open' and coalesce(billing_cycles.lease_until, 0) <= ${now}`,
    })
    .returning();
  return claimed;
}

/** Inserts the next cycle of the subscriptions that `rest` chooses. */
function insertNextCycles(ctx: Pick<Context, "db" | "now" | "settings">, origin: CycleOrigin, rest: SQL) {
  const taxes = cycleTaxes(ctx, sql`s`);
  return insertFrom(
    ctx.db,
    billingCycles,
    {
      subscriptionId: sql`s.id`,
      cycle: sql`s.current_cycle + 1`,
      origin,
      account: sql`s.account`,
      amount: taxes ? sql`s.renewal_amount + ${taxes.tax}` : sql`s.renewal_amount`,
      ...taxes,
      dueAt: sql`s.next_payment`,
      statementText: sql`case s.account when 'regular' then ${statementTextOf(ctx, "regular")} else ${statementTextOf(ctx, "custom")} end`,
      leaseUntil: ctx.now + LEASE_MS,
      createdAt: ctx.now,
    },
    sql`from subscriptions s
      left join billing_cycles on billing_cycles.subscription_id = s.id and billing_cycles.cycle = s.current_cycle + 1
      ${rest}`,
  );
}

/** Releases the lease without a decision, so the next run can retry. */
export async function releaseCycle(ctx: Context, leased: CycleRow): Promise<void> {
  await ctx.db.update(billingCycles).set({ leaseUntil: null }).where(heldCycle(leased));
}
