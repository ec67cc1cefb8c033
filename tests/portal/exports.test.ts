import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, dayOf } from "~/domain/days";
import { formatDateTime, formatDay, formatLongDate, formatMoment, formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { readPage } from "../support/pageForms";
import { readSheet, timeOfCell } from "../support/readSheet";
import { type RunningPortal, startPortal } from "../support/runningPortal";

let portal: RunningPortal;
let cookie: string;
beforeAll(async () => {
  portal = await startPortal();
  cookie = await portal.cookie("superadmin@example.com");
}, 240_000);
afterAll(() => portal?.remove());

/** Not the security events: each export adds one. */
const pages = [
  "/reports/agents",
  "/reports/clients",
  "/reports/new-clients",
  "/reports/clients-comparison",
  "/reports/subscriptions",
  "/orders",
  "/subscriptions",
  "/clients",
  "/affiliates",
  "/commissions",
  "/affiliates/traffic-logs",
] as const;

const someCase = fc.record({
  path: fc.constantFrom(...pages),
  preset: fc.option(fc.nat(20)),
  sort: fc.option(fc.nat(20)),
  /** Days back of each date field. Null keeps what the page shows. */
  days: fc.option(
    fc.tuple(fc.nat(125), fc.nat(125)).map(([one, other]) => [Math.max(one, other), Math.min(one, other)]),
  ),
  text: fc.option(fc.constantFrom("a", "an", "example", "e", "no one")),
  choice: fc.option(fc.nat(30)),
});
type Case = typeof someCase extends fc.Arbitrary<infer One> ? One : never;

const get = async (path: string) => {
  const { status, text } = await portal.get(path, { Cookie: cookie });
  expect([path, status]).toEqual([path, 200]);
  return readPage(text);
};

/** Opens the page, and types and chooses in its form without applying it. */
async function fillForm({ path, preset, sort, days, text, choice }: Case) {
  let page = await get(path);
  const follow = async (hrefs: string[], at: number | null) => {
    if (at !== null && hrefs.length > 0)
      page = await get(new URL(hrefs[at % hrefs.length]!, portal.base + path).href.slice(portal.base.length));
  };
  await follow(page.presets, preset);
  await follow(page.sorts, sort);
  const { form, exportTo } = page;
  if (!form) throw new Error(`${path} has no form with an export`);
  const fields = new Map<string, string>(form.fields);
  if (text !== null && form.texts.length > 0) fields.set(form.texts[0]!, text);
  const chosen = Object.keys(form.choices).filter((name) => name !== "dateField");
  if (choice !== null && chosen.length > 0) {
    const name = chosen[choice % chosen.length]!;
    fields.set(name, form.choices[name]![choice % form.choices[name]!.length]!);
  }
  if (days)
    for (const [index, name] of form.dates.entries()) fields.set(name, dayOf(Date.now() - days[index % 2]! * DAY_MS));
  return { action: (form.action || path).split("?")[0], exportTo, fields: [...fields] };
}

async function postExport(exportTo: string, fields: [string, string][]) {
  const response = await fetch(portal.base + exportTo, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Connection: "close", "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams(fields),
  });
  expect([exportTo, String(fields), response.status]).toEqual([exportTo, String(fields), 200]);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const workbook = strFromU8(unzipSync(bytes)["xl/workbook.xml"]!);
  return {
    file: /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "",
    tab: /<sheet [^>]*name="([^"]+)"/.exec(workbook)?.[1],
    lines: readSheet(bytes),
  };
}

/** Every way in which a page may write a cell of the file. */
function written(value: string | number): string[] {
  if (typeof value === "string") return [value];
  const cents = Math.round(value * 100);
  const time = timeOfCell(value);
  const dates = [formatDateTime, formatDay, formatLongDate, formatShortDate, formatMoment];
  return [
    formatNumber(value),
    String(value),
    formatCents(Math.abs(cents)),
    `${formatNumber(Math.round(Math.abs(value) * 1000) / 10)}%`,
    ...(value > 20_000 && value < 80_000 ? dates.map((format) => String(format(time, "UTC"))) : []),
  ];
}

test("the export holds what the page of the same form shows", async () => {
  await fc.assert(
    fc.asyncProperty(someCase, async (one) => {
      const { action, exportTo, fields } = await fillForm(one);
      const exported = await postExport(exportTo, fields);
      const shown = await get(
        `${action}?${new URLSearchParams([...fields.filter(([name]) => name !== "size"), ["size", "100"]])}`,
      );
      const [heads = [], ...lines] = exported.lines;
      if (Number.isFinite(shown.total)) expect(lines.length).toBe(shown.total);
      expect(shown.rows.length).toBe(Math.min(100, lines.length));
      const common = heads.flatMap((head, column) => {
        const at = shown.heads.indexOf(String(head));
        return at < 0 ? [] : [{ head, column, at }];
      });
      if (lines.length > 0) expect(common.length).toBeGreaterThan(1);
      for (const [index, cells] of shown.rows.entries())
        for (const { head, column, at } of common) {
          const value = lines[index]![column] ?? null;
          if (value !== null && value !== "")
            expect([head, cells[at], written(value).some((text) => cells[at]!.includes(text))]).toEqual([
              head,
              cells[at],
              true,
            ]);
        }
      if (shown.totals)
        for (const { head, column, at } of common) {
          const values = lines.map((line) => line[column] ?? 0);
          const total = values.reduce<number>((sum, value) => sum + Number(value), 0);
          if (shown.totals[at] && /Revenue|Orders/.test(String(head)) && !/Change|%/.test(String(head)))
            expect([
              head,
              shown.totals[at],
              written(Math.round(total * 100) / 100).some((text) => shown.totals![at]!.includes(text)),
            ]).toEqual([head, shown.totals[at], true]);
        }
      const days = fields.filter(([name]) => /^(from|to)Date1?$/.test(name)).map(([, day]) => day);
      if (one.path.startsWith("/reports")) {
        expect(days.filter((day) => !exported.file.includes(day))).toEqual([]);
        expect(exported.tab).toMatch(days.length === 2 ? `${days[0]} to ${days[1]}` : / vs /);
      } else expect(exported.file).toBe(`${exported.tab}-${exported.file.slice(-20)}`);
    }),
    { numRuns: 50 },
  );
}, 300_000);

test("staff's order list is at most 30 kB of HTML", async () => {
  const { text } = await portal.get("/orders", { Cookie: await portal.cookie("manager@example.com") });
  expect(readPage(text).rows).toHaveLength(10);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(30_000);
});
