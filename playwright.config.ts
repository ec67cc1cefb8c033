import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { ensureBrowser } from "./scripts/ensureBrowser";
import { freePortPair } from "./scripts/local/freePortPair";

/** One more than there are cores: a journey waits for mails, polls and timers a third of its time. */
const WORKERS = Number(process.env.JOURNEY_WORKERS) || Math.min(3, availableParallelism() + 1);

/** As many ports, each free together with the one above it, as there are workers. */
async function freePorts() {
  const ports = new Set<number>();
  while (ports.size < WORKERS) ports.add(await freePortPair());
  return [...ports];
}

// Chosen once: Playwright reads this file again in every worker, which inherits the environment.
process.env.E2E_PORTS ??= (await freePorts()).join(",");
process.env.E2E_BROWSER ??= ensureBrowser();
const ports = process.env.E2E_PORTS.split(",").map(Number);
// Playwright tells each worker its place before it reads this file.
const port = ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]!;
process.env.E2E_PORT = String(port);

/**
 * A journey runs with JavaScript and without, or as its tag @script or @noscript says. TESTS names a tier: the gate
 * leaves out @deep, and without script all but @twice and @noscript. The deep tier plays what the gate leaves out.
 */
const tiers = {
  gate: {
    script: { grepInvert: /@noscript|@deep/ },
    noscript: { grep: /@noscript|@twice/, grepInvert: /@script|@deep/ },
  },
  deep: {
    script: { grep: /@deep/, grepInvert: /@noscript/ },
    noscript: { grepInvert: /@script|^(?!.*@deep).*(@noscript|@twice)/ },
  },
  all: { script: { grepInvert: /@noscript/ }, noscript: { grepInvert: /@script/ } },
};
const tier = tiers[(process.env.TESTS ?? "all") as keyof typeof tiers];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: false,
  // Each worker has a portal and a database of its own: a test may move the clock or hold the provider back.
  workers: WORKERS,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A page under axe takes most of a minute on a small machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${port}`,
    contextOptions: { reducedMotion: "reduce" },
    // Recording one takes a sixth of the run. The whole run keeps a picture of a failure, TRACE=1 its trace.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.E2E_BROWSER,
      args: ["--no-sandbox", "--disable-background-networking"],
    },
  },
  projects: [
    { name: "script", ...tier.script },
    { name: "noscript", ...tier.noscript, use: { javaScriptEnabled: false } },
  ],
  webServer: ports.map((own) => ({
    command: "exec node --import tsx tests/support/browserPortal.ts",
    env: { PORT: String(own), STATE_DIR: `.portal-test/e2e-${own}`, SITE_URL: `http://localhost:${own}` },
    // Answers only once the portal is ready, and asks nothing of it.
    url: `http://localhost:${own + 1}/clock`,
    // It may have to build first.
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "ignore",
    stderr: "pipe",
  })),
});
