import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { Conflict } from "~/domain/errors";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { history, orderItems, orders, paymentCustomers } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { booksOf } from "../support/books";
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

/** Awaits work that may fail and returns its error, or null. */
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("placing an order survives a database fault at any statement", async () => {
  const { service, packages } = await stack.aBuyer();
  for (let k = 1, reached = true; reached; k++) {
    const { buyer, ctx, form } = await stack.aBuyer();
    const posted = form({ serviceId: service.id, packageCounts: [{ packageId: packages[0]!.id, count: 1 }] });
    const failing = stack.failingContext(buyer, k);
    await errorOf(placeOrder(failing.ctx, posted));
    reached = failing.reached();
    const [order, ...more] = await ordersOf(buyer.id);
    expect(more, `statement ${k}`).toEqual([]);
    if (order) {
      expect(await stack.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))).toHaveLength(1);
      expect(await stack.db.select().from(history).where(eq(history.entityId, order.id))).toHaveLength(1);
    }
    const placed = await placeOrder(ctx, posted);
    expect(await ordersOf(buyer.id), `statement ${k}`).toHaveLength(1);
    expect(await stack.intentsOf("regular", placed.orderSystemId), `statement ${k}`).toHaveLength(1);
  }
});

test("settling is atomic under a database fault at any statement", async () => {
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
    await errorOf(completeOrder(failing.ctx, placed.orderSystemId));
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
])("makes one order and one intent when the answer about %s is lost", async (_, route) => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const posted = form();
  await fault(route, "drop_after", 5);
  await expect(placeOrder(ctx, posted)).rejects.toThrow(PaymentsUnavailable);
  expect(await ordersOf(buyer.id)).toMatchObject([{ status: "Abandoned_Checkout", paymentIntentId: null }]);
  const placed = await retryWhileUnavailable(() => placeOrder(ctx, posted));
  expect(await ordersOf(buyer.id)).toHaveLength(1);
  expect(await stack.intentsOf("regular", placed.orderSystemId)).toHaveLength(1);
  expect((await stack.sandbox.regular.customers.list({ email: buyer.email })).data).toHaveLength(1);
});

/** Retries while the planned faults last. */
async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
    }
  }
  throw new Error("The provider did not answer in five attempts");
}

test("retries with a new key after a provider error cached for the key", async () => {
  const { ctx, form } = await stack.aBuyer();
  await fault("POST /v1/payment_intents", "500");
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true });
  expect(await stack.charges(placed.orderSystemId)).toHaveLength(1);
});

test("settles when the answer to the browser's confirmation is lost", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await fault("POST /v1/payment_intents/:id/confirm", "drop_after");
  await errorOf(stack.confirm(placed));
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true });
  expect(await stack.charges(placed.orderSystemId)).toHaveLength(1);
});

test("cancels the intent, then closes an order unpaid for 24 hours", async () => {
  const { ctx, form } = await stack.aBuyer();
  const intent = await placeOrder(ctx, form());
  const hosted = await placeOrder(ctx, form());
  await payOrderHosted(ctx, hosted.orderSystemId);
  const failures: unknown[] = [];
  const run = (at: number) => closeUnpaidOrders(stack.system({ now: at }), (error) => failures.push(error));
  await run(ctx.now + DAY - 1);
  expect((await stack.orderRow(intent.orderSystemId)).status).toBe("Abandoned_Checkout");
  // From here on only closeUnpaidOrders handles the order.
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
  expect((await stack.intentsOf("regular", intent.orderSystemId)).map(({ status }) => status)).toEqual(["canceled"]);
  const rows = await stack.db
    .select()
    .from(history)
    .where(and(eq(history.entityId, intent.orderSystemId), eq(history.action, "closedUnpaid")));
  expect(rows).toMatchObject([{ actorId: "test" }]);
});

test("a reopened order can be paid for another 24 hours", async () => {
  const admin = await aStaffMember(stack.db);
  const unpaidOrder = async () => {
    const { ctx, form } = await stack.aBuyer();
    const placed = await placeOrder(ctx, form());
    return { ctx, id: placed.orderSystemId };
  };
  const [paid, forgotten] = [await unpaidOrder(), await unpaidOrder()];
  const close = (at: number) =>
    closeUnpaidOrders(stack.system({ now: at }), (error) => {
      throw error;
    });
  const closedAt = stack.now() + DAY + MINUTE;
  await close(closedAt);
  const reopenedAt = closedAt + 60 * MINUTE;
  for (const { id } of [paid, forgotten])
    await reopenCancelledOrder(stack.contextOf(admin, { now: reopenedAt }), { id, reason: "They pay today" });
  await close(reopenedAt + 10 * MINUTE);
  await close(reopenedAt + DAY - MINUTE);
  expect((await stack.orderRow(paid.id)).status).toBe("Abandoned_Checkout");
  await stack.confirm(await resumeOrder(paid.ctx, paid.id));
  await completeOrder(paid.ctx, paid.id);
  await close(reopenedAt + DAY);
  expect(await stack.orderRow(paid.id)).toMatchObject({ payState: "paid", status: "Active" });
  expect(await stack.orderRow(forgotten.id)).toMatchObject({ payState: "unpaid", status: "Cancelled" });
});

