import { afterAll, beforeAll, expect, test } from "vitest";
import { aBuyer, buy, serviceNamed } from "../support/apiBuyer";
import { chargedTwice, chargesOf, DAY_MS, databaseCopies, live, runBilling } from "../support/restore";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { casesOf } from "../support/tier";

const HOUR_MS = 60 * 60_000;

interface Stored {
  [column: string]: unknown;
  id: string;
  status: string;
  cycle: number;
  next: number;
}

let portal: RunningPortal;
let copies: ReturnType<typeof databaseCopies>;
beforeAll(async () => {
  portal = await startPortal();
  copies = databaseCopies(portal);
}, 600_000);
afterAll(async () => {
  copies?.remove();
  await portal?.remove();
});

const now = async () => Date.parse((await portal.control.clock()).now);
const goTo = (at: number) => portal.control.moveClock({ now: new Date(at).toISOString() });
const subscriptionsIn = (copy: string) =>
  copies.read<Stored>(
    copy,
    "select id, status, current_cycle as cycle, next_payment as next from subscriptions where status = 'Active' order by id",
  );
/** Charges every due subscription. */
async function catchUp() {
  const before = (await chargesOf(portal)).size;
  await runBilling(portal, 2);
  if ((await chargesOf(portal)).size > before) await catchUp();
}

const ages = [
  ["10 minutes", 10 / (24 * 60)],
  ["26 hours", 26 / 24],
  ["20 days", 20],
  ["45 days", 45],
] as const;
test.each(casesOf(ages, ages[1]))(
  "a copy %s old charges no cycle twice",
  async (_, age) => {
    const buyer = await aBuyer(portal);
    const service = await serviceNamed(portal, buyer.bearer, "Local SEO Management");
    await buy(portal, buyer.bearer, service, { paymentType: "SUBSCRIPTION" });
    const [bought] = (await portal.api("GET", "/subscription/mine", { bearer: buyer.bearer })).json;
    // The backup is timed so that a renewal runs between it and the restore.
    const due = Date.parse(bought.nextPayment);
    await goTo(due - 6 * HOUR_MS);
    await catchUp();
    await goTo(due - Math.min(age * DAY_MS, HOUR_MS) / 2);
    const copy = await copies.copy();
    const chargesBefore = (await chargesOf(portal)).size;
    if (age < 1) await runBilling(portal, 1);
    else await live(portal, age);
    expect((await chargesOf(portal)).size).toBeGreaterThan(chargesBefore);
    const truth = await subscriptionsIn(await copies.copy());

    await copies.restore(copy);
    await portal.control.moveClock({ advanceMs: 3 * DAY_MS });
    await runBilling(portal, 6);
    expect(chargedTwice(await chargesOf(portal))).toEqual([]);

    // No charge is left to adopt: every subscription is unchanged, except those that became due since.
    await runBilling(portal, 12);
    expect(chargedTwice(await chargesOf(portal))).toEqual([]);
    const today = await now();
    const after = new Map((await subscriptionsIn(await copies.copy())).map((one) => [one.id, one]));
    const unchanged = truth.filter(({ next }) => next > today);
    expect(unchanged.map(({ id }) => id)).toContain(bought.id);
    for (const one of unchanged) expect(after.get(one.id)).toEqual(one);
  },
  1_200_000,
);
