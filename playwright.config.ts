import { defineConfig, devices } from "@playwright/test";
import { ensureBrowser } from "./scripts/ensureBrowser";
import { freePortPair } from "./scripts/local/freePortPair";

// Chosen once: Playwright reads this file again in every worker, which inherits the environment.
process.env.E2E_PORT ??= String(await freePortPair());
process.env.E2E_BROWSER ??= ensureBrowser();
const port = Number(process.env.E2E_PORT);
const stateDir = `.portal-test/e2e-${port}`;

/** The same journeys twice, with JavaScript and without: a test that needs one of both is tagged @script or @noscript. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: false,
  // One portal and one database serve all tests; two at once would also fight over two cores.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A page under axe takes most of a minute on a small machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${port}`,
    contextOptions: { reducedMotion: "reduce" },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.E2E_BROWSER,
      args: ["--no-sandbox", "--disable-background-networking"],
    },
  },
  projects: [
    { name: "script", grepInvert: /@noscript/ },
    { name: "noscript", grepInvert: /@script/, use: { javaScriptEnabled: false } },
  ],
  webServer: {
    command: `rm -rf ${stateDir} && exec npm start`,
    env: { PORT: String(port), STATE_DIR: stateDir, SITE_URL: `http://localhost:${port}` },
    // Answers only once the portal is ready, and asks nothing of it.
    url: `http://localhost:${port + 1}/clock`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
