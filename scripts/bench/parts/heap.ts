import type { Figure } from "../figure";
import { liveHeap } from "../liveHeap";
import { sendRounds } from "../load";
import { ownerEmail, staffEmail } from "../loadOrders";
import { mixedPages } from "../mixedPages";
import type { LonePart } from "../part";
import { portalOf, type Size, type Stack, startStack } from "../startStack";

const MIB = 1024 * 1024;
const SIZE: Size = 10_000;
/** Pages answered at each reading. */
const READINGS = [500, 3000, 10_000, 20_000];

async function visitorsOf(stack: Stack, portal: string) {
  const headers = { "Content-Type": "application/json", Authorization: "" };
  headers.Authorization = `Bearer ${await stack.signInToApi(portal, ownerEmail)}`;
  const body = JSON.stringify({ page: 0, pageSize: 10, filterFields: [] });
  const own = await stack.fetch(portal, "/api/order/find", { method: "POST", headers, body });
  const { content } = (await own.json()) as { content: { _id: string }[] };
  return {
    staff: await stack.signInToPages(portal, staffEmail),
    customer: await stack.signInToPages(portal, ownerEmail),
    bearer: await stack.signInToApi(portal, staffEmail),
    orderId: content[0]!._id,
  };
}

/**
 * Live heap of the portal's Worker over 20,000 mixed pages. A runtime of its own: an open inspector would slow the
 * others' figures. Listens for it on PORT + 1.
 */
export const heapPart: LonePart = {
  ids: ["HEAP"],
  async measure(settings) {
    const inspectorPort = settings.controlPort;
    const portal = portalOf(SIZE);
    const stack = await startStack(settings, [SIZE], async () => [], inspectorPort);
    try {
      const wake = async () => (await stack.fetch(portal, "/signin")).text();
      const heapNow = async () => (await liveHeap(inspectorPort, portal, wake)) / MIB;
      await wake();
      const atStart = await heapNow();
      const heaps: number[] = [];
      let answered = 0;
      for (const pages of READINGS) {
        // The access part of a session lives 15 minutes; the whole run can take longer.
        const visitors = await visitorsOf(stack, portal);
        const before = answered;
        const roundOf = (round: number) => mixedPages(visitors, before + round).map((asked) => stack.to(portal, asked));
        await sendRounds(stack.pool, roundOf, pages - before);
        answered = pages;
        heaps.push(await heapNow());
      }
      const shown = [atStart, ...heaps].map((heap) => heap.toFixed(1)).join(", ");
      const figure = (to: number, atMost: number): Figure => ({
        id: "HEAP",
        what: `Live heap at page ${READINGS[to]} less that at ${READINGS[0]}`,
        against: "after a full collection",
        value: heaps[to]! - heaps[0]!,
        unit: "MiB",
        atMost,
        note: `start, ${READINGS.join(", ")}: ${shown} MiB`,
      });
      return [figure(1, 8), figure(READINGS.length - 1, 16)];
    } finally {
      await stack.stop();
    }
  },
};
