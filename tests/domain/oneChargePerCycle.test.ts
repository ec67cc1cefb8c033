import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyPaymentEvent } from "~/domain/billing/applyPaymentEvent";
import { chargeNow } from "~/domain/billing/chargeNow";
import { renewDue } from "~/domain/billing/renewDue";
import type { ActorUser } from "~/domain/context";
import { closeCancelledRenewals } from "~/domain/renewals/closeRenewal";
import { stopSubscriptionStatements } from "~/domain/subscriptions/stopSubscriptionStatements";
import { atomicBatch } from "~db/client.server";
import { cheapPayments, randomOf } from "../support/cheapPayments";
import { openTestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { killable } from "../support/killing";
import { anEarningService, aStoredSubscription, DAY, giveNewCard, MINUTE, type Sold } from "../support/renewals";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { isDeep, TEST_SEED } from "../support/tier";

/** Rounds of 40 subscriptions. The seed repeats the random choices, but not the interleaving of parallel work. */
const ROUNDS = isDeep ? 25 : 5;
const SUBSCRIPTIONS = 40;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let staff: ActorUser;
let sold: Sold;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = await aStaffMember(database.db);
  sold = await anEarningService(database.db);
});
afterAll(() => database.dispose());

const random = randomOf(TEST_SEED);
const chance = (rate: number) => random() < rate;
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
const provider = cheapPayments(random);
let now = TEST_NOW;

type Stored = Awaited<ReturnType<typeof aStoredSubscription>>;
const ids = (list: readonly Stored[]) => JSON.stringify(list.map(({ id }) => id));

const idle: ReturnType<typeof killable>[] = [];
const busy: ReturnType<typeof killable>[] = [];

/** The context of a process that may be killed at one of its steps. */
function aProcess(actor = actingSystem) {
  const kill = idle.pop() ?? killable({ k: 0, when: "before" });
  busy.push(kill);
  kill.restart({ k: chance(0.5) ? 1 + Math.floor(random() * 80) : 0, when: pick(["before", "after"]) });
  const ctx = testContext(database.db, actor, { now, payments: provider.payments });
  return kill.context(ctx, database.binding);
}

/** Ignores errors: a process may be killed, refused or left without an answer. */
const ignoreFailure = (work: Promise<unknown>) => work.catch(() => null);

function deliver() {
  const queued = provider.events.splice(0).sort(() => random() - 0.5);
  // Some events arrive later, some twice, some never.
  for (const event of queued) if (chance(0.2)) provider.events.push(event);
  return queued
    .filter(() => chance(0.8))
    .flatMap((event) => [event, ...(chance(0.4) ? [event] : [])])
    .map((event) => ignoreFailure(applyPaymentEvent(aProcess(), event)));
}

test(`renews once per cycle in random interleavings (seed ${TEST_SEED})`, async () => {
  const { db } = database;
  for (let round = 0; round < ROUNDS; round++) {
    const where = `seed ${TEST_SEED}, round ${round}`;
    const all = await Promise.all(
      Array.from({ length: SUBSCRIPTIONS }, () =>
        aStoredSubscription(
          db,
          {
            startedAt: now - 31 * DAY,
            // Some are not due yet: only Charge Now may start them.
            nextPayment: now + (chance(0.15) ? 10 * DAY : -MINUTE),
            customerId: "cus_1",
            paymentMethodId: chance(0.15) ? "pm_declined" : "pm_good",
          },
          sold,
        ),
      ),
    );
    provider.trouble.rate = 0.08;
    for (let tick = 0; tick < 3; tick++) {
      const cancelled = pick(all);
      const renewed = pick(all);
      await Promise.all([
        ignoreFailure(renewDue(aProcess(), () => {})),
        ignoreFailure(renewDue(aProcess(), () => {})),
        ...[1, 2, 3, 4].map(() =>
          ignoreFailure(chargeNow(aProcess(actingAs(staff) as typeof actingSystem), { id: pick(all).id, cycle: 2 })),
        ),
        ...(chance(0.5)
          ? [
              ignoreFailure(
                atomicBatch(
                  db,
                  stopSubscriptionStatements(testContext(db, actingSystem, { now }), cancelled.subscription, "Enough"),
                ),
              ),
            ]
          : []),
        ...(chance(0.5) ? [ignoreFailure(giveNewCard(aProcess(), renewed.id, "pm_good"))] : []),
        ...deliver(),
      ]);
      idle.push(...busy.splice(0));
      now += pick([MINUTE, 4 * MINUTE, 11 * MINUTE, 11 * MINUTE]);
    }
    // All faults end; run until no work is left.
    provider.trouble.rate = 0;
    for (let quiet = 0, remaining = 1; remaining > 0 || quiet < 2; quiet++) {
      now += 11 * MINUTE;
      const ctx = () => testContext(db, actingSystem, { now, payments: provider.payments });
      const fail = (error: unknown) => {
        throw error;
      };
      const closed = await closeCancelledRenewals(ctx(), fail);
      const renewed = await renewDue(ctx(), fail);
      remaining = closed.done + renewed.done;
      if (quiet > 12) throw new Error(`Work never ends: ${where}`);
    }
    await expectConsistent(all, where);
    // Take these subscriptions out of the next round.
    await db.run(
      sql`update subscriptions set status = 'Cancelled' where id in (select value from json_each(${ids(all)}))`,
    );
    await db.run(sql`update billing_cycles set state = 'closed' where state in ('open', 'failed')`);
    provider.charges.length = 0;
  }
}, 900_000);

