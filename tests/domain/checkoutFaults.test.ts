import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { Conflict } from "~/domain/errors";
import { reopenCancelledOrder } from "~/domain/orders/reopenCancelledOrder";
import { PaymentsUnavailable } from "~/domain/ports";
import { history, orderItems, orders, paymentCustomers } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { anOrder, aStaffMember } from "../support/factories";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterAll(() => stack.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const fault = (route: string, kind: "drop_before" | "drop_after" | "429" | "500", times = 1) =>
  stack.sandbox.control("POST", "fault", { route, kind, times });
const never = (error: unknown) => {
  throw error;
};
const ordersOf = (clientId: string) => stack.db.select().from(orders).where(eq(orders.clientId, clientId));

/** Runs work that may fail in the middle and collects what it said. */
const attempted = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("the database fails at every statement of placing an order: none or one whole order, and a second post goes on", async () => {
  const { service, packages } = await stack.aBuyer();
  for (let k = 1, reached = true; reached; k++) {
    const { buyer, ctx, form } = await stack.aBuyer();
    const posted = form({ serviceId: service.id, packageCounts: [{ packageId: packages[0]!.id, count: 1 }] });
    const failing = stack.failingContext(buyer, k);
    await attempted(placeOrder(failing.ctx, posted));
    reached = failing.reached();
    const [left, ...more] = await ordersOf(buyer.id);
    expect(more, `statement ${k}`).toEqual([]);
    if (left) {
      expect(await stack.db.select().from(orderItems).where(eq(orderItems.orderId, left.id))).toHaveLength(1);
      expect(await stack.db.select().from(history).where(eq(history.entityId, left.id))).toHaveLength(1);
    }
    const placed = await placeOrder(ctx, posted);
    expect(await ordersOf(buyer.id), `statement ${k}`).toHaveLength(1);
    expect(await stack.intentsOf("regular", placed.orderSystemId), `statement ${k}`).toHaveLength(1);
  }
});

test("the database fails at every statement of settling: unpaid without a trace or paid with all, and a second call completes it", async () => {
  const unsettled = { payState: "unpaid", paid: 0, invoices: 0, subscriptions: 0, buyerTold: 0, receipts: 0 };
  const settled = {
    payState: "paid",
    status: "Active",
    paid: 1,
    invoices: 1,
    subscriptions: 1,
    buyerTold: 1,
    receipts: 1,
  };
  for (let k = 1, reached = true; reached; k++) {
    const { buyer, ctx, form } = await stack.aBuyer();
    const placed = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
    await stack.confirm(placed);
    const failing = stack.failingContext(buyer, k);
    await attempted(completeOrder(failing.ctx, placed.orderSystemId));
    reached = failing.reached();
    const traces = await stack.traces(placed.orderSystemId);
    expect(traces, `statement ${k}`).toMatchObject(traces.payState === "unpaid" ? unsettled : settled);
    expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true });
    expect(await stack.traces(placed.orderSystemId), `statement ${k}`).toEqual(settled);
  }
});

test.each([
  ["the customer", "POST /v1/customers"],
  ["the intent", "POST /v1/payment_intents"],
])(
  "the answer about %s is lost, more often than it is asked again: one order, one intent on the next post",
  async (_, route) => {
    const { buyer, ctx, form } = await stack.aBuyer();
    const posted = form();
    await fault(route, "drop_after", 5);
    await expect(placeOrder(ctx, posted)).rejects.toThrow(PaymentsUnavailable);
    expect(await ordersOf(buyer.id)).toMatchObject([{ status: "Abandoned_Checkout", paymentIntentId: null }]);
    const placed = await attemptUntilAnswered(() => placeOrder(ctx, posted));
    expect(await ordersOf(buyer.id)).toHaveLength(1);
    expect(await stack.intentsOf("regular", placed.orderSystemId)).toHaveLength(1);
    expect((await stack.sandbox.regular.customers.list({ email: buyer.email })).data).toHaveLength(1);
  },
);

/** Posts again while the planned faults last. */
async function attemptUntilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
    }
  }
  throw new Error("The provider never answered");
}

test("a server error of the provider, which it keeps for its key, does not keep the order from being paid", async () => {
  const { ctx, form } = await stack.aBuyer();
  await fault("POST /v1/payment_intents", "500");
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true });
  expect(await stack.charges(placed.orderSystemId)).toHaveLength(1);
});

test("the answer to the browser's own confirmation is lost: complete asks the provider and settles", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await fault("POST /v1/payment_intents/:id/confirm", "drop_after");
  await attempted(stack.confirm(placed));
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true });
  expect(await stack.charges(placed.orderSystemId)).toHaveLength(1);
});

