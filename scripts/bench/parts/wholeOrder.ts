import { costKeys, type StepCost, wholeOrder } from "../../../tests/support/wholeOrder";
import type { Figure } from "../figure";
import type { LonePart } from "../part";

/** Cloudflare's list prices above the included amounts, in dollars per million, as of November 2026. */
export const PRICES = {
  rowsWritten: 1.0,
  rowsRead: 0.001,
  requests: 0.3,
  queueOperations: 0.4,
  objectRequests: 0.15,
};
/** A message is written, read and deleted. */
export const OPERATIONS_PER_MESSAGE = 3;

export function sumOf(steps: StepCost[]) {
  const sum = (key: (typeof costKeys)[number]) => steps.reduce((total, step) => total + step[key], 0);
  return Object.fromEntries(costKeys.map((key) => [key, sum(key)])) as Record<(typeof costKeys)[number], number>;
}

/** Dollars for 1,000 such orders. The consumer of a queue message is one more request of a Worker. */
function dollarsPerThousand({ rowsWritten, rowsRead, requests, queueMessages, pushes }: ReturnType<typeof sumOf>) {
  const perMillion =
    rowsWritten * PRICES.rowsWritten +
    rowsRead * PRICES.rowsRead +
    (requests + queueMessages) * PRICES.requests +
    queueMessages * OPERATIONS_PER_MESSAGE * PRICES.queueOperations +
    pushes * PRICES.objectRequests;
  return perMillion / 1000;
}

/** P16: what one order from the visit to Completed costs, counted by the database itself. */
export const wholeOrderPart: LonePart = {
  ids: ["P16"],
  async measure(): Promise<Figure[]> {
    const { steps } = await wholeOrder();
    const order = sumOf(steps.filter(({ always }) => always));
    const everything = sumOf(steps);
    const row = (what: string, against: string, value: number, unit = "") => ({
      id: "P16",
      what,
      against,
      value,
      unit,
    });
    const byStep = steps.map(({ step, rowsWritten }) => `${step} ${rowsWritten}`).join(", ");
    return [
      {
        ...row("D1 rows written by an order, visit to Completed", "counted", order.rowsWritten, "rows"),
        atMost: 220,
        note: byStep,
      },
      row("the same with two messages, a report and its approval", "counted", everything.rowsWritten, "rows"),
      row("D1 rows read by an order", "counted", order.rowsRead, "rows"),
      row("D1 statements of an order", "counted", order.statements),
      row("API calls, clicks and webhooks of an order", "counted", order.requests),
      {
        ...row("List price of 1,000 orders", "Cloudflare's prices", dollarsPerThousand(order), "$"),
        note: "without processor time, included amounts and mail",
      },
    ];
  },
};
