import type { ActionFunction } from "@remix-run/cloudflare";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { GENERIC_ERROR } from "~/domain/errors";
import { answerName } from "~/domain/intake/answerName";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { encodeId } from "~/paths";
import { newId } from "~db/ids";
import { history, intakeFields, notifications, orderEntries, orderItems, orders } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { anOrder, aService, aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { TEST_NOW } from "../support/testContext";

let stack: CheckoutStack;
let admin: ActorUser;
beforeAll(async () => {
  stack = await startCheckoutStack();
  admin = await aStaffMember(stack.db, { firstName: "Mia" });
});
afterAll(() => stack.stop());

const modules = import.meta.glob<{ action: ActionFunction }>("../../app/routes/_app.orders.$orderId*.tsx");
const actionOf = async (name: string) => (await modules[`../../app/routes/_app.orders.$orderId${name}.tsx`]!()).action;

/** A paid order with one package and two entries of staff. */
async function anOrderWithEntries(values: Partial<typeof orders.$inferInsert>) {
  const { buyer } = await stack.aBuyer();
  const { service, packages } = await aService(stack.db);
  const packageId = packages[0]!.id;
  const field = `url-${service.id}`;
  await stack.db
    .insert(intakeFields)
    .values({ id: field, serviceId: service.id, name: "URL", itemType: "TEXT", mandatory: true, sequence: 0 });
  const steps = ["Research", "Links"].map((name, sequence) => ({ name, sequence, completed: false }));
  const { id } = await anOrder(stack.db, {
    clientId: buyer.id,
    serviceId: service.id,
    status: "Working",
    subStatuses: steps,
    ...values,
  });
  await stack.db.insert(orderItems).values({
    id: newId(TEST_NOW),
    orderId: id,
    packageId,
    packageName: "DA 30",
    quantity: 1,
    unitPrice: 100_00,
    lineTotal: 100_00,
    sequence: 0,
  });
  const entry = (value: string) => ({ items: [{ id: field, value }] });
  await saveProjectDetails(stack.contextOf(admin), {
    orderId: id,
    projectPackageData: [{ packageId, values: [entry("one"), entry("two")] }],
  });
  const [first] = await entriesOf(id);
  return { id, packageId, field: answerName(packageId, field), entryId: first!.id };
}
const entriesOf = (id: string) =>
  stack.db.select().from(orderEntries).where(eq(orderEntries.orderId, id)).orderBy(asc(orderEntries.id));

/** Every row that the forms of an order write. */
const snapshot = async (id: string) => ({
  order: await stack.orderRow(id),
  entries: await entriesOf(id),
  history: await stack.db.$count(history, eq(history.entityId, id)),
  told: await stack.db.$count(notifications, eq(notifications.typeSystemId, id)),
});

type Order = Awaited<ReturnType<typeof anOrderWithEntries>>;
interface Case {
  name: string;
  route: string;
  values?: Partial<typeof orders.$inferInsert>;
  fields: (order: Order, version: string) => [string, string][];
  params?: (order: Order) => Record<string, string>;
}

const cases: Case[] = [
  {
    name: "status, steps, assignee and notes",
    route: "",
    fields: (_, version) => [
      ["version", version],
      ["status", "Completed"],
      ["subStatuses", "1"],
      ["assignedToId", admin.id],
      ["notes", "Call before noon"],
    ],
  },
  {
    name: "cancelling",
    route: ".cancel",
    fields: (_, version) => [
      ["version", version],
      ["reason", "No longer needed"],
    ],
  },
  {
    name: "reopening",
    route: ".reopen",
    values: { status: "Working", cancelReason: "No longer needed" },
    fields: (_, version) => [
      ["version", version],
      ["reason", "A mistake"],
    ],
  },
  {
    name: "a new entry",
    route: ".packages.$packageId",
    fields: ({ field }) => [
      ["manual", "true"],
      [field, "three"],
    ],
    params: ({ packageId }) => ({ packageId: encodeId(packageId) }),
  },
  {
    name: "a changed entry",
    route: ".entries.$entryId",
    fields: ({ field }) => [
      ["manual", "true"],
      ["version", "1"],
      [field, "changed"],
    ],
    params: ({ entryId }) => ({ entryId: encodeId(entryId) }),
  },
  {
    name: "a deleted entry",
    route: ".entries.$entryId_.delete",
    fields: () => [["version", "1"]],
    params: ({ entryId }) => ({ entryId: encodeId(entryId) }),
  },
];

test.each(cases)(
  "$name: a database failure rolls back and shows the fixed text",
  async (one) => {
    const action = await actionOf(one.route);
    for (let k = 1, reached = true; reached; k++) {
      const order = await anOrderWithEntries(one.values ?? {});
      if (one.route === ".reopen")
        await stack.db
          .update(orders)
          .set({ status: "Cancelled", statusBeforeCancel: "Working" })
          .where(eq(orders.id, order.id));
      const before = await snapshot(order.id);
      const body = new FormData();
      for (const [name, value] of one.fields(order, String(before.order.version))) body.append(name, value);
      const failing = stack.failingContext(admin, k);
      const request = new Request(`${SITE}/orders/x`, { method: "POST", body });
      const params = { orderId: encodeId(order.id), ...one.params?.(order) };
      let said: string;
      try {
        const answer = (await action({
          request,
          params,
          context: { portal: aPortal(failing.ctx, request) },
        })) as Response;
        said = answer.status === 303 ? "saved" : JSON.stringify(await answer.json());
      } catch (error) {
        if (error instanceof Response) throw new Error(`statement ${k}: ${error.status}`);
        // Remix renders the error page, which contains the same text.
        said = GENERIC_ERROR;
      }
      reached = failing.reached();
      const after = await snapshot(order.id);
      if (said === "saved") {
        expect(after.order.version, `statement ${k}`).toBe(before.order.version + 1);
        expect(after.history, `statement ${k}`).toBe(before.history + 1);
      } else {
        expect(said, `statement ${k}`).toContain(GENERIC_ERROR);
        expect(after, `statement ${k}`).toEqual(before);
      }
      expect(reached || said === "saved", `statement ${k}`).toBe(true);
    }
  },
  300_000,
);
