import { bulkUser } from "../../../tests/support/manyOrders";
import { abba } from "../abba";
import { countersOf } from "../countersOf";
import type { Figure } from "../figure";
import { listSizes } from "../listFigures";
import { millisecondsEach, warmUp } from "../load";
import { ownerEmail, ownerId, staffEmail } from "../loadOrders";
import { rareClient, SHORT_NAME, viewKeeperEmail, viewSearches } from "../loadWorkingDay";
import type { StackPart } from "../part";
import { nameOfSize, portalOf, type Size, type Stack } from "../startStack";

/** With the session's. */
const MAX_TRIPS = 3;
/** Without the session's: rules.md work/bounds. Those of a search: rules.md search/bounded. */
const MAX_ROWS = 200;
const MAX_SEARCHED = 60;
const REQUESTS_A_TURN = 40;

interface Page {
  what: string;
  path: string;
  /** What the answer has to show, so that an empty page is no figure. */
  shows: RegExp;
  email?: string;
  /** Its time is compared too. */
  timed?: true;
}

const searched = (q: string) => `/search?q=${encodeURIComponent(q)}`;
const isRare = new RegExp(`${rareClient.firstName} ${rareClient.lastName}`);
/** The owner of each hundredth order has the first of these, another client the second. */
const [ownNumber, othersNumber] = [10_107, 10_108];

const searches: Page[] = [
  { what: "a number", path: searched("10101"), shows: /Order 10101/, timed: true },
  { what: "an address", path: searched(rareClient.email), shows: isRare },
  { what: "a name of three letters", path: searched(SHORT_NAME), shows: /Zoe Example/, timed: true },
  { what: "letters of every name", path: searched("exa"), shows: /Name\d+ Example/ },
  { what: "a misspelled name", path: searched("Katharnia Lindqvist"), shows: isRare, timed: true },
  { what: "a client's own number", path: searched(String(ownNumber)), shows: /Order 10107/, email: ownerEmail },
];
const pages: Page[] = [
  { what: "/work", path: "/work", shows: /Overdue/, timed: true },
  { what: "a group of /work", path: "/work?group=overdue", shows: /Order|Link/ },
  ...["unread", "mine", "waiting", "snoozed", "all"].map((tab) => ({
    what: `/inbox, ${tab}`,
    path: `/inbox?tab=${tab}`,
    shows: /When is it done\?/,
    ...(tab === "unread" ? { timed: true as const } : {}),
  })),
  {
    what: "a saved view",
    path: `/orders?size=10&${viewSearches[0]}`,
    shows: />99\+</,
    email: viewKeeperEmail,
    timed: true,
  },
];

async function counted(stack: Stack, size: Size, { path, shows, email = staffEmail }: Page) {
  const worker = portalOf(size, true);
  const headers = { Cookie: await stack.signInToPages(worker, email) };
  const page = () => stack.fetch(worker, path, { headers });
  // The first request fills caches of the isolate.
  await (await page()).text();
  const answer = await page();
  const html = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  if (!shows.test(html)) throw new Error(`${path} does not show ${shows}`);
  // The root's data holds what the session of this address reads, and nothing else.
  const root = await stack.fetch(worker, `${path}${path.includes("?") ? "&" : "?"}_data=root`, { headers });
  await root.text();
  const { rowsRead, roundTrips } = countersOf(answer);
  const ofSession = countersOf(root).rowsRead;
  return { roundTrips, rows: rowsRead - ofSession, ofSession };
}

/** Records that a customer finds by numbers, names and addresses of others. */
async function foundOfOthers(stack: Stack, size: Size) {
  const worker = portalOf(size, true);
  const headers = { Authorization: `Bearer ${await stack.signInToApi(worker, ownerEmail)}` };
  const found = async (q: string) => {
    const answer = await stack.fetch(worker, `/api${searched(q)}`, { headers });
    const { groups } = (await answer.json()) as { groups: { kind: string; hits: unknown[] }[] };
    return groups.filter(({ kind }) => kind !== "pages").flatMap(({ hits }) => hits).length;
  };
  if ((await found(String(ownNumber))) === 0) throw new Error(`${ownerId} does not find an own order`);
  let others = 0;
  for (const q of [String(othersNumber), `${othersNumber}-01`, rareClient.email, SHORT_NAME, bulkUser(1)])
    others += await found(q);
  return others;
}

