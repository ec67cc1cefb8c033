import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPortal, startPortal } from "../support/runningPortal";

let portal: RunningPortal;
let page: string;
beforeAll(async () => {
  portal = await startPortal({ SEED: "none" });
  page = await (await fetch(`${portal.base}/signin`)).text();
}, 240_000);
afterAll(() => portal?.remove());

/** Runs the page's inline script with the browser APIs it uses. */
function opened({ hidden, missing, late }: { hidden: boolean; missing?: RegExp; late?: Promise<void> }) {
  const [, code] = /<script[^>]*>(window\.__remixContext=.*?)<\/script>/s.exec(page)!;
  const links: { rel: string; href: string }[] = [];
  const [frames, timers, imported]: [(() => void)[], [() => void, number?][], string[]] = [[], [], []];
  const window: Record<string, unknown> = {};
  const dataset: Record<string, string> = {};
  const reported: unknown[] = [];
  runInNewContext(code!.replaceAll("import(", "importModule("), {
    window,
    document: {
      hidden,
      documentElement: { dataset },
      createElement: () => ({}),
      head: { appendChild: (link: { rel: string; href: string }) => links.push(link) },
    },
    addEventListener: () => {},
    reportError: (error: unknown) => reported.push(error),
    requestAnimationFrame: (then: () => void) => frames.push(then),
    setTimeout: (then: () => void, after?: number) => timers.push([then, after]),
    clearTimeout: () => {},
    importModule: async (file: string) => {
      imported.push(file);
      await late;
      if (missing?.test(file)) throw new Error("missing");
      return { file };
    },
  });
  return { links, frames, timers, imported, window, dataset, reported };
}

test("the document loads no module by itself", () => {
  expect(page).not.toMatch(/<script[^>]* (src|type="module")|<link rel="modulepreload"/);
});

test("every inline script carries the nonce of the policy", async () => {
  const response = await fetch(`${portal.base}/signin`);
  const [, nonce] = /'nonce-(\w+)'/.exec(response.headers.get("Content-Security-Policy")!)!;
  const scripts = (await response.text()).match(/<script[^>]*>/g)!;
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
});

test("loads the modules once after the first frame, the entry last", async () => {
  const { links, frames, timers, imported, window } = opened({ hidden: false });
  expect([imported, links]).toEqual([[], []]);
  frames[0]!();
  expect(imported).toEqual([]);
  for (const [then] of [...timers, ...timers]) then();
  await expect.poll(() => imported.at(-1), { timeout: 30_000 }).toMatch(/entry\.client/);
  expect(new Set(imported).size).toBe(imported.length);
  expect(imported[0]).toMatch(/manifest/);
  const routes = window.__remixRouteModules as Record<string, { file: string }>;
  expect(Object.keys(routes)).toEqual(["root", "routes/_account", "routes/_account.signin"]);
  expect(Object.values(routes).map(({ file }) => file)).toEqual(imported.slice(1, -1));
});

test("preloads the entry and the shared modules of the page's routes", () => {
  const { links } = opened({ hidden: true });
  expect(new Set(links.map(({ rel }) => rel))).toEqual(new Set(["modulepreload"]));
  expect(links.length).toBeGreaterThan(3);
  expect(links[0]!.href).toMatch(/entry\.client/);
  expect(new Set(links.map(({ href }) => href)).size).toBe(links.length);
});

test("a hidden page loads immediately, a slow one after a second", () => {
  expect(opened({ hidden: true }).imported).not.toEqual([]);
  const late = opened({ hidden: false });
  expect(late.timers.map(([, after]) => after)).toEqual([1000]);
  late.timers[0]![0]();
  expect(late.imported).not.toEqual([]);
});

test.each([/manifest/, /_account/, /entry\.client/])("without %s the page stays as without script", async (missing) => {
  const { dataset, reported } = opened({ hidden: true, missing });
  await expect.poll(() => reported, { timeout: 30_000 }).toHaveLength(1);
  expect(dataset).toEqual({ unscripted: "" });
});

test("a page whose modules hang is as without script until they arrive", async () => {
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { dataset, imported, timers } = opened({ hidden: true, late });
  expect(dataset).toEqual({});
  for (const [then, after] of timers) if (after === 5000) then();
  expect(dataset).toEqual({ unscripted: "" });
  arrive();
  await expect.poll(() => imported.at(-1), { timeout: 30_000 }).toMatch(/entry\.client/);
  await expect.poll(() => dataset, { timeout: 30_000 }).toEqual({});
});
