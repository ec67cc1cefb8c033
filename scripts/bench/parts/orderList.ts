import { bulkService, bulkUser } from "../../../tests/support/manyOrders";
import { abba } from "../abba";
import { countersOf } from "../countersOf";
import type { Figure } from "../figure";
import { millisecondsEach, warmUp } from "../load";
import { CUSTOMERS, ownerEmail, STAFF, staffEmail } from "../loadOrders";
import type { StackPart } from "../part";
import { nameOfSize, portalOf, type Size, type Stack } from "../startStack";

const sizes: Size[] = [10_000, 100_000, 1_000_000];
const PAGE_SIZE = 10;
const REQUESTS_A_TURN = 60;

type Who = "staff" | "customer";

interface Case {
  what: string;
  who: Who;
  search: string;
  filterFields: unknown[];
  /** The total comes from kept counters: no more rows however many match. */
  counted?: true;
}

const inRange = (key: string, from: string, to: string) => ({
  search: `dateField=${key}&from=${from}&to=${to}`,
  filterFields: [{ key, searchOperation: "btn", value: `${from}T00:00:00.000Z`, toValue: `${to}T23:59:59.999Z` }],
});
const chosen = (key: string, ...values: string[]) => ({
  search: values.map((value) => `${key}=${value}`).join("&"),
  filterFields: [{ key, searchOperation: "in", value: values }],
});

const cases: Case[] = [
  { what: "unfiltered", who: "staff", search: "", filterFields: [], counted: true },
  { what: "one status", who: "staff", ...chosen("status", "Working"), counted: true },
  { what: "own orders", who: "customer", search: "", filterFields: [], counted: true },
  { what: "one service", who: "staff", ...chosen("serviceId", bulkService(3)) },
  { what: "one assignee", who: "staff", ...chosen("assignedToAdminId", bulkUser(2)) },
  {
    what: "service and status",
    who: "staff",
    search: `${chosen("serviceId", bulkService(3)).search}&status=Working`,
    filterFields: [...chosen("serviceId", bulkService(3)).filterFields, ...chosen("status", "Working").filterFields],
  },
  { what: "created in March", who: "staff", ...inRange("createdTime", "2025-03-01", "2025-03-31") },
  { what: "completed in a week", who: "staff", ...inRange("completedDate", "2025-03-01", "2025-03-07") },
];
/** No other client has this name. */
const rareName = `Name${CUSTOMERS - 11}`;

/**
 * Requests the list page as a browser does, and the number of matches by the API. `rowsRead` excludes the session's.
 */
async function countedPages(stack: Stack, size: Size) {
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
  const nothing = await stack.fetch(worker, "/no-such-page", { headers: { Cookie: cookies.staff } });
  await nothing.text();
  const session = countersOf(nothing);
  return async ({ who, search, filterFields }: Pick<Case, "who" | "search" | "filterFields">) => {
    const page = () => stack.fetch(worker, `/orders?${search}`, { headers: { Cookie: cookies[who] } });
    // The first request fills caches of the isolate, such as filter choices.
    await (await page()).text();
    const answer = await page();
    await answer.text();
    if (answer.status !== 200) throw new Error(`/orders?${search} answered ${answer.status}`);
    const found = await stack.fetch(worker, "/api/order/find", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearers[who]}` },
      body: JSON.stringify({ page: 0, pageSize: PAGE_SIZE, filterFields }),
    });
    const { totalElements } = (await found.json()) as { totalElements: number };
    const { statements, rowsRead, roundTrips } = countersOf(answer);
    return { statements, roundTrips, rowsRead: rowsRead - session.rowsRead, matches: totalElements };
  };
}

/** P4 and P5: the order list's database cost at three sizes, and how its time grows. */
export const orderListPart: StackPart = {
  ids: ["P4", "P5"],
  sizes,
  async measure(stack) {
    const figures: Figure[] = [];
    for (const size of sizes) {
      const ask = await countedPages(stack, size);
      const results = [];
      for (const one of cases) results.push({ ...one, ...(await ask(one)) });
      const label = nameOfSize(size);
      const worst = (values: number[]) => Math.max(...values);
      figures.push({
        id: "P4",
        what: `Round trips a page, ${label}`,
        against: `list 1 + session 1; ${cases.length} queries`,
        value: worst(results.map((one) => one.roundTrips)),
        unit: "",
        atMost: 2,
        note: `${worst(results.map((one) => one.statements))} statements at most`,
      });
      const counted = results.filter((one) => one.counted);
      figures.push({
        id: "P4",
        what: `rows_read a page, ${label}: ${counted.map((one) => one.what).join(", ")}`,
        against: "4 x page size",
        value: worst(counted.map((one) => one.rowsRead)),
        unit: "rows",
        atMost: 4 * PAGE_SIZE,
        note: counted.map((one) => `${one.rowsRead} of ${one.matches}`).join(", "),
      });
      const others = results.filter((one) => !one.counted);
      figures.push({
        id: "P4",
        what: `rows_read beyond matches, ${label}: other filters`,
        against: "matches + 4 x page size",
        value: worst(others.map((one) => one.rowsRead - one.matches)),
        unit: "rows",
        atMost: 4 * PAGE_SIZE,
        note: others.map((one) => `${one.what} ${one.rowsRead} of ${one.matches}`).join(", "),
      });
      const rare = await ask({
        who: "staff",
        search: `clientName=${rareName}`,
        filterFields: [{ key: "clientName", searchOperation: "like", value: rareName }],
      });
      figures.push({
        id: "P5",
        what: `rows_read, rare name, ${label}`,
        against: "number of users",
        value: rare.rowsRead,
        unit: "rows",
        atMost: CUSTOMERS + STAFF,
        note: `${rare.matches} orders found`,
      });
    }

    const small = portalOf(10_000);
    const large = portalOf(1_000_000);
    const emails = { staff: staffEmail, customer: ownerEmail };
    for (const { what, who, search } of cases.filter((one) => one.counted)) {
      const asked = async (worker: string) =>
        stack.to(worker, {
          path: `/orders?${search}`,
          headers: { Cookie: await stack.signInToPages(worker, emails[who]) },
        });
      const [onSmall, onLarge] = [await asked(small), await asked(large)];
      for (const one of [onLarge, onSmall]) await warmUp(stack.pool, one, 600, 4000);
      const { ratio, a, b } = await abba(
        () => millisecondsEach(stack.pool, onLarge, REQUESTS_A_TURN),
        () => millisecondsEach(stack.pool, onSmall, REQUESTS_A_TURN),
      );
      figures.push({
        id: "P4",
        what: `Time a page at 1M: ${what}`,
        against: "the same at 10k",
        value: ratio,
        unit: "x",
        atMost: 2,
        note: `${a.toFixed(2)} over ${b.toFixed(2)} ms`,
      });
    }
    return figures;
  },
};
