import { Pool } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { liveHeap } from "../../scripts/bench/liveHeap";
import { sendRounds } from "../../scripts/bench/load";
import { mixedPages } from "../../scripts/bench/mixedPages";
import { freePortPair } from "../../scripts/local/freePortPair";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { isDeep } from "../support/tier";

const MIB = 1024 * 1024;

let portal: RunningPortal;
let pool: Pool;
let inspectorPort: number;
beforeAll(async () => {
  inspectorPort = await freePortPair();
  portal = await startPortal({ INSPECTOR_PORT: String(inspectorPort) });
  pool = new Pool(portal.base, { connections: 8, pipelining: 1 });
}, 240_000);
afterAll(async () => {
  await pool.close();
  await portal.remove();
});

test("keeps no memory of answered pages", async () => {
  const [staff, customer] = [await portal.cookie("admin@example.com"), await portal.cookie("customer@example.com")];
  const { jwtToken: bearer } = await portal.tokens("admin@example.com");
  const { jwtToken } = await portal.tokens("customer@example.com");
  const own = await portal.api("POST", "/order/find", {
    bearer: jwtToken,
    body: { page: 0, pageSize: 10, filterFields: [] },
  });
  const visitors = { staff, customer, bearer, orderId: own.json.content[0]._id };
  let answered = 0;
  const heapAfter = async (pages: number) => {
    const start = answered;
    await sendRounds(pool, (round) => mixedPages(visitors, start + round), pages - answered);
    answered = pages;
    return (await liveHeap(inspectorPort, "portal", () => portal.get("/signin"))) / MIB;
  };
  // A page that keeps 24 kB exceeds the bound in the gate, one that keeps 400 bytes in the deep tier.
  const [first, last] = isDeep ? [500, 20_500] : [150, 500];
  const warm = await heapAfter(first);
  expect((await heapAfter(last)) - warm).toBeLessThan(8);
}, 600_000);
