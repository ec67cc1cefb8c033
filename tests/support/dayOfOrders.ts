import { expect } from "@playwright/test";
import { encodeId } from "~/paths";
import { SEEDED } from "./checkoutSteps";
import { controlPort } from "./controlPort";
import { newPerson, type Person } from "./e2e";

/** Orders that are entered at the same time. */
const TOGETHER = 5;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Posts JSON to the API of the portal under browser test; gets without it. */
async function ask(path: string, data?: object, bearer?: string) {
  const answer = await fetch(`http://localhost:${process.env.E2E_PORT}/api${path}`, {
    method: data ? "POST" : "GET",
    headers: {
      // workerd may end a kept connection under the next request.
      Connection: "close",
      "Content-Type": "application/json",
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    },
    body: data && JSON.stringify(data),
  });
  const text = await answer.text();
  expect(answer.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

/** The API as one person. */
async function apiAs({ email, password }: Pick<Person, "email" | "password">) {
  const { jwtToken } = await ask("/user/signIn", { email, password });
  return async <Answer>(path: string, data?: object): Promise<Answer> => await ask(path, data, jwtToken);
}

/** Moves the clock out of the last hour of the agency's day, which is UTC's. */
async function stayWithinOneDay() {
  const left = DAY_MS - (Date.parse((await controlPort().clock()).now) % DAY_MS);
  if (left < 60 * MINUTE_MS) await controlPort().moveClock({ advanceMs: left });
}

export interface DayOrder {
  id: string;
  number: string;
  /** Its page. */
  path: string;
}

interface Created {
  _id: string;
  orderId: number;
  createdTime: string;
}

/** Paid orders of one new client for a service with two steps, entered by the API. The newest is the first. */
export async function dayOfOrders(count: number, lastName: string) {
  // Before anyone signs in: a token would not outlive the move.
  await stayWithinOneDay();
  const mark = crypto.randomUUID().slice(0, 8);
  const client = newPerson({ firstName: "Bartholomew", lastName });
  const [staff, admin, { _id: clientId }] = await Promise.all([
    apiAs(SEEDED.manager),
    apiAs(SEEDED.superAdmin),
    ask("/user/signUp", client),
  ]);
  const { _id: serviceId } = await admin<{ _id: string }>("/service/serviceDetail", {
    name: `Audit ${mark}`,
    paymentTypes: ["DIRECT"],
    visibility: false,
    subStatuses: [{ name: "Draft" }, { name: "Review" }],
  });
  const { serviceOptionId: packageId } = await admin<{ serviceOptionId: string }>("/service/serviceOption", {
    serviceId,
    name: "Small",
    price: 100,
  });
  const now = async () => Date.parse((await controlPort().clock()).now);
  const paidDate = new Date(await now()).toISOString();
  const anOrder = async () => {
    const { _id, orderId, createdTime } = await staff<Created>("/order/manual", {
      clientId,
      serviceId,
      packageCounts: [{ packageId, count: 1 }],
      totalPrice: 100,
      paidDate,
      transactionDetails: `Wire ${mark}`,
      checkoutKey: crypto.randomUUID(),
    });
    return { id: _id, number: String(orderId), path: `/orders/${encodeId(_id)}`, place: `${createdTime} ${_id}` };
  };
  const made: (DayOrder & { place: string })[] = [];
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(TOGETHER, count - made.length) }, anOrder))));
  // As the list has them.
  const orders: DayOrder[] = made.sort((a, b) => (a.place < b.place ? 1 : -1));
  const change = async (chosen: readonly DayOrder[], set: object) => {
    const ids = chosen.map(({ id }) => id);
    const { changed } = await staff<{ changed: number }>("/order/bulk", { ids, set, reason: "A day of the test" });
    expect(changed).toBe(ids.length);
  };
  const byClient = await apiAs(client);
  return {
    client,
    orders,
    change,
    /** Puts orders of this client at the top of 'Due today', in this order. */
    async dueToday(chosen: readonly DayOrder[]) {
      const soon = (await now()) + 20 * MINUTE_MS;
      for (const [at, order] of chosen.entries())
        await change([order], { dueAt: new Date(soon + at * MINUTE_MS).toISOString() });
    },
    /** Assigns orders to the manager. */
    async giveToManager(chosen: readonly DayOrder[]) {
      const people = await staff<{ _id: string; email: string }[]>("/admin/dropDown");
      await change(chosen, { assignedToAdminId: people.find(({ email }) => email === SEEDED.manager.email)!._id });
    },
    /** The client writes about an order. */
    ask: (order: DayOrder, body: string) =>
      byClient("/order/messages", { orderId: order.id, messageType: "Customer", body }),
    /** Leaves no open orders to the next test. */
    finish: () =>
      staff("/order/bulk", {
        ids: orders.map(({ id }) => id),
        set: { status: "Completed" },
        reason: "The day has ended",
      }),
  };
}
export type DayOfOrders = Awaited<ReturnType<typeof dayOfOrders>>;

/** Counts what a person does, by kind of act. */
export function counter() {
  const counts = new Map<string, number>();
  return {
    add: (kind: string, times = 1) => void counts.set(kind, (counts.get(kind) ?? 0) + times),
    of: (kind: string) => counts.get(kind) ?? 0,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    toString: () => [...counts].map(([kind, count]) => `${kind} ${count}`).join(", "),
  };
}