test("unpaid for 24 hours: cancelled at the provider first, then closed; a second run changes nothing", async () => {
  const { ctx, form } = await stack.aBuyer();
  const intent = await placeOrder(ctx, form());
  const hosted = await placeOrder(ctx, form());
  await payOrderHosted(ctx, hosted.orderSystemId);
  const failures: unknown[] = [];
  const run = (at: number) => closeUnpaidOrders(stack.system({ now: at }), (error) => failures.push(error));
  await run(ctx.now + DAY - 1);
  expect((await stack.orderRow(intent.orderSystemId)).status).toBe("Abandoned_Checkout");
  // From here on it is the closing's, and is asked about no more.
  expect(await reconcileOrders(stack.system({ now: ctx.now + DAY }), never)).toEqual({ done: 0, failed: 0 });
  await run(ctx.now + DAY);
  for (const { orderSystemId } of [intent, hosted]) {
    const order = await stack.orderRow(orderSystemId);
    expect(order).toMatchObject({ status: "Cancelled", cancelReason: "Not paid within 24 hours", payState: "unpaid" });
    await run(ctx.now + DAY + 2 * MINUTE);
    expect(await stack.orderRow(orderSystemId)).toEqual(order);
    await expect(resumeOrder(ctx, orderSystemId)).rejects.toThrow(Conflict);
  }
  expect((await stack.confirm(intent)).status).toBe(400);
  expect((await stack.intentsOf("regular", intent.orderSystemId)).map((one) => one.status)).toEqual(["canceled"]);
  const rows = await stack.db
    .select()
    .from(history)
    .where(and(eq(history.entityId, intent.orderSystemId), eq(history.action, "closedUnpaid")));
  expect(rows).toMatchObject([{ actorId: "test" }]);
});

test("closed unpaid and taken back by a SuperAdmin: it can be paid for 24 hours more, and is then closed again", async () => {
  const admin = await aStaffMember(stack.db);
  const takenBack = async () => {
    const { ctx, form } = await stack.aBuyer();
    const placed = await placeOrder(ctx, form());
    return { ctx, id: placed.orderSystemId };
  };
  const [paid, forgotten] = [await takenBack(), await takenBack()];
  const close = (at: number) =>
    closeUnpaidOrders(stack.system({ now: at }), (error) => {
      throw error;
    });
  const closed = stack.now() + DAY + MINUTE;
  await close(closed);
  const back = closed + 60 * MINUTE;
  for (const { id } of [paid, forgotten])
    await reopenCancelledOrder(stack.contextOf(admin, { now: back }), { id, reason: "They pay today" });
  await close(back + 10 * MINUTE);
  await close(back + DAY - MINUTE);
  expect((await stack.orderRow(paid.id)).status).toBe("Abandoned_Checkout");
  await stack.confirm(await resumeOrder(paid.ctx, paid.id));
  await completeOrder(paid.ctx, paid.id);
  await close(back + DAY);
  expect(await stack.orderRow(paid.id)).toMatchObject({ payState: "paid", status: "Active" });
  expect(await stack.orderRow(forgotten.id)).toMatchObject({ payState: "unpaid", status: "Cancelled" });
});

test("opened anew while it is being closed: it stays open with its new payment, for the next run", async () => {
  const { ctx, form } = await stack.aBuyer();
  // What other tests left unpaid is closed first.
  await closeUnpaidOrders(stack.system({ now: ctx.now + DAY }), () => undefined);
  const placed = await placeOrder(ctx, form());
  const at = ctx.now + DAY + MINUTE;
  let resumed: Awaited<ReturnType<typeof resumeOrder>> | undefined;
  const closing = beforeBatch(stack.system({ now: at }), 1, async () => {
    resumed = await resumeOrder(ctx, placed.orderSystemId);
  });
  await closeUnpaidOrders(closing, never);
  expect(resumed!.clientSecret).not.toBe(placed.clientSecret);
  expect((await stack.orderRow(placed.orderSystemId)).status).toBe("Abandoned_Checkout");
  await stack.confirm(resumed!);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true, status: "Active" });
});

test("paid in the last moment: the closing settles instead, also on the provider's page", async () => {
  const { ctx, form } = await stack.aBuyer();
  const intent = await placeOrder(ctx, form());
  await stack.confirm(intent);
  const hosted = await placeOrder(ctx, form());
  await stack.payOnPage((await payOrderHosted(ctx, hosted.orderSystemId)).url);
  await closeUnpaidOrders(stack.system({ now: ctx.now + DAY + MINUTE }), () => undefined);
  for (const { orderSystemId } of [intent, hosted]) {
    expect(await stack.traces(orderSystemId)).toMatchObject({ payState: "paid", status: "Active", invoices: 1 });
  }
});

