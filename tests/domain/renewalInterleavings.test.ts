import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyPaymentEvent } from "~/domain/checkout/applyPaymentEvent";
import type { ActorUser } from "~/domain/context";
import { chargeNow } from "~/domain/subscriptions/chargeNow";
import { closeCancelledRenewals } from "~/domain/subscriptions/closeRenewal";
import { renewDue } from "~/domain/subscriptions/renewDue";
import { stopSubscriptionStatements } from "~/domain/subscriptions/stopSubscriptionStatements";
import { writeTogether } from "~db/client.server";
import { cheapPayments, randomOf } from "../support/cheapPayments";
import { openTestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { killable } from "../support/killing";
import { anEarningService, aStoredSubscription, DAY, giveNewCard, MINUTE, type Sold } from "../support/renewals";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

/** RENEWAL_SEED=n runs the same again; how the parts of a run fall in with each other is up to the machine. */
const SEED = Number(process.env.RENEWAL_SEED) || Math.floor(Math.random() * 1e9);
const ROUNDS = Number(process.env.RENEWAL_ROUNDS) || 25;
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

const random = randomOf(SEED);
const chance = (rate: number) => random() < rate;
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
const provider = cheapPayments(random);
let now = TEST_NOW;

type Stored = Awaited<ReturnType<typeof aStoredSubscription>>;
const ids = (list: readonly Stored[]) => JSON.stringify(list.map((one) => one.id));

const idle: ReturnType<typeof killable>[] = [];
const busy: ReturnType<typeof killable>[] = [];

/** The context of one process, which may die at one of its steps. */
function aProcess(actor = actingSystem) {
  const kill = idle.pop() ?? killable({ k: 0, when: "before" });
  busy.push(kill);
  kill.restart({ k: chance(0.5) ? 1 + Math.floor(random() * 80) : 0, when: pick(["before", "after"]) });
  const ctx = testContext(database.db, actor, { now, payments: provider.payments });
  return kill.context(ctx, database.binding);
}

/** What one process does; that it dies, is refused or not answered is part of the game. */
const survived = (work: Promise<unknown>) => work.catch(() => null);

function deliver() {
  const waiting = provider.events.splice(0).sort(() => random() - 0.5);
  // Some come later, some twice, some never.
  for (const event of waiting) if (chance(0.2)) provider.events.push(event);
  return waiting
    .filter(() => chance(0.8))
    .flatMap((event) => [event, ...(chance(0.4) ? [event] : [])])
    .map((event) => survived(applyPaymentEvent(aProcess(), event)));
}

test(`${ROUNDS * SUBSCRIPTIONS} random interleavings (seed ${SEED}): one charge, order, step, commission and mail a cycle`, async () => {
  const { db } = database;
  for (let round = 0; round < ROUNDS; round++) {
    const where = `seed ${SEED}, round ${round}`;
    const all = await Promise.all(
      Array.from({ length: SUBSCRIPTIONS }, () =>
        aStoredSubscription(
          db,
          {
            startedAt: now - 31 * DAY,
            // Some are early: only Charge Now begins them.
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
        survived(renewDue(aProcess(), () => {})),
        survived(renewDue(aProcess(), () => {})),
        ...[1, 2, 3, 4].map(() =>
          survived(chargeNow(aProcess(actingAs(staff) as typeof actingSystem), { id: pick(all).id, cycle: 2 })),
        ),
        ...(chance(0.5)
          ? [
              survived(
                writeTogether(
                  db,
                  stopSubscriptionStatements(testContext(db, actingSystem, { now }), cancelled.subscription, "Enough"),
                ),
              ),
            ]
          : []),
        ...(chance(0.5) ? [survived(giveNewCard(aProcess(), renewed.id, "pm_good"))] : []),
        ...deliver(),
      ]);
      idle.push(...busy.splice(0));
      now += pick([MINUTE, 4 * MINUTE, 11 * MINUTE, 11 * MINUTE]);
    }
    // Everybody is well again, until nothing is left to do.
    provider.trouble.rate = 0;
    for (let quiet = 0, left = 1; left > 0 || quiet < 2; quiet++) {
      now += 11 * MINUTE;
      const ctx = () => testContext(db, actingSystem, { now, payments: provider.payments });
      const fail = (error: unknown) => {
        throw error;
      };
      const closed = await closeCancelledRenewals(ctx(), fail);
      const renewed = await renewDue(ctx(), fail);
      left = closed.done + renewed.done;
      if (quiet > 12) throw new Error(`It never comes to rest: ${where}`);
    }
    await expectKept(all, where);
    // The next round begins without them.
    await db.run(
      sql`update subscriptions set status = 'Cancelled' where id in (select value from json_each(${ids(all)}))`,
    );
    await db.run(sql`update billing_cycles set state = 'closed' where state in ('open', 'failed')`);
    provider.charges.length = 0;
  }
}, 900_000);

interface Left {
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
  told: number;
  failureMails: number;
}

async function expectKept(all: readonly Stored[], where: string) {
  const rows = await database.db.all<Left>(sql`
    select s.id, s.status, s.payment_method_id as card, s.current_cycle as currentCycle, s.next_payment as nextPayment,
      c.state, c.lease_until as leaseUntil, c.tries,
      (select count(*) from orders o where o.subscription_id = s.id and o.cycle > 1) as orders,
      (select count(*) from history h where h.entity = 'subscription' and h.entity_id = s.id and h.action = 'Renewal paid') as steps,
      (select count(*) from orders o join outbox x on x.dedupe_key = 'email:receipt:' || o.id where o.subscription_id = s.id) as receipts,
      (select count(*) from orders o join invoices i on i.order_id = o.id where o.subscription_id = s.id) as invoices,
      (select count(*) from orders o join commissions k on k.order_id = o.id where o.subscription_id = s.id) as commissions,
      (select count(*) from orders o join notifications n on n.type_system_id = o.id and n.user_id = s.client_id
        where o.subscription_id = s.id and o.cycle > 1) as told,
      (select count(*) from outbox x where x.dedupe_key > 'cardMail:renewal.failed:' || s.id and x.dedupe_key < 'cardMail:renewal.failed:' || s.id || '~') as failureMails
    from subscriptions s left join billing_cycles c on c.subscription_id = s.id and c.cycle = 2
    where s.id in (select value from json_each(${ids(all)}))`);
  expect(rows).toHaveLength(all.length);
  for (const row of rows) {
    const paid = provider.charges.filter((one) => one.subscriptionId === row.id && one.succeeded).length;
    const text = `${where}: ${JSON.stringify({ ...row, paid })}`;
    expect(paid, text).toBeLessThanOrEqual(1);
    const { orders, steps, receipts, invoices, commissions, told, currentCycle, leaseUntil } = row;
    expect({ orders, steps, receipts, invoices, commissions, told, currentCycle }, text).toEqual({
      ...{ orders: paid, steps: paid, receipts: paid, invoices: paid, commissions: paid, told: paid },
      currentCycle: 1 + paid,
    });
    expect(leaseUntil, text).toBeNull();
    if (paid === 1) expect(row.state, text).toBe("paid");
    if (row.status !== "Cancelled" && row.card === "pm_good" && row.nextPayment <= now) {
      // Only a card that was refused before and waits for its day may still be unpaid.
      expect([row.status, row.state], text).toEqual(["Due", "open"]);
      expect(row.tries, text).toBeGreaterThan(0);
    }
    if (row.card === "pm_declined") expect(row.failureMails, text).toBeLessThanOrEqual(row.tries ?? 0);
  }
}
