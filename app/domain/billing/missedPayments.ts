import { and, asc, eq, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { fullName } from "~db/fullName";
import { missedCycles, subscriptions, users } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context, readerZone } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { Cents } from "../money";
import { billingPauseText } from "../recovery/billingPauseText";
import { asBilling, type ChargeOutcome, chargeCycle } from "../renewals/chargeCycle";
import { claimCycle } from "../subscriptions/billingCycle";
import { cycleTaxes } from "../subscriptions/cycleTaxes";
import {
  type SubscriptionStatus,
  subscriptionActions,
  subscriptionStatusLabel,
} from "../subscriptions/subscriptionStates";
import { catchUpBilling } from "./catchUpBilling";

/** A subscription with payments that fell due while billing did not run. Cents and ms UTC. */
export interface MissedPayments {
  subscriptionId: string;
  clientId: string;
  clientName: string;
  serviceName: string;
  status: SubscriptionStatus;
  dueAts: number[];
  /** Of all dates together. */
  amount: Cents;
}

const MAX_ROWS = 500;
/** Provider calls take seconds each; the rest waits for the next click. */
const MAX_CHARGES = 12;

/** Subscriptions whose missed payments wait for a decision, longest waiting first. */
export async function findMissedPayments(ctx: Context, subscriptionId?: string): Promise<MissedPayments[]> {
  authorize(ctx, "subscriptions.manage");
  const taxes = cycleTaxes(ctx, sql`subscriptions`);
  const rows = await ctx.db
    .select({
      subscriptionId: missedCycles.subscriptionId,
      dueAt: missedCycles.dueAt,
      amount: missedCycles.amount,
      // Left out without a tax.
      ...(taxes && { tax: taxes.tax.as("missed_tax") }),
      clientId: subscriptions.clientId,
      serviceName: subscriptions.serviceName,
      status: subscriptions.status,
      clientName: fullName(users).as("client_name"),
    })
    .from(missedCycles)
    .innerJoin(subscriptions, eq(subscriptions.id, missedCycles.subscriptionId))
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .where(
      and(
        eq(missedCycles.state, "open"),
        subscriptionId === undefined ? undefined : eq(missedCycles.subscriptionId, subscriptionId),
      ),
    )
    .orderBy(asc(missedCycles.createdAt), asc(missedCycles.subscriptionId), asc(missedCycles.dueAt))
    .limit(MAX_ROWS);
  const bySubscription = new Map<string, MissedPayments>();
  for (const { dueAt, amount, tax = 0, ...row } of rows as (Omit<(typeof rows)[number], "tax"> & { tax?: Cents })[]) {
    const one = bySubscription.get(row.subscriptionId) ?? { ...row, dueAts: [], amount: 0 };
    one.dueAts.push(dueAt);
    one.amount += amount + tax;
    bySubscription.set(row.subscriptionId, one);
  }
  return [...bySubscription.values()];
}

/** The content of the dialogs. Throws NotFound when nothing is left to decide. */
export async function findMissedOf(ctx: Context, subscriptionId: string): Promise<MissedPayments> {
  const [missed] = await findMissedPayments(ctx, subscriptionId);
  if (!missed) throw new NotFound();
  return missed;
}

/**
 * Charges the missed payments one after another, each as a cycle and order of its own, and changes no date (rules.md
 * subscriptions/missed). Stops at the first that is not charged. Returns how many were and why it stopped. Throws
 * NotFound; Conflict when the subscription has ended or billing is paused; PaymentsUnavailable.
 */
export async function chargeMissed(
  ctx: Context,
  subscriptionId: string,
): Promise<{ charged: number; left: number; stoppedBy: Exclude<ChargeOutcome, "charged"> | null }> {
  const missed = await findMissedOf(ctx, subscriptionId);
  if (!subscriptionActions[missed.status].includes("chargeNow"))
    throw new Conflict(`A subscription that is ${subscriptionStatusLabel(missed.status)} cannot be charged`);
  const pausedSince = await catchUpBilling(ctx, () => {});
  if (pausedSince !== null) throw new Conflict(`Billing is paused. ${billingPauseText(pausedSince, readerZone(ctx))}`);
  await recordDecision(ctx, missed, "Charge missed payments");
  let charged = 0;
  let stoppedBy: Exclude<ChargeOutcome, "charged"> | null = null;
  for (const _ of missed.dueAts.slice(0, MAX_CHARGES)) {
    const outcome = await chargeNext(ctx, subscriptionId);
    if (outcome !== "charged") {
      stoppedBy = outcome;
      break;
    }
    charged++;
  }
  return { charged, left: missed.dueAts.length - charged, stoppedBy };
}

/**
 * The payment marks the oldest missed date in its own batch, so a crash leaves neither a second charge nor a lost one.
 */
async function chargeNext(ctx: Context, subscriptionId: string): Promise<ChargeOutcome> {
  const row = await ctx.db
    .select({ currentCycle: subscriptions.currentCycle })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
    .get();
  if (!row) throw new NotFound();
  const claimed = await claimCycle(ctx, { subscriptionId, cycle: row.currentCycle + 1, origin: "missed" });
  return claimed ? await chargeCycle(asBilling(ctx), claimed) : "underway";
}

/** Decides that the missed payments are not charged. Throws NotFound. */
export async function waiveMissedPayments(ctx: Context, subscriptionId: string): Promise<number> {
  const missed = await findMissedOf(ctx, subscriptionId);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(missedCycles)
      .set({ state: "left", decidedAt: ctx.now, decidedById: actorId(ctx) })
      .where(
        and(
          eq(missedCycles.subscriptionId, subscriptionId),
          eq(missedCycles.state, "open"),
          sql`${missedCycles.dueAt} in (select value from json_each(${JSON.stringify(missed.dueAts)}))`,
        ),
      ),
    decisionStatement(ctx, missed, "Leave missed payments"),
  ]);
  return missed.dueAts.length;
}

const decisionStatement = (ctx: Context, { subscriptionId, dueAts, amount }: MissedPayments, action: string) =>
  historyStatement(ctx, {
    entity: "subscription",
    entityId: subscriptionId,
    action,
    changes: [
      { field: "payments", before: null, after: dueAts.length },
      { field: "amount", before: null, after: amount },
    ],
  });

const recordDecision = (ctx: Context, missed: MissedPayments, action: string) =>
  atomicBatch(ctx.db, [decisionStatement(ctx, missed, action)]);
