import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderStatus, orderStatuses, orderStatusLabel } from "~/domain/orders/orderStates";
import { encodeId } from "~/paths";
import { type RunningPortal, startPortal } from "../support/runningPortal";

/** The status changes that staff may make manually, written out here (rules.md orders/states). */
const allowed: Record<OrderStatus, OrderStatus[]> = {
  Abandoned_Checkout: ["Cancelled"],
  Payment_Failed: ["Cancelled"],
  Inputs_Required: ["Active", "Working", "Cancelled"],
  Active: ["Inputs_Required", "Working", "Completed", "Cancelled"],
  Working: ["Inputs_Required", "Active", "Completed", "Cancelled"],
  Completed: ["Working"],
  Cancelled: [],
};
const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const));

let portal: RunningPortal;
let bearer: string;
let cookies: Record<"manager" | "admin" | "superadmin", string>;
/** Unused seeded orders by status. */
const stock = new Map<OrderStatus, string[]>();

beforeAll(async () => {
  portal = await startPortal();
  bearer = (await portal.tokens("superadmin@example.com")).jwtToken;
  const cookie = (name: string) => portal.cookie(`${name}@example.com`);
  cookies = { manager: await cookie("manager"), admin: await cookie("admin"), superadmin: await cookie("superadmin") };
  for (const status of orderStatuses) {
    const found = await portal.api("POST", "/order/find", {
      bearer,
      body: { pageSize: 25, filterFields: [{ key: "status", searchOperation: "eq", value: status }] },
    });
    stock.set(
      status,
      found.json.content.map(({ _id }: { _id: string }) => _id),
    );
  }
}, 240_000);
afterAll(() => portal?.remove());

/** The next order in this status that no test has used. */
function anOrder(status: OrderStatus): string {
  const id = stock.get(status)?.shift();
  if (!id) throw new Error(`The seed has no more orders that are ${status}`);
  return id;
}
const stored = async (id: string) => (await portal.api("GET", `/order/details?id=${id}`, { bearer })).json;
const pathOf = (id: string) => `/orders/${encodeId(id)}`;

/** Posts the order's form like a browser without script. */
async function save(id: string, status: string, who: keyof typeof cookies = "manager") {
  const order = await stored(id);
  return await portal.post(
    pathOf(id),
    [
      ["version", String(order.version)],
      ["status", status],
      ["assignedToId", order.assignedToAdminId ?? "none"],
      ["notes", order.orderNotes],
      ["completeSteps", "on"],
      ...order.orderSubStatuses
        .filter((step: { completed: boolean }) => step.completed)
        .map((step: { sequence: number }) => ["subStatuses", String(step.sequence)] as [string, string]),
    ],
    { Cookie: cookies[who] },
  );
}
const submit = async (id: string, dialog: "cancel" | "reopen", reason: string, who: keyof typeof cookies) =>
  await portal.post(
    `${pathOf(id)}/${dialog}`,
    { version: String((await stored(id)).version), reason },
    { Cookie: cookies[who] },
  );
const refusal = (from: OrderStatus, to: OrderStatus) =>
  `An order that is ${orderStatusLabel(from)} cannot become ${orderStatusLabel(to)}`;

test.each(pairs)("the order's form: %s to %s", async (from, to) => {
  // A refused order does not change and serves the next case.
  const id = anOrder(from);
  const before = await stored(id);
  const answer = await save(id, to);
  const after = await stored(id);
  if (from === to) {
    expect([answer.status, answer.location]).toEqual([303, pathOf(id)]);
    expect(after).toEqual(before);
    stock.get(from)?.unshift(id);
  } else if (to === "Cancelled") {
    // Selecting Cancelled redirects to the dialog that asks for the reason and changes nothing yet.
    expect([answer.status, answer.location]).toEqual([303, `${pathOf(id)}/cancel`]);
    expect(after).toEqual(before);
    stock.get(from)?.unshift(id);
  } else if (allowed[from].includes(to)) {
    expect([answer.status, answer.location]).toEqual([303, pathOf(id)]);
    expect(after).toMatchObject({ status: to, version: before.version + 1 });
    expect(after.orderNotes).toBe(before.orderNotes);
  } else {
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(refusal(from, to));
    expect(after).toEqual(before);
    stock.get(from)?.unshift(id);
  }
});

