import { abba } from "./abba";
import { countersOf } from "./countersOf";
import type { Figure } from "./figure";
import { millisecondsEach, warmUp } from "./load";
import { ownerEmail, staffEmail } from "./loadOrders";
import { nameOfSize, portalOf, type Size, type Stack } from "./startStack";

export const listSizes: Size[] = [10_000, 100_000, 1_000_000];
const PAGE_SIZE = 10;
const REQUESTS_A_TURN = 60;

type Who = "staff" | "customer";

/** One query of a list, as a page asks for it and as the API does. */
export interface ListCase {
  what: string;
  who: Who;
  search: string;
  filterFields: unknown[];
  /** The total comes from kept counters: no more rows however many match. */
  counted?: true;
}

export interface MeasuredList {
  id: string;
  /** Of the page, by who reads it, e.g. '/orders'. */
  path: Record<Who, string>;
  /** Of the call that finds the same rows. */
  call: string;
  cases: readonly ListCase[];
  /** Rows that staff's page reads for more than the list: the people and tags that its bar offers. */
  offered?: number;
}

export const inRange = (key: string, from: string, to: string) => ({
  search: `dateField=${key}&from=${from}&to=${to}`,
  filterFields: [{ key, searchOperation: "btn", value: `${from}T00:00:00.000Z`, toValue: `${to}T23:59:59.999Z` }],
});
export const chosen = (key: string, ...values: string[]) => ({
  search: values.map((value) => `${key}=${value}`).join("&"),
  filterFields: [{ key, searchOperation: "in", value: values }],
});

const emails = { staff: staffEmail, customer: ownerEmail };

/**
 * Requests the list page as a browser does, and the number of matches by the API. `rowsRead` excludes the session's.
 */
export async function countedPages(stack: Stack, size: Size, { path, call }: Pick<MeasuredList, "path" | "call">) {
  const worker = portalOf(size, true);
  const cookies = {
    staff: await stack.signInToPages(worker, staffEmail),
    customer: await stack.signInToPages(worker, ownerEmail),
  };
  const bearers = {
    staff: await stack.signInToApi(worker, staffEmail),
    customer: await stack.signInToApi(worker, ownerEmail),
  };
  // A page that reads only the session.
  const sessionOf = async (who: Who) => {
    const nothing = await stack.fetch(worker, "/no-such-page", { headers: { Cookie: cookies[who] } });
    await nothing.text();
    return countersOf(nothing).rowsRead;
  };
  const ofSession = { staff: await sessionOf("staff"), customer: await sessionOf("customer") };
  return async ({ who, search, filterFields }: Pick<ListCase, "who" | "search" | "filterFields">) => {
    const address = `${path[who]}?size=${PAGE_SIZE}&${search}`;
    const page = () => stack.fetch(worker, address, { headers: { Cookie: cookies[who] } });
    // The first request fills caches of the isolate, such as filter choices.
    await (await page()).text();
    const answer = await page();
    await answer.text();
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    const found = await stack.fetch(worker, call, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearers[who]}` },
      body: JSON.stringify({ page: 0, pageSize: PAGE_SIZE, filterFields }),
    });
    const { totalElements } = (await found.json()) as { totalElements: number };
    const { statements, rowsRead, roundTrips } = countersOf(answer);
    return { statements, roundTrips, rowsRead: rowsRead - ofSession[who], matches: totalElements };
  };
}

/** What a list's pages cost the database at three sizes, and how their time grows from the smallest to the largest. */
export async function listFigures(stack: Stack, list: MeasuredList): Promise<Figure[]> {
  const { id, path, cases, offered = 0 } = list;
  const figures: Figure[] = [];
  const worst = (values: number[]) => Math.max(...values);
  for (const size of listSizes) {
    const ask = await countedPages(stack, size, list);
    const results = [];
    for (const one of cases) {
      const { rowsRead, ...asked } = await ask(one);
      results.push({ ...one, ...asked, rowsRead: rowsRead - (one.who === "staff" ? offered : 0) });
    }
    const label = nameOfSize(size);
    figures.push({
      id,
      what: `Round trips a page, ${label}`,
      against: `list 1 + session 1; ${cases.length} queries`,
      value: worst(results.map((one) => one.roundTrips)),
      unit: "",
      atMost: 2,
      note: `${worst(results.map((one) => one.statements))} statements at most`,
    });
    const counted = results.filter((one) => one.counted);
    figures.push({
      id,
      what: `rows_read a page, ${label}: ${counted.map((one) => one.what).join(", ")}`,
      against: offered ? `4 x page size, without the ${offered} of the bar` : "4 x page size",
      value: worst(counted.map((one) => one.rowsRead)),
      unit: "rows",
      atMost: 4 * PAGE_SIZE,
      note: counted.map((one) => `${one.rowsRead} of ${one.matches}`).join(", "),
    });
    const others = results.filter((one) => !one.counted);
    figures.push({
      id,
      what: `rows_read beyond matches, ${label}: other filters`,
      against: "matches + 4 x page size",
      value: worst(others.map((one) => one.rowsRead - one.matches)),
      unit: "rows",
      atMost: 4 * PAGE_SIZE,
      note: others.map((one) => `${one.what} ${one.rowsRead} of ${one.matches}`).join(", "),
    });
  }
  const small = portalOf(10_000);
  const large = portalOf(1_000_000);
  for (const { what, who, search } of cases.filter((one) => one.counted)) {
    const asked = async (worker: string) =>
      stack.to(worker, {
        path: `${path[who]}?size=${PAGE_SIZE}&${search}`,
        headers: { Cookie: await stack.signInToPages(worker, emails[who]) },
      });
    const [onSmall, onLarge] = [await asked(small), await asked(large)];
    for (const one of [onLarge, onSmall]) await warmUp(stack.pool, one, 600, 4000);
    const { ratio, a, b } = await abba(
      () => millisecondsEach(stack.pool, onLarge, REQUESTS_A_TURN),
      () => millisecondsEach(stack.pool, onSmall, REQUESTS_A_TURN),
    );
    figures.push({
      id,
      what: `Time a page at 1M: ${what}`,
      against: "the same at 10k",
      value: ratio,
      unit: "x",
      atMost: 2,
      note: `${a.toFixed(2)} over ${b.toFixed(2)} ms`,
    });
  }
  return figures;
}
