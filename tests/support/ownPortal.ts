import { type RunningPortal, startPortal } from "./runningPortal";
import { test as base, startFromSeed } from "./watchedTest";

/** Test with a portal of its own, which it can stop or start empty. The default control port is that of this portal. */
export const test = base.extend<
  { wordsOfFailure: undefined },
  { portal: RunningPortal; portalEnv: Record<string, string> }
>({
  /** Added to the environment of `npm start`; `SEED: "none"` makes an empty portal. */
  portalEnv: [{}, { option: true, scope: "worker" }],
  // This portal has no visible terminal, so a failed test prints its last output.
  wordsOfFailure: [
    async ({ portal }, use, info) => {
      const before = portal.output().length;
      await use(undefined);
      if (info.status !== info.expectedStatus) console.log(portal.output().slice(before).slice(-4000));
    },
    { auto: true },
  ],
  seededState: async ({ portal, portalEnv }, use, info) => {
    // An empty portal has no seeded state to go back to, and one file alone.
    if (!portalEnv.SEED) await startFromSeed(portal.control, info);
    await use(undefined);
  },
  portal: [
    async ({ portalEnv }, use) => {
      const portal = await startPortal({ RESETTABLE: "on", ...portalEnv });
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