test("keeps an order open when it is resumed while being closed", async () => {
  const { ctx, form } = await stack.aBuyer();
  // Close what other tests left unpaid.
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

test("settles instead of closing when the order was just paid", async () => {
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

test("closes other orders when the provider fails for one", async () => {
  const { ctx, form } = await stack.aBuyer();
  // Close what other tests left unpaid.
  await closeUnpaidOrders(stack.system({ now: ctx.now + DAY }), () => undefined);
  const first = await placeOrder(ctx, form());
  const second = await placeOrder(ctx, form());
  await fault("POST /v1/payment_intents/:id/cancel", "drop_before", 3);
  const failures: unknown[] = [];
  const at = ctx.now + DAY + MINUTE;
  await closeUnpaidOrders(stack.system({ now: at }), (error) => failures.push(error));
  expect(failures).toEqual([expect.any(PaymentsUnavailable)]);
  const statuses = async () =>
    (await Promise.all([first, second].map((order) => stack.orderRow(order.orderSystemId)))).map(
      (order) => order.status,
    );
  expect(await statuses()).toEqual(["Abandoned_Checkout", "Cancelled"]);
  await closeUnpaidOrders(stack.system({ now: at }), () => undefined);
  expect(await statuses()).toEqual(["Cancelled", "Cancelled"]);
});

test("finds every paid order within several runs", async () => {
  const { buyer, ctx, form, service } = await stack.aBuyer();
  const paid = await placeOrder(ctx, form());
  await stack.confirm(paid);
  // Older orders with unknown intents, enough to fill two runs before the paid one.
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
  expect(Math.max(...runs.map((run) => run.done + run.failed))).toBeLessThanOrEqual(40);
  expect(failures.length).toBeGreaterThanOrEqual(waiting.length - 40);
});

test("replaces a customer record deleted at the provider", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const recordOf = async () =>
    (await stack.db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, buyer.id))).map(
      ({ customerId }) => customerId,
    );
  const deleteRecord = async () => {
    const [id] = await recordOf();
    await stack.sandbox.regular.customers.del(id!);
    return id!;
  };
  const waiting = await placeOrder(ctx, form());
  const first = await deleteRecord();
  const [card, other] = await Promise.all([placeOrder(ctx, form()), placeOrder(ctx, form())]);
  expect(await recordOf()).toEqual([expect.not.stringMatching(first)]);
  for (const placed of [card, other]) {
    await stack.confirm(placed);
    await completeOrder(ctx, placed.orderSystemId);
    expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ payState: "paid" });
  }

  // An order placed with the deleted record gets a new intent, and the old intent is cancelled.
  const resumed = await resumeOrder(ctx, waiting.orderSystemId);
  expect(resumed.clientSecret).not.toBe(waiting.clientSecret);
  await stack.confirm(resumed);
  await completeOrder(ctx, waiting.orderSystemId);
  expect(await stack.orderRow(waiting.orderSystemId)).toMatchObject({ payState: "paid" });
  const [, oldIntent] = await Promise.all(
    [resumed, waiting].map(({ clientSecret }) =>
      stack.sandbox.regular.paymentIntents.retrieve(clientSecret!.split("_secret_")[0]!),
    ),
  );
  expect(oldIntent).toMatchObject({ status: "canceled" });

  const hosted = await placeOrder(ctx, form());
  await stack.sandbox.regular.paymentIntents.cancel(hosted.clientSecret!.split("_secret_")[0]!);
  const second = await deleteRecord();
  const page = await payOrderHosted(ctx, hosted.orderSystemId);
  await stack.payOnPage(page.url);
  await completeOrder(ctx, hosted.orderSystemId);
  expect(await stack.orderRow(hosted.orderSystemId)).toMatchObject({ payState: "paid" });
  expect(await recordOf()).toEqual([expect.not.stringMatching(second)]);
});

test("replaces an intent that was cancelled at the provider", async () => {
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

test("the books agree after all of it", async () => {
  expect(await booksOf(stack.system({ now: stack.now() + 4 * 60 * MINUTE }))).toEqual([]);
}, 60_000);