interface Outcome {
  id: string;
  status: string;
  card: string;
  currentCycle: number;
  nextPayment: number;
  state: string | null;
  leaseUntil: number | null;
  tries: number | null;
  orders: number;
  steps: number;
  receipts: number;
  invoices: number;
  commissions: number;
  links: number;
  shares: number;
  notices: number;
  failureMails: number;
}

async function expectConsistent(all: readonly Stored[], where: string) {
  const rows = await database.db.all<Outcome>(sql`
    select s.id, s.status, s.payment_method_id as card, s.current_cycle as currentCycle, s.next_payment as nextPayment,
      c.state, c.lease_until as leaseUntil, c.tries,
      (select count(*) from orders o where o.subscription_id = s.id and o.cycle > 1) as orders,
      (select count(*) from history h where h.entity = 'subscription' and h.entity_id = s.id and h.action = 'Renewal paid') as steps,
      (select count(*) from orders o join outbox x on x.dedupe_key = 'email:receipt:' || o.id where o.subscription_id = s.id) as receipts,
      (select count(*) from orders o join invoices i on i.order_id = o.id where o.subscription_id = s.id) as invoices,
      (select count(*) from orders o join commissions k on k.order_id = o.id where o.subscription_id = s.id) as commissions,
      (select count(*) from orders o join placements p on p.order_id = o.id where o.subscription_id = s.id and o.cycle > 1) as links,
      (select coalesce(sum(p.share), 0) from orders o join placements p on p.order_id = o.id where o.subscription_id = s.id and o.cycle > 1) as shares,
      (select count(*) from orders o join notifications n on n.type_system_id = o.id and n.user_id = s.client_id
        where o.subscription_id = s.id and o.cycle > 1) as notices,
      (select count(*) from outbox x where x.dedupe_key > 'cardMail:renewal.failed:' || s.id and x.dedupe_key < 'cardMail:renewal.failed:' || s.id || '~') as failureMails
    from subscriptions s left join billing_cycles c on c.subscription_id = s.id and c.cycle = 2
    where s.id in (select value from json_each(${ids(all)}))`);
  expect(rows).toHaveLength(all.length);
  for (const row of rows) {
    const paid = provider.charges.filter((charge) => charge.subscriptionId === row.id && charge.succeeded).length;
    const text = `${where}: ${JSON.stringify({ ...row, paid })}`;
    expect(paid, text).toBeLessThanOrEqual(1);
    const { orders, steps, receipts, invoices, commissions, notices, currentCycle, leaseUntil } = row;
    expect({ orders, steps, receipts, invoices, commissions, notices, currentCycle }, text).toEqual({
      orders: paid,
      steps: paid,
      receipts: paid,
      invoices: paid,
      commissions: paid,
      notices: paid,
      currentCycle: 1 + paid,
    });
    // Four links for each paid cycle, whose shares are what was paid.
    expect([row.links, row.shares], text).toEqual([4 * paid, 100_00 * paid]);
    expect(leaseUntil, text).toBeNull();
    if (paid === 1) expect(row.state, text).toBe("paid");
    if (row.status !== "Cancelled" && row.card === "pm_good" && row.nextPayment <= now) {
      // Only a declined card that waits for its retry may still be unpaid.
      expect([row.status, row.state], text).toEqual(["Due", "open"]);
      expect(row.tries, text).toBeGreaterThan(0);
    }
    if (row.card === "pm_declined") expect(row.failureMails, text).toBeLessThanOrEqual(row.tries ?? 0);
  }
}
