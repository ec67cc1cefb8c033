import { type RunningPortal, startPortal } from "./runningPortal";
import { test as base } from "./watchedTest";

/**
 * Tests that move the clock by months: a portal of their own, so that no other test finds orders of the future. What asks
 * the control port by default asks this one's.
 */
export const test = base.extend<{ wordsOfFailure: undefined }, { portal: RunningPortal }>({
  // Its terminal is nobody's: what it said last stands beside the failed test.
  wordsOfFailure: [
    async ({ portal }, use, info) => {
      const before = portal.output().length;
      await use(undefined);
      if (info.status !== info.expectedStatus) console.log(portal.output().slice(before).slice(-4000));
    },
    { auto: true },
  ],
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal();
      const before = process.env.E2E_PORT;
      process.env.E2E_PORT = String(portal.port);
      await use(portal);
      process.env.E2E_PORT = before;
      await portal.remove();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.base);
  },
});