const worst = (values: number[]) => Math.max(...values);
const noteOf = (results: { what: string; rows: number; ofSession: number }[]) =>
  `${results.map(({ what, rows }) => `${what} ${rows}`).join(", ")}; the session's ${worst(results.map(({ ofSession }) => ofSession))}`;

async function timeOf(stack: Stack, { what, path, email = staffEmail }: Page): Promise<Figure> {
  const asked = async (size: Size) => {
    const worker = portalOf(size);
    return stack.to(worker, { path, headers: { Cookie: await stack.signInToPages(worker, email) } });
  };
  const [onSmall, onLarge] = [await asked(10_000), await asked(1_000_000)];
  for (const one of [onLarge, onSmall]) await warmUp(stack.pool, one, 200, 3000);
  const { ratio, a, b } = await abba(
    () => millisecondsEach(stack.pool, onLarge, REQUESTS_A_TURN),
    () => millisecondsEach(stack.pool, onSmall, REQUESTS_A_TURN),
  );
  return {
    id: "P15",
    what: `Time at 1M: ${what}`,
    against: "the same at 10k",
    value: ratio,
    unit: "x",
    atMost: 2,
    note: `${a.toFixed(2)} over ${b.toFixed(2)} ms`,
  };
}

/**
 * P15: what the pages of a working day cost the database, and how their time grows. `/work` and searches are P4's too.
 */
export const workingDayPart: StackPart = {
  ids: ["P4", "P15"],
  sizes: listSizes,
  async measure(stack) {
    const figures: Figure[] = [];
    for (const size of listSizes) {
      const label = nameOfSize(size);
      const cost = async (page: Page) => ({ ...page, ...(await counted(stack, size, page)) });
      const ofPages = [];
      for (const page of pages) ofPages.push(await cost(page));
      const ofSearches = [];
      for (const page of searches) ofSearches.push(await cost(page));
      const queue = ofPages.slice(0, 2);
      for (const [id, results] of [
        ["P4", [...queue, ...ofSearches]],
        ["P15", [...ofPages, ...ofSearches]],
      ] as const)
        figures.push({
          id,
          what: `Round trips of ${id === "P4" ? "/work and a search" : "the working day's pages"}, ${label}`,
          against: `${results.length} pages, session included`,
          value: worst(results.map(({ roundTrips }) => roundTrips)),
          unit: "",
          atMost: MAX_TRIPS,
          note: results.map(({ what, roundTrips }) => `${what} ${roundTrips}`).join(", "),
        });
      for (const [id, what, results] of [
        ["P4", "/work", queue],
        ["P15", "the working day's pages", ofPages],
      ] as const)
        figures.push({
          id,
          what: `rows_read of ${what}, ${label}`,
          against: "without the session's",
          value: worst(results.map(({ rows }) => rows)),
          unit: "rows",
          atMost: MAX_ROWS,
          note: noteOf(results),
        });
      for (const id of ["P4", "P15"])
        figures.push({
          id,
          what: `rows_read of a search, ${label}`,
          against: "without the session's",
          value: worst(ofSearches.map(({ rows }) => rows)),
          unit: "rows",
          atMost: MAX_SEARCHED,
          note: noteOf(ofSearches),
        });
      figures.push({
        id: "P15",
        what: `Records of others that a customer finds, ${label}`,
        against: "numbers, a link, an address, a name, an id",
        value: await foundOfOthers(stack, size),
        unit: "",
        atMost: 0,
      });
    }
    for (const page of [...pages, ...searches].filter(({ timed }) => timed)) figures.push(await timeOf(stack, page));
    return figures;
  },
};
