import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { seedWith } from "./focus";
import { endBuilds, RUN_LIMIT_MS, replaced, SHRINK_MS, Stall, startSimulation } from "./host";
import { planted } from "./planted";
import { failureText, playRuns, playTwice } from "./runs";

const STEPS = 80;

let simulation: Awaited<ReturnType<typeof startSimulation>>;
beforeAll(async () => {
  simulation = await startSimulation();
});
afterAll(async () => {
  await simulation.stop();
  await endBuilds();
});

const settings = { steps: 40, shrinkMs: 0 };

test("two runs of one seed leave the same trace", async () => {
  // Races over orders and messages, and answers by email with their signatures.
  const seeds = [seedWith("races", 1, 0), seedWith("bulk", 1, 0), seedWith("messages", 1, 0)];
  const play = async (seed: number) => await simulation.play({ seed, ...settings });
  const first = [];
  for (const seed of seeds) first.push(await play(seed));
  for (const [index, seed] of seeds.entries()) expect(await play(seed)).toEqual(first[index]);
});

test("D1's own binding gives the outcomes of its engine", async () => {
  const other = await startSimulation();
  try {
    const stored = await simulation.play({ seed: 4, ...settings });
    // Parallel mails may be sent in another order, so the traces differ.
    const { trace } = stored;
    expect({ ...(await other.play({ seed: 4, engine: "d1", ...settings })), trace }).toEqual(stored);
  } finally {
    await other.stop();
  }
});

const seeds = readFileSync("tests/simulation/seeds.txt", "utf8")
  .split("\n")
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(" ").map(Number) as [number, number]);
test.each(seeds)(
  "passes seed %i of %i steps",
  async (seed, steps) => {
    const result = await simulation.play({ seed, steps, shrinkMs: SHRINK_MS });
    expect(result.failure && failureText(result, steps)).toBeUndefined();
  },
  RUN_LIMIT_MS,
);

test("has at least 40 commands and names everything once", async () => {
  const { commands, invariants } = await simulation.describe();
  const repeated = [...commands, ...invariants].filter((name, at, all) => all.indexOf(name) !== at);
  expect(repeated).toEqual([]);
  expect(commands.length).toBeGreaterThanOrEqual(40);
  expect(invariants.length).toBeGreaterThanOrEqual(30);
});

test("a second stall fails the run and keeps its commands", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  const play = () => Promise.reject(new Stall("Seed 7 gave no result.", ["sell(1, 2, 3)"], "closed"));
  const { failure } = await playTwice({ play }, { seed: 7, ...settings });
  written.mockRestore();
  const violations = ["simulation-stalls: Seed 7 gave no result. (closed)"];
  expect(failure).toEqual({ violations, commands: ["sell(1, 2, 3)"], stalled: true });
});

test("every planted defect still fits the product's source", () => {
  expect(planted.length).toBeGreaterThanOrEqual(50);
  for (const defect of planted) expect(replaced(defect, readFileSync(defect.file, "utf8"))).toContain(defect.replace);
});

test("finds a planted defect", async () => {
  const defects = planted.filter(({ name }) => name === "clients see every order");
  const { failure } = await playRuns({ seed: 1, steps: STEPS, runs: 30, defects, processes: 1, shrinkMs: 0 });
  expect(failure?.failure?.violations.join()).toContain("own-rows-only");
}, 200_000);
