import { configDefaults, defineConfig } from "vitest/config";
import { iconSprite } from "./scripts/iconSprite";
import { SlowestFirst } from "./tests/support/slowestFirst";
import { deepTests, longTests } from "./tests/support/tiers";

/** The tests that a tier leaves out. Without TESTS every test runs. */
const leftOut = { short: [...longTests, ...deepTests], gate: deepTests }[process.env.TESTS ?? ""] ?? [];

export default defineConfig({
  plugins: [iconSprite()],
  resolve: {
    alias: [
      { find: "~", replacement: new URL("./app", import.meta.url).pathname },
      { find: "~db", replacement: new URL("./db", import.meta.url).pathname },
      // Any font will do where none is drawn, and there may be no build.
      { find: /^~fonts\/.+\.woff2/, replacement: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" },
    ],
  },
  test: {
    include: [
      "tests/**/*.test.ts",
      "app/**/*.test.ts",
      "db/**/*.test.ts",
      "workers/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    exclude: [...configDefaults.exclude, ...leftOut.map((path) => (path.endsWith(".ts") ? path : `${path}/**`))],
    globalSetup: ["tests/support/tiedWorkerd.ts"],
    setupFiles: ["scripts/local/steadyWaits.ts", "tests/support/rememberedHashes.ts", "tests/support/fixedSeeds.ts"],
    // Real Workers are started in many suites and the machine may be small: patience, not speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // More than the two cores of a small machine: tests wait for queues, starts and timers a third of their time.
    maxWorkers: 4,
    // Loading the modules again for every file took a third of the run. No test changes a module's state for others.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
  },
});
