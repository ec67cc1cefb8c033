import { pages } from "~/pages";
import { boundOf, type PageBound, unmeasured } from "./pageBounds";
import { actorOf, type MeasuredPage, pagesOf, type RoleName, roles } from "./pagesOf";
import { type Agencies, type Agency, agencies } from "./startAgencies";

export interface MeasuredCost extends PageBound {
  role: RoleName;
  path: string;
  limit: PageBound;
}

export interface GrowthReport {
  pages: MeasuredCost[];
  /** 'manager /orders: 127000 rows, at most 2000' */
  missed: string[];
}

const REQUESTS_A_TURN = 3;
const ROUNDS = 4;
/** Repeated before a page is called slow: the times are a few milliseconds. */
const ROUNDS_OF_A_SLOW_PAGE = 12;
/** Shorter times are noise. */
const LEAST_MS = 4;
/** The access part of a session lives 15 minutes. */
const SESSION_MS = 10 * 60 * 1000;

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Measures every page of every role on both agencies. Prints each role as it is done. */
export async function measurePages(stack: Agencies): Promise<GrowthReport> {
  const report: GrowthReport = { pages: [], missed: [] };
  const answered = new Set<string>();
  for (const role of Object.keys(roles) as RoleName[]) {
    const { email, records } = roles[role];
    const actor = await actorOf(await stack.binding("grown"), email);
    const cookies = { seeded: null as string | null, grown: null as string | null };
    let signedInAt = Number.NEGATIVE_INFINITY;
    for (const page of pagesOf(actor, stack.records.grown[records])) {
      if (email && Date.now() - signedInAt > SESSION_MS) {
        for (const agency of agencies) cookies[agency] = await stack.signIn(agency, email);
        signedInAt = Date.now();
      }
      const get = (agency: Agency) =>
        stack.get(agency, page.addressFor(stack.records[agency][records]), cookies[agency]);
      const limit = boundOf(page.routeId, page.path, actor.kind === "user" && actor.user.role === "ADMIN");
      const cost = await measurePage(page, limit, get, answered);
      if (!cost) continue;
      if (typeof cost === "string") report.missed.push(`${role} ${page.path}: ${cost}`);
      else {
        report.pages.push({ role, path: page.path, ...cost, limit });
        for (const key of ["html", "statements", "rows", "ratio"] as const)
          if (cost[key] > limit[key])
            report.missed.push(`${role} ${page.path}: ${key} ${Number(cost[key].toFixed(1))}, at most ${limit[key]}`);
      }
    }
    console.log(`${role}: ${report.pages.filter((page) => page.role === role).length} pages measured`);
  }
  for (const id of Object.keys(pages))
    if (!answered.has(id) && !(id in unmeasured) && pages[id]!.path !== "" && !(`${id}._index` in pages))
      report.missed.push(`${id}: no role could open it`);
  return report;
}

/** Null for a page that this person's records do not have; a sentence for one that fails. */
async function measurePage(
  { routeId }: MeasuredPage,
  limit: PageBound,
  get: (agency: Agency) => Promise<{ status: number; bytes: number; statements: number; rowsRead: number; ms: number }>,
  answered: Set<string>,
): Promise<PageBound | string | null> {
  // The first answer fills the caches of an isolate, so its cost is the highest.
  const [, first] = [await get("seeded"), await get("grown")];
  if (first.status >= 500) return `answered ${first.status}`;
  const isPage = first.status === 200 || routeId === "routes/$";
  if (isPage) answered.add(routeId);
  else return null;
  await get("seeded");
  await get("grown");
  const ratios: number[] = [];
  const turn = async (agency: Agency) => {
    let ms = 0;
    for (let request = 0; request < REQUESTS_A_TURN; request++) ms += (await get(agency)).ms;
    return ms / REQUESTS_A_TURN;
  };
  const rounds = async (to: number) => {
    while (ratios.length < to) {
      const ms = { seeded: 0, grown: 0 };
      for (const agency of ratios.length % 2 ? agencies.toReversed() : agencies) ms[agency] = await turn(agency);
      ratios.push(ms.grown / Math.max(ms.seeded, LEAST_MS));
    }
    return median(ratios);
  };
  let ratio = await rounds(ROUNDS);
  if (ratio > limit.ratio) ratio = await rounds(ROUNDS_OF_A_SLOW_PAGE);
  return { html: first.bytes, statements: first.statements, rows: first.rowsRead, ratio: Number(ratio.toFixed(2)) };
}

/** The pages as a table, the most rows first. */
export function pageTable({ pages: costs }: GrowthReport): string {
  const rows = [
    ["role", "page", "kB", "statements", "rows", "time"],
    ...[...costs]
      .sort((a, b) => b.rows - a.rows)
      .map(({ role, path, html, statements, rows: read, ratio }) => [
        ...[role, path, (html / 1000).toFixed(0), String(statements), String(read), `${ratio.toFixed(2)} x`],
      ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")).join("\n");
}
