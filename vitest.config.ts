import { defineConfig } from "vitest/config";
import { iconSprite } from "./scripts/iconSprite";
import { SlowestFirst } from "./tests/support/slowestFirst";

export default defineConfig({
  plugins: [iconSprite()],
  resolve: {
    alias: { "~": new URL("./app", import.meta.url).pathname, "~db": new URL("./db", import.meta.url).pathname },
  },
  test: {
    include: [
      "tests/**/*.test.ts",
      "app/**/*.test.ts",
      "db/**/*.test.ts",
      "workers/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    globalSetup: ["tests/support/tiedWorkerd.ts"],
    setupFiles: ["scripts/local/steadyWaits.ts"],
    // Real Workers are started in many suites and the machine may be small: patience, not speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Loading the modules again for every file took a third of the run. No test changes a module's state for others.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
  },
});
