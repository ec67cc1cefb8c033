import { type BrowserContext, test as base, expect } from "@playwright/test";
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
    async ({ context, refusals, baseURL }, use, info) => {
      const errors = { texts: [] as string[] };
      watch(context, errors.texts, refusals);
      await use(errors);
      await closeCopies();
      const silence = info.status === info.expectedStatus ? null : await wordsOfSilence(baseURL!);
      if (silence) console.log(silence);
      expect(errors.texts, "errors in the console").toEqual([]);
    },
    { auto: true },
  ],
  anotherBrowser: async ({ browser, pageErrors, refusals }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      watch(context, pageErrors.texts, refusals);
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