test("the provider is silent about one order: nothing of it is closed and the others have their turn", async () => {
  const { ctx, form } = await stack.aBuyer();
  // What other tests left unpaid is closed first.
  await closeUnpaidOrders(stack.system({ now: ctx.now + DAY }), () => undefined);
  const first = await placeOrder(ctx, form());
  const second = await placeOrder(ctx, form());
  await fault("POST /v1/payment_intents/:id/cancel", "drop_before", 3);
  const failures: unknown[] = [];
  const at = ctx.now + DAY + MINUTE;
  await closeUnpaidOrders(stack.system({ now: at }), (error) => failures.push(error));
  expect(failures).toEqual([expect.any(PaymentsUnavailable)]);
  const statuses = async () =>
    (await Promise.all([first, second].map((one) => stack.orderRow(one.orderSystemId)))).map((one) => one.status);
  expect(await statuses()).toEqual(["Abandoned_Checkout", "Cancelled"]);
  await closeUnpaidOrders(stack.system({ now: at }), () => undefined);
  expect(await statuses()).toEqual(["Cancelled", "Cancelled"]);
});

test("more open orders than one run takes: every paid one is found within the following runs", async () => {
  const { buyer, ctx, form, service } = await stack.aBuyer();
  const paid = await placeOrder(ctx, form());
  await stack.confirm(paid);
  // Older ones that stand before it in the line, enough for two runs; nobody knows their intents any more.
  const waiting = await Promise.all(
    Array.from({ length: 80 }, (_, n) =>
      anOrder(stack.db, {
        clientId: buyer.id,
        serviceId: service.id,
        status: "Abandoned_Checkout",
        payState: "unpaid",
        paidAt: null,
        paymentIntentId: `pi_gone${n}`,
        createdAt: ctx.now - MINUTE,
      }),
    ),
  );
  const failures: unknown[] = [];
  const runs = [];
  for (let run = 0; run < 3; run++) {
    const at = ctx.now + 11 * MINUTE + run * 10 * MINUTE;
    runs.push(await reconcileOrders(stack.system({ now: at }), (error) => failures.push(error)));
  }
  expect((await stack.orderRow(paid.orderSystemId)).payState).toBe("paid");
  expect(Math.max(...runs.map((one) => one.done + one.failed))).toBeLessThanOrEqual(40);
  expect(failures.length).toBeGreaterThanOrEqual(waiting.length - 40);
});

test("a customer record that was deleted at the provider is replaced: its client can buy again, in every way", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const recordOf = async () =>
    (await stack.db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, buyer.id))).map(
      ({ customerId }) => customerId,
    );
  const gone = async () => {
    const [id] = await recordOf();
    await stack.sandbox.regular.customers.del(id!);
    return id!;
  };
  const waiting = await placeOrder(ctx, form());
  const first = await gone();
  const [card, other] = await Promise.all([placeOrder(ctx, form()), placeOrder(ctx, form())]);
  expect(await recordOf()).toEqual([expect.not.stringMatching(first)]);
  for (const placed of [card, other]) {
    await stack.confirm(placed);
    await completeOrder(ctx, placed.orderSystemId);
    expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ payState: "paid" });
  }

  // One that was placed with the record that is gone: its payment is made anew, and the old one can pay nothing.
  const resumed = await resumeOrder(ctx, waiting.orderSystemId);
  expect(resumed.clientSecret).not.toBe(waiting.clientSecret);
  await stack.confirm(resumed);
  await completeOrder(ctx, waiting.orderSystemId);
  expect(await stack.orderRow(waiting.orderSystemId)).toMatchObject({ payState: "paid" });
  const [, left] = await Promise.all(
    [resumed, waiting].map(({ clientSecret }) =>
      stack.sandbox.regular.paymentIntents.retrieve(clientSecret!.split("_secret_")[0]!),
    ),
  );
  expect(left).toMatchObject({ status: "canceled" });

  const hosted = await placeOrder(ctx, form());
  await stack.sandbox.regular.paymentIntents.cancel(hosted.clientSecret!.split("_secret_")[0]!);
  const second = await gone();
  const page = await payOrderHosted(ctx, hosted.orderSystemId);
  await stack.payOnPage(page.url);
  await completeOrder(ctx, hosted.orderSystemId);
  expect(await stack.orderRow(hosted.orderSystemId)).toMatchObject({ payState: "paid" });
  expect(await recordOf()).toEqual([expect.not.stringMatching(second)]);
});

test("an intent cancelled at the provider while its page is open: the card is not charged, and the order is paid by a new one", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  const intent = placed.clientSecret!.split("_secret_")[0]!;
  await stack.sandbox.regular.paymentIntents.cancel(intent);
  await stack.confirm(placed);
  await completeOrder(ctx, placed.orderSystemId);
  expect(await stack.charges(placed.orderSystemId)).toEqual([]);
  const resumed = await resumeOrder(ctx, placed.orderSystemId);
  expect(resumed.clientSecret).not.toContain(intent);
  await stack.confirm(resumed);
  await completeOrder(ctx, placed.orderSystemId);
  expect(await stack.charges(placed.orderSystemId)).toHaveLength(1);
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ payState: "paid" });
});
