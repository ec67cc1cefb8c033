import type { OrderQuery } from "~/domain/orders/findOrders";
import { abba } from "../abba";
import { rawD1 } from "../baselines/rawD1";
import { listStatements } from "../listStatements";
import { requestsPerProcessorSecond, warmUp } from "../load";
import { staffEmail } from "../loadOrders";
import type { StackPart } from "../part";
import { databaseOf, portalOf, type Size } from "../startStack";

const TURN_MS = 1500;
const SIZE: Size = 100_000;
const query: OrderQuery = { page: 0, pageSize: 10, filters: [], sort: { by: "createdTime", direction: "desc" } };

/** POST /api/order/find with a bearer, over a Worker that sends the same SQL (rules.md speed/order-find). */
export const orderApi: StackPart = {
  ids: ["P6"],
  sizes: [SIZE],
  workers: async () => [rawD1(databaseOf(SIZE), await listStatements(query))],
  async measure(stack) {
    const portal = portalOf(SIZE);
    const find = stack.to(portal, {
      path: "/api/order/find",
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${await stack.signInToApi(portal, staffEmail)}`,
      },
      body: JSON.stringify({ page: 0, pageSize: query.pageSize, filterFields: [] }),
    });
    const raw = stack.to("raw-d1", { path: "/" });
    const answered = (await (await stack.fetch("raw-d1", "/")).json()) as { content: unknown[] };
    if (answered.content.length !== query.pageSize)
      throw new Error(`The raw handler answered ${answered.content.length} rows`);
    for (const asked of [find, raw]) await warmUp(stack.pool, asked);
    const { ratio, a, b } = await abba(
      () => requestsPerProcessorSecond(stack.pool, find, TURN_MS),
      () => requestsPerProcessorSecond(stack.pool, raw, TURN_MS),
    );
    return [
      {
        id: "P6",
        what: "/api/order/find requests/s",
        against: "raw D1 handler, same SQL",
        value: ratio,
        unit: "x",
        atLeast: 0.65,
        note: `${Math.round(a)} over ${Math.round(b)} a processor second`,
      },
    ];
  },
};
