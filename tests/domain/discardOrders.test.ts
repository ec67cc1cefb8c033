import { afterAll, beforeAll, expect, test } from "vitest";
import { boughtSince } from "~/domain/checkout/boughtSince";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { discardOrder } from "~/domain/checkout/discardOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { Conflict, NotFound } from "~/domain/errors";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterAll(() => stack.stop());

const fail = (error: unknown) => {
  throw error;
};

test("a buyer discards their unpaid order, and nobody pays it any more", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form());
  const other = await stack.aBuyer();
  await expect(discardOrder(other.ctx, id)).rejects.toThrow(NotFound);
  await discardOrder(ctx, id);
  await discardOrder(ctx, id);
  expect(await stack.orderRow(id)).toMatchObject({
    status: "Cancelled",
    payState: "unpaid",
    cancelReason: "Discarded by the client",
  });
  await expect(resumeOrder(ctx, id)).rejects.toThrow(Conflict);
});

test("discarding an order that was just paid settles it instead", async () => {
  const { ctx, form } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  await stack.confirm(order);
  await expect(discardOrder(ctx, order.orderSystemId)).rejects.toThrow("This order was just paid");
  expect(await stack.orderRow(order.orderSystemId)).toMatchObject({ payState: "paid" });
  await expect(discardOrder(ctx, order.orderSystemId)).rejects.toThrow("This order is already paid");
});

test("closes an unpaid order whose client bought the service later", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const { orderSystemId: older } = await placeOrder(ctx, form());
  const after = stack.contextOf(buyer, { now: stack.now() + 60_000 });
  const newer = await placeOrder(after, form());
  await closeUnpaidOrders(stack.system(), fail);
  expect((await stack.orderRow(older))!.status).not.toBe("Cancelled");
  await stack.confirm(newer);
  await checkPayment(after, newer.orderSystemId);
  expect(await boughtSince(after, (await stack.orderRow(older))!)).toBe(newer.orderId);
  expect(await boughtSince(after, (await stack.orderRow(newer.orderSystemId))!)).toBeNull();
  await closeUnpaidOrders(stack.system(), fail);
  expect(await stack.orderRow(older)).toMatchObject({ status: "Cancelled" });
  expect(await stack.orderRow(newer.orderSystemId)).toMatchObject({ payState: "paid" });
});
