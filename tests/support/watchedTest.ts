import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { closeCopies } from "./e2e";
import { wordsOfSilence } from "./silence";

interface Fixtures {
  /** Errors of the browser's console and of the pages' scripts, from every window of the test. */
  pageErrors: { texts: string[] };
  /** Says that requests to such addresses are meant to fail in this test. */
  expectRefusal(address: RegExp): void;
  /** Another person's browser: nothing of it is shared with the test's own page. */
  anotherBrowser(): Promise<BrowserContext>;
}

/** Playwright's `test`, failing also for what nobody looks at: an error in the console or in a page's script. */
export const test = base.extend<Fixtures & { refusals: RegExp[] }>({
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
    const refused = /^Failed to load resource/.test(message.text()) && refusals.some((address) => address.test(url));
    if (message.type() === "error" && !refused) errors.push(`${message.text()} (${url})`);
  });
  context.on("weberror", (error) => errors.push(String(error.error().stack ?? error.error())));
}

/** Whether nothing of the portal's is yet to come on this page: its modules are asked for after the first paint. */
async function isReady() {
  if (!document.querySelector('link[rel="later"], link[rel="modulepreload"]')) return true;
  // React keeps its root here; what a page changes once script runs follows in its effects.
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
  const root = key && (document as unknown as Record<string, HostRoot>)[key];
  if (!root || root.stateNode.current.memoizedState.isDehydrated) return false;
  await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }));
  return true;
}
interface HostRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** What a test presses on a page that it opened is meant for the page with its script: a person is not as quick. */
function waitForScripts(page: Page) {
  const ready = async () => {
    // While a page is left for the next there is nothing to ask.
    const asked = () => page.evaluate(isReady).catch(() => page.isClosed());
    await expect.poll(asked, { timeout: 30_000, intervals: [10, 20, 50] }).toBe(true);
  };
  for (const name of ["goto", "reload", "goBack", "goForward", "waitForURL"] as const) {
    const opened = page[name].bind(page) as (...given: unknown[]) => Promise<never>;
    page[name] = async (...given: unknown[]) => {
      const answer = await opened(...given);
      // Who goes on before the page is there has a reason: the script may be held back.
      if (!given.some((one) => (one as { waitUntil?: string } | undefined)?.waitUntil === "commit")) await ready();
      return answer;
    };
  }
}
