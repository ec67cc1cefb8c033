import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_SEED } from "../support/tier";
import { endBuilds, type Stall, startSimulation } from "./host";

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

const place = "app/domain/checkout/placeOrder.ts";
const world = "tests/simulation/engine/world.ts";
const never = "new Promise<never>(() => {})";
test.each([
  ["no port call", { file: place, find: 'authorize(ctx, "checkout.order");', replace: `await ${never};` }],
  [
    "provider",
    {
      file: world,
      find: "await whileBusy(work);",
      replace: `await whileBusy(port === "provider" ? () => ${never} : work);`,
    },
  ],
])(
  "names the command in which a run stalls, which waits for %s",
  async (call, defect) => {
    const stalling = await startSimulation([defect], { stallMs: 15_000 });
    try {
      let stall: unknown;
      // A seed that places no order does not stall.
      for (let seed = 1; seed <= 10 && !stall; seed++)
        await stalling.play({ seed, ...settings }).catch((error) => {
          stall = error;
        });
      expect(String(stall)).toMatch(/gave no result. It stopped in: \w[^(]*\(\d/);
      expect(String(stall)).toContain(`which waits for: ${call}`);
      expect((stall as Stall).commands.length).toBeGreaterThan(0);
      expect(await stalling.describe()).toHaveProperty("commands");
    } finally {
      await stalling.stop();
    }
  },
  180_000,
);