test.each(orderStatuses)("the cancellation dialog for an order that is %s", async (from) => {
  const id = anOrder(from);
  const before = await stored(id);
  const page = await portal.get(`${pathOf(id)}/cancel`, { Cookie: cookies.manager });
  if (!allowed[from].includes("Cancelled")) {
    expect(page.text).toContain("cannot be cancelled");
    const answer = await submit(id, "cancel", "No longer needed", "manager");
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("cannot be cancelled");
    expect(await stored(id)).toEqual(before);
    stock.get(from)?.unshift(id);
    return;
  }
  expect(page.text).toContain("Are you sure you want to cancel this order?");
  expect(page.text).toContain('rows="3"');
  const empty = await submit(id, "cancel", "  ", "manager");
  expect(empty.status).toBe(400);
  expect(empty.text).toContain("Give a reason");
  expect(await stored(id)).toEqual(before);
  const done = await submit(id, "cancel", "No longer needed", "manager");
  expect([done.status, done.location]).toEqual([303, pathOf(id)]);
  expect(await stored(id)).toMatchObject({ status: "Cancelled", comment: "No longer needed" });

  // Only a SuperAdmin with a reason restores the earlier status.
  for (const who of ["manager", "admin"] as const)
    expect([who, (await submit(id, "reopen", "A mistake", who)).location]).toEqual([who, "/"]);
  const unexplained = await submit(id, "reopen", "", "superadmin");
  expect(unexplained.status).toBe(400);
  expect(unexplained.text).toContain("Give a reason");
  expect((await stored(id)).status).toBe("Cancelled");
  const reopened = await submit(id, "reopen", "A mistake", "superadmin");
  expect([reopened.status, reopened.location]).toEqual([303, pathOf(id)]);
  expect(await stored(id)).toMatchObject({ status: from, comment: null });
});

test.each(orderStatuses.filter((status) => status !== "Cancelled"))(
  "refuses to reopen an order that is %s",
  async (from) => {
    const id = anOrder(from);
    const before = await stored(id);
    const answer = await submit(id, "reopen", "A mistake", "superadmin");
    expect([409, 303]).toContain(answer.status);
    expect(await stored(id)).toEqual(before);
    stock.get(from)?.unshift(id);
  },
);

test("the form refuses an unknown status", async () => {
  const id = anOrder("Working");
  const before = await stored(id);
  expect((await save(id, "Refunded")).status).toBe(400);
  expect(await stored(id)).toEqual(before);
});

/** Completed steps before, the ticked or unticked step by its position, completed steps after. */
const ticks: [before: number[], change: ["tick" | "untick", number], after: number[]][] = [
  [[], ["tick", 1], [1]],
  [[], ["tick", 3], [1, 2, 3]],
  [[1], ["tick", 3], [1, 2, 3]],
  [
    [1, 2, 3],
    ["untick", 3],
    [1, 2],
  ],
  [[1, 2, 3], ["untick", 2], [1]],
  [[1, 2, 3], ["untick", 1], []],
];

test.each(["page", "API"] as const)("ticks and unticks steps by the table over the %s", async (door) => {
  const id = stock.get("Working")!.find(Boolean)!;
  const send = async (places: number[]) => {
    const order = await stored(id);
    const steps = order.orderSubStatuses as { name: string; sequence: number }[];
    const chosen = steps.filter((_, index) => places.includes(index + 1)).map(({ sequence }) => sequence);
    if (door === "page")
      return await portal.post(
        pathOf(id),
        [
          ["version", String(order.version)],
          ["status", order.status],
          ["assignedToId", order.assignedToAdminId ?? "none"],
          ["notes", order.orderNotes],
          ...chosen.map((sequence) => ["subStatuses", String(sequence)] as [string, string]),
        ],
        { Cookie: cookies.manager },
      );
    return await portal.api("POST", "/order/details", {
      bearer,
      body: {
        _id: id,
        orderSubStatuses: steps.map((step) => ({ ...step, completed: chosen.includes(step.sequence) })),
      },
    });
  };
  const done = async () =>
    (await stored(id)).orderSubStatuses.flatMap((step: { completed: boolean }, index: number) =>
      step.completed ? [index + 1] : [],
    );
  expect((await stored(id)).orderSubStatuses.length).toBeGreaterThanOrEqual(3);
  for (const [before, [kind, place], after] of ticks) {
    // Unticks every step, then ticks those that the case starts with.
    if ((await done()).includes(1)) await send((await done()).filter((one: number) => one !== 1));
    expect(await done()).toEqual([]);
    if (before.length > 0) await send([Math.max(...before)]);
    expect(await done()).toEqual(before);
    await send(kind === "tick" ? [...before, place] : before.filter((one) => one !== place));
    expect([kind, place, await done()]).toEqual([kind, place, after]);
  }
});
