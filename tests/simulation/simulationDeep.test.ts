import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_SEED } from "../support/tier";
import { endBuilds, startSimulation } from "./host";

let simulation: Awaited<ReturnType<typeof startSimulation>>;
beforeAll(async () => {
  simulation = await startSimulation();
});
afterAll(async () => {
  await simulation.stop();
  await endBuilds();
});

const settings = { steps: 40, shrinkMs: 0 };

test("the books agree after a simulated year", async () => {
  const { failure, year, counts } = await simulation.play({ seed: TEST_SEED, year: true, ...settings });
  expect(failure?.violations, `seed ${TEST_SEED}`).toBeUndefined();
  expect(counts.commands).toBe(730);
  expect(year!.orders).toBeGreaterThan(50);
  expect(year!.renewals).toBeGreaterThan(20);
  expect(year!.records).toBeGreaterThan(1_000);
}, 300_000);

test("names the command in which a run stalls", async () => {
  const guard = { file: "app/domain/checkout/placeOrder.ts", find: 'authorize(ctx, "checkout.order");' };
  const stalling = await startSimulation([{ ...guard, replace: "await new Promise(() => {});" }], { stallMs: 10_000 });
  try {
    let stall: unknown;
    // A seed that places no order does not stall.
    for (let seed = 1; seed <= 10 && !stall; seed++)
      await stalling.play({ seed, ...settings }).catch((error) => {
        stall = error;
      });
    expect(String(stall)).toMatch(
      /gave no result. It stopped in: (sell[^(]*|place twice|use the last coupon together|keep a card)\(\d/,
    );
    expect(await stalling.describe()).toHaveProperty("commands");
  } finally {
    await stalling.stop();
  }
}, 100_000);
