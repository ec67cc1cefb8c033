import { paths } from "~/paths";
import { abba } from "../abba";
import { countersOf } from "../countersOf";
import type { Figure } from "../figure";
import { millisecondsEach, warmUp } from "../load";
import { checkedLink, ownerEmail, staffEmail } from "../loadOrders";
import type { StackPart } from "../part";
import { nameOfSize, portalOf, type Size } from "../startStack";

const SMALL: Size = 10_000;
const LARGE: Size = 1_000_000;
const sizes = [SMALL, LARGE];
/** Checks on a page. */
const PAGE = 25;
const REQUESTS_A_TURN = 60;
const address = paths.placementChecks(checkedLink);

/** P14: the page of a link's checks, with a check for each link of the agency. */
export const linkChecksPart: StackPart = {
  ids: ["P14"],
  sizes,
  async measure(stack) {
    const figures: Figure[] = [];
    for (const size of sizes) {
      const worker = portalOf(size, true);
      const rows: number[] = [];
      for (const email of [staffEmail, ownerEmail]) {
        const Cookie = await stack.signInToPages(worker, email);
        const counted = async (path: string, status = 200) => {
          const answer = await stack.fetch(worker, path, { headers: { Cookie } });
          const html = await answer.text();
          if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
          return { html, rowsRead: countersOf(answer).rowsRead };
        };
        const session = await counted("/no-such-page", 404);
        const newest = await counted(address);
        const [, search] = /href="[^"]*(\?before=[^"]+)"/.exec(newest.html) ?? [];
        if (!search) throw new Error("The page of checks leads to no older ones");
        const older = await counted(address + search);
        rows.push(...[newest, older].map(({ rowsRead }) => rowsRead - session.rowsRead));
      }
      figures.push({
        id: "P14",
        what: `rows_read of a link's checks, ${nameOfSize(size)}`,
        against: "4 x page size; newest and older, staff and client",
        value: Math.max(...rows),
        unit: "rows",
        atMost: 4 * PAGE,
        note: rows.join(", "),
      });
    }
    const asked = async (size: Size) => {
      const worker = portalOf(size);
      return stack.to(worker, { path: address, headers: { Cookie: await stack.signInToPages(worker, staffEmail) } });
    };
    const [onSmall, onLarge] = [await asked(SMALL), await asked(LARGE)];
    for (const one of [onLarge, onSmall]) await warmUp(stack.pool, one, 300, 4000);
    const { ratio, a, b } = await abba(
      () => millisecondsEach(stack.pool, onLarge, REQUESTS_A_TURN),
      () => millisecondsEach(stack.pool, onSmall, REQUESTS_A_TURN),
    );
    figures.push({
      id: "P14",
      what: "Time of a link's checks at 1M",
      against: "the same at 10k",
      value: ratio,
      unit: "x",
      atMost: 1.5,
      note: `${a.toFixed(2)} over ${b.toFixed(2)} ms`,
    });
    return figures;
  },
};
