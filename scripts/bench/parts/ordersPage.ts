import type { OrderQuery } from "~/domain/orders/findOrders";
import { abba } from "../abba";
import { bareRemix, buildBareRemix } from "../baselines/bareRemix";
import { listStatements } from "../listStatements";
import { requestsPerProcessorSecond, warmUp } from "../load";
import { staffEmail } from "../loadOrders";
import type { StackPart } from "../part";
import { databaseOf, portalOf, type Size } from "../startStack";

const TURN_MS = 1500;
const SIZE: Size = 100_000;
const rowsAPage = [
  { rows: 10, atLeast: 0.5, mostBytes: 30_000 },
  { rows: 100, atLeast: 0.45 },
];
const bareName = (rows: number) => `bare-remix-${rows}`;

/** P3: the staff's order list as HTML, drawn for every request, over the same rows in a bare Remix app. */
export const ordersPage: StackPart = {
  ids: ["P3"],
  sizes: [SIZE],
  async workers() {
    await buildBareRemix();
    return await Promise.all(
      rowsAPage.map(async ({ rows: pageSize }) => {
        const query: OrderQuery = { page: 0, pageSize, filters: [], sort: { by: "createdTime", direction: "desc" } };
        const [statement] = await listStatements(query);
        return await bareRemix(bareName(pageSize), databaseOf(SIZE), statement!);
      }),
    );
  },
  async measure(stack) {
    const portal = portalOf(SIZE);
    const Cookie = await stack.signInToPages(portal, staffEmail);
    const figures = [];
    for (const { rows, atLeast, mostBytes } of rowsAPage) {
      const path = `/orders?size=${rows}`;
      const weights = [];
      for (const [worker, address] of [
        [portal, path],
        [bareName(rows), "/orders"],
      ] as const) {
        const html = await (await stack.fetch(worker, address, { headers: { Cookie } })).text();
        const found = html.match(/<tr/g)?.length ?? 0;
        if (found !== rows + 1) throw new Error(`${worker} showed ${found - 1} rows, not ${rows}`);
        const bytes = new TextEncoder().encode(html).length;
        weights.push(`${Math.round(bytes / 1000)} kB`);
        if (worker === portal && mostBytes)
          figures.push({
            id: "P3",
            what: `Orders page HTML, ${rows} rows`,
            against: "uncompressed",
            value: bytes / 1000,
            unit: "kB",
            atMost: mostBytes / 1000,
          });
      }
      const bare = stack.to(bareName(rows), { path: "/orders" });
      const ours = stack.to(portal, { path, headers: { Cookie } });
      for (const one of [ours, bare]) await warmUp(stack.pool, one);
      const { ratio, a, b } = await abba(
        () => requestsPerProcessorSecond(stack.pool, ours, TURN_MS),
        () => requestsPerProcessorSecond(stack.pool, bare, TURN_MS),
      );
      figures.push({
        id: "P3",
        what: `Orders page HTML/s, ${rows} rows`,
        against: "bare Remix route, same rows",
        value: ratio,
        unit: "x",
        atLeast,
        note: `${Math.round(a)} over ${Math.round(b)} a processor second; ${weights.join(" over ")}`,
      });
    }
    return figures;
  },
};
