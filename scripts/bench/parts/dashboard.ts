import { abba } from "../abba";
import { countersOf } from "../countersOf";
import type { Figure } from "../figure";
import { millisecondsEach, warmUp } from "../load";
import { staffEmail } from "../loadOrders";
import type { StackPart } from "../part";
import { portalOf, type Size } from "../startStack";

const LARGE: Size = 200_000;
const SMALL: Size = 10_000;
/** The longest possible range. Both sizes hold the same orders in it. */
const SEARCH = "/?fromDate=2025-06-01&toDate=2025-08-31";
const REQUESTS_A_TURN = 60;

/** P11: staff's home with three months of data, as a browser requests it. */
export const dashboardPart: StackPart = {
  ids: ["P11"],
  sizes: [SMALL, LARGE],
  async measure(stack) {
    const counted = async (size: Size) => {
      const worker = portalOf(size, true);
      const headers = { Cookie: await stack.signInToPages(worker, staffEmail) };
      const answer = await stack.fetch(worker, SEARCH, { headers });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${SEARCH} answered ${answer.status}`);
      return countersOf(answer);
    };
    const [small, large] = [await counted(SMALL), await counted(LARGE)];
    const asked = async (size: Size) => {
      const worker = portalOf(size);
      return stack.to(worker, { path: SEARCH, headers: { Cookie: await stack.signInToPages(worker, staffEmail) } });
    };
    const [onSmall, onLarge] = [await asked(SMALL), await asked(LARGE)];
    for (const one of [onLarge, onSmall]) await warmUp(stack.pool, one, 300, 4000);
    const { ratio, a, b } = await abba(
      () => millisecondsEach(stack.pool, onLarge, REQUESTS_A_TURN),
      () => millisecondsEach(stack.pool, onSmall, REQUESTS_A_TURN),
    );
    const figures: Figure[] = [
      {
        id: "P11",
        what: "Statements of the dashboard, three months, 200k",
        against: "the whole page, session included",
        value: large.statements,
        unit: "",
        atMost: 8,
        note: `${large.roundTrips} round trips`,
      },
      {
        id: "P11",
        what: "rows_read of the dashboard at 200k",
        against: "the same range at 10k: nothing is scanned",
        value: large.rowsRead / small.rowsRead,
        unit: "x",
        atMost: 1.05,
        note: `${large.rowsRead} over ${small.rowsRead}`,
      },
      {
        id: "P11",
        what: "Time of the dashboard at 200k",
        against: "the same range at 10k",
        value: ratio,
        unit: "x",
        atMost: 2,
        note: `${a.toFixed(2)} over ${b.toFixed(2)} ms`,
      },
    ];
    return figures;
  },
};
