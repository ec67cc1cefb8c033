import { type BrowserContext, test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { controlPort } from "./controlPort";
import { closeCopies, endingSession } from "./e2e";
import { type Portal, portalAt } from "./runningPortal";
import { wordsOfSilence } from "./silence";

interface Fixtures {
  /** Console and script errors of every window of the test. */
  pageErrors: { texts: string[] };
  /** Allows requests to matching addresses to fail in this test. */
  expectRefusal(address: RegExp): void;
  /** A browser context that shares nothing with the test's page. */
  anotherBrowser(): Promise<BrowserContext>;
}

/** The file that this process ran last. */
let lastFile: string | undefined;

/** Puts the seeded state back before the first test of a file. */
export async function startFromSeed(control: Pick<ReturnType<typeof controlPort>, "reset">, info: TestInfo) {
  const file = `${info.project.name} ${info.file}`;
  if (file !== lastFile) await control.reset();
  lastFile = file;
}

/** Playwright's `test` that starts each file from the seeded state, and also fails on console and script errors. */
export const test = base.extend<Fixtures & { seededState: undefined; refusals: RegExp[] }, { portal: Portal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      await use(portalAt(Number(process.env.E2E_PORT)));
    },
    { scope: "worker" },
  ],
  seededState: [
    async ({ browserName: _ }, use, info) => {
      await startFromSeed(controlPort(), info);
      await use(undefined);
    },
    { auto: true, timeout: 120_000 },
  ],
  refusals: async ({ browserName: _ }, use) => {
    await use([]);
  },
  expectRefusal: async ({ refusals }, use) => {
    await use((address) => {
      refusals.push(address);
    });
  },
  pageErrors: [
    async ({ context, refusals, baseURL, javaScriptEnabled }, use, info) => {
      const errors = { texts: [] as string[] };
      watch(context, errors.texts, refusals);
      if (javaScriptEnabled) context.on("page", waitForScripts);
      await use(errors);
      await closeCopies();
      const silence = info.status === info.expectedStatus ? null : await wordsOfSilence(baseURL!);
      if (silence) console.log(silence);
      expect(errors.texts, "errors in the console").toEqual([]);
    },
    { auto: true },
  ],
  anotherBrowser: async ({ browser, pageErrors, refusals, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      watch(context, pageErrors.texts, refusals);
      if (javaScriptEnabled) context.on("page", waitForScripts);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

function watch(context: BrowserContext, errors: string[], refusals: readonly RegExp[]) {
  context.on("console", (message) => {
    const { url } = message.location();
    const socket = /^WebSocket connection to '([^']+)' failed/.exec(message.text())?.[1];
    const isLoad = /^Failed to load resource/.test(message.text());
    const failed = socket ?? (isLoad ? url : null);
    const ended = socket !== undefined && endingSession.has(message.page()!);
    const refused = ended || (failed !== null && refusals.some((address) => address.test(failed)));
    if (message.type() === "error" && !refused) errors.push(`${message.text()} (${url})`);
  });
  context.on("weberror", (error) => {
    const text = error.error().stack || String(error.error());
    const module = /dynamically imported module: (\S+)/.exec(text)?.[1];
    if (!module || !refusals.some((address) => address.test(module))) errors.push(text);
  });
}

/** True when the page has hydrated and its deferred modules have loaded. */
async function isReady() {
  if (!("__remixContext" in window)) return true;
  // React keeps its root here. Effects run after hydration, so wait until idle.
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
  const root = key && (document as unknown as Record<string, HostRoot>)[key];
  if (!root || root.stateNode.current.memoizedState.isDehydrated) return false;
  await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }));
  return true;
}
interface HostRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** Waits for hydration. A press before it takes the way without script, which has other steps. */
export async function hydrated(page: Page) {
  // During a navigation the page cannot be evaluated.
  const ready = () => page.evaluate(isReady).catch(() => page.isClosed());
  await expect.poll(ready, { timeout: 30_000, intervals: [10, 20, 50] }).toBe(true);
}

/** Makes navigation wait for hydration, because tests act faster than users. */
function waitForScripts(page: Page) {
  for (const name of ["goto", "reload", "goBack", "goForward", "waitForURL"] as const) {
    const navigate = page[name].bind(page) as (...args: unknown[]) => Promise<never>;
    page[name] = async (...args: unknown[]) => {
      const answer = await navigate(...args);
      // A test that waits only for "commit" may hold scripts back, so do not wait here.
      if (!args.some((options) => (options as { waitUntil?: string } | undefined)?.waitUntil === "commit"))
        await hydrated(page);
      return answer;
    };
  }
}
