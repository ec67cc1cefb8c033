import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import { type ApiBuyer, aBuyer, BUYER_PASSWORD, buy, serviceNamed } from "../support/apiBuyer";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { until } from "../support/until";

const MINUTE = 60_000;
const MONTH = 31 * 24 * 60 * MINUTE;
/** Delay of the provider in each step, so that a process can die during it. */
const THINKS_MS = 400;

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal();
}, 600_000);
afterAll(() => portal?.remove());

interface Subscriber extends ApiBuyer {
  subscriptionId: string;
}

async function aSubscriber(): Promise<Subscriber> {
  const buyer = await aBuyer(portal);
  const service = await serviceNamed(portal, buyer.bearer, "Local SEO Management");
  await buy(portal, buyer.bearer, service, { paymentType: "SUBSCRIPTION" });
  const [subscription] = (await portal.api("GET", "/subscription/mine", { bearer: buyer.bearer })).json;
  return { ...buyer, subscriptionId: subscription.id };
}

/** The successful renewal charges by subscription and cycle. */
async function chargesByCycle() {
  const charges = new Map<string, number>();
  for (const { kind, status, metadata } of (await portal.control.ledger<LedgerEntry>()).entries) {
    if (kind !== "charge" || status !== "succeeded" || !metadata.subscription_id) continue;
    const cycle = `${metadata.subscription_id} ${metadata.cycle}`;
    charges.set(cycle, (charges.get(cycle) ?? 0) + 1);
  }
  return charges;
}
const charged = async () => [...(await chargesByCycle()).values()].reduce((sum, count) => sum + count, 0);

/** Runs the billing Worker, whose process may die. */
const runCron = () => portal.control.runCron("billing").catch(() => null);

/** Starts a run and kills the process when `moment` resolves to true or the run ends. */
async function killDuringRun(moment: (before: number) => Promise<boolean>) {
  for (const route of ["POST /v1/payment_intents", "POST /v1/payment_intents/:id/confirm"])
    await portal.control.sandbox("fault", { account: "regular", route, kind: "slow", times: 4, delayMs: THINKS_MS });
  const before = await charged();
  let isOver = false;
  const run = runCron().then(() => {
    isOver = true;
  });
  await until("a moment to kill the process at", async () => isOver || (await moment(before)));
  await portal.crash();
  await run;
  await portal.control.moveClock({ advanceMs: 11 * MINUTE });
}

test("charges every cycle once when the process is killed repeatedly", async () => {
  const subscribers: Subscriber[] = [];
  for (let n = 0; n < 5; n++) subscribers.push(await aSubscriber());
  await portal.control.moveClock({ advanceMs: MONTH });
  // Kills right after the charge, then at arbitrary times between claim, intent and charge.
  for (const more of [1, 2]) await killDuringRun(async (before) => (await charged()) >= before + more);
  for (let n = 0; n < 3; n++) {
    const at = Date.now() + Math.random() * 4 * THINKS_MS;
    await killDuringRun(async () => Date.now() >= at);
  }
  const isPaid = async ({ subscriptionId }: Subscriber) => (await chargesByCycle()).has(`${subscriptionId} 2`);
  await until(
    "the renewals that were cut short",
    async () => {
      await runCron();
      await portal.control.moveClock({ advanceMs: 11 * MINUTE });
      return (await Promise.all(subscribers.map(isPaid))).every(Boolean);
    },
    { deadlineMs: 120_000 },
  );
  await Promise.all([runCron(), runCron()]);

  expect([...(await chargesByCycle())].filter(([, count]) => count !== 1)).toEqual([]);
  for (const { email, subscriptionId } of subscribers) {
    const { jwtToken: bearer } = await portal.tokens(email, BUYER_PASSWORD);
    const [subscription] = (await portal.api("GET", "/subscription/mine", { bearer })).json;
    expect(subscription).toMatchObject({ id: subscriptionId, currentCycle: 2, status: "Active" });
    const orders = await portal.api("POST", "/order/find", { bearer, body: { page: 0, pageSize: 10 } });
    expect(orders.json.totalElements).toBe(2);
    const receipts = (await portal.control.mail()).filter(
      ({ to, subject }) => to === email && /receipt/i.test(subject),
    );
    expect(new Set(receipts.map(({ subject }) => subject)).size).toBe(receipts.length);
  }
}, 600_000);
