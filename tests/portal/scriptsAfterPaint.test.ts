import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptsAfterPaint } from "~/http/scriptsAfterPaint.server";
import { type RunningPortal, startPortal } from "../support/runningPortal";

let portal: RunningPortal;
let page: string;
beforeAll(async () => {
  portal = await startPortal({ SEED: "none" });
  page = await (await fetch(`${portal.base}/signin`)).text();
}, 240_000);
afterAll(() => portal?.remove());

const modulesNamed = () => [...page.matchAll(/<link rel="later" href="(.*?)"/g)].map(([, href]) => href!);

/** Runs the page's inline script with the browser APIs it uses; `tick` flushes pending callbacks. */
function opened({ hidden }: { hidden: boolean }) {
  const [, code] = /<script[^>]*>(\(begin=>.*?)<\/script>/s.exec(page)!;
  const links = modulesNamed().map((href) => ({ href, rel: "later" }));
  const [frames, timers, imported]: [(() => void)[], [() => void, number?][], string[]] = [[], [], []];
  const window: Record<string, unknown> = {};
  runInNewContext(code!.replaceAll("import(", "load("), {
    window,
    document: { hidden, querySelectorAll: () => links },
    addEventListener: () => {},
    requestAnimationFrame: (then: () => void) => frames.push(then),
    setTimeout: (then: () => void, after?: number) => timers.push([then, after]),
    load: async (file: string) => {
      imported.push(file);
      return { file };
    },
  });
  return { links, frames, timers, imported, window };
}

test("the document names the page's modules without loading them", () => {
  expect(page).not.toMatch(/<script[^>]* type="module"|<link rel="modulepreload"/);
  expect(modulesNamed().length).toBeGreaterThan(3);
  expect(modulesNamed()[0]).toMatch(/entry\.client/);
});

test("loads the modules once after the first frame, routes before the entry", async () => {
  const { links, frames, timers, imported, window } = opened({ hidden: false });
  expect([imported, links.map(({ rel }) => rel)]).toEqual([[], links.map(() => "later")]);
  frames[0]!();
  expect(imported).toEqual([]);
  for (const [then] of [...timers, ...timers]) then();
  expect(links.map(({ rel }) => rel)).toEqual(links.map(() => "modulepreload"));
  await expect.poll(() => imported.at(-1)).toMatch(/entry\.client/);
  expect(new Set(imported).size).toBe(imported.length);
  const routes = window.__remixRouteModules as Record<string, { file: string }>;
  expect(Object.values(routes).map(({ file }) => file)).toEqual(imported.slice(0, -1));
  expect(Object.keys(routes)[0]).toBe("root");
});

test("a hidden page loads immediately, a slow one after a second", () => {
  expect(opened({ hidden: true }).imported).not.toEqual([]);
  const late = opened({ hidden: false });
  expect(late.timers.map(([, after]) => after)).toEqual([1000]);
  late.timers[0]![0]();
  expect(late.imported).not.toEqual([]);
});

test("a page without script stays unchanged", () => {
  const plain = '<link rel="modulepreload" href="/a.js"/><p>$& $1</p>';
  expect(scriptsAfterPaint(plain)).toBe(plain);
});
