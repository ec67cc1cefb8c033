import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { deletePackage } from "~/domain/catalogue/deletePackage";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { projectDetails } from "~/domain/intake/projectDetails";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { history, orderItems, orders, paymentCustomers, services, uploads, users } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, anonymous } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const ordersOf = (clientId: string) => stack.db.select().from(orders).where(eq(orders.clientId, clientId));

test("stores the server's prices, the address, the source and a number", async () => {
  const { buyer, ctx, form, packages } = await stack.aBuyer({ subStatuses: [{ name: "Research", sequence: 1 }] }, [
    {
      price: 19_99,
      addOns: [{ value: "500 Words", price: 5_00, defaultOption: true }],
      discounts: [{ count: 2, percent: 10 }],
    },
  ]);
  const placed = await placeOrder(
    ctx,
    form({
      packageCounts: [{ packageId: packages[0]!.id, count: 3, addOn: "500 Words" }],
      totalPrice: 67_47,
      utmSource: "mail",
    }),
  );
  expect(placed).toMatchObject({ mode: "payment", account: "regular", amount: 67_47, status: "Abandoned_Checkout" });
  expect(placed.orderId).toBeGreaterThan(10_000);
  expect(placed.clientSecret).toMatch(/^pi_\w+_secret_/);
  const order = await stack.orderRow(placed.orderSystemId);
  expect(order).toMatchObject({
    number: placed.orderId,
    clientId: buyer.id,
    subtotal: 74_97,
    tieredTotal: 67_47,
    total: 67_47,
    payState: "unpaid",
    subStatuses: [{ name: "Research", sequence: 1, completed: false }],
    source: { utmSource: "mail" },
    billing: { city: "Austin", country: "United States" },
  });
  const items = await stack.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  expect(items).toMatchObject([
    { quantity: 3, unitPrice: 24_99, tierPercent: 10, lineTotal: 67_47, addOn: "500 Words" },
  ]);
  const intent = await stack.sandbox.regular.paymentIntents.retrieve(order.paymentIntentId!);
  expect(intent).toMatchObject({
    amount: 67_47,
    currency: "usd",
    metadata: { order_id: order.id },
    setup_future_usage: null,
  });
});

test("20 parallel posts of one form create one order and one intent", async () => {
  const { buyer, ctx, form } = await stack.aBuyer({ serviceType: "CUSTOM" });
  const input = form();
  const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(ctx, input)));
  expect(new Set(answers.map((answer) => answer.orderSystemId)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.clientSecret)).size).toBe(1);
  expect(await ordersOf(buyer.id)).toHaveLength(1);
  expect(await stack.intentsOf("custom", answers[0]!.orderSystemId)).toHaveLength(1);
  const customers = await stack.sandbox.custom.customers.list({ email: buyer.email });
  expect(customers.data).toHaveLength(1);
  expect(await stack.db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, buyer.id))).toHaveLength(1);
});

test("gives parallel orders of different buyers different numbers", async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => stack.aBuyer()));
  const placed = await Promise.all(buyers.map(({ ctx, form }) => placeOrder(ctx, form())));
  expect(new Set(placed.map((order) => order.orderId)).size).toBe(8);
});

test.each([
  ["a tampered total", { totalPrice: 1_00 }],
  ["a tampered discount", { discountedPrice: 50_00 }],
])("rejects %s with the server's prices", async (_, tampered) => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const error = await placeOrder(ctx, form(tampered)).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Conflict);
  expect(error.details).toEqual({ totalPrice: 100_00, discountedPrice: 100_00 });
  expect(await ordersOf(buyer.id)).toEqual([]);
});

test("rejects a renewal interval that changed since it was shown", async () => {
  const { buyer, ctx, form, service } = await stack.aBuyer();
  const asShown = { paymentType: "SUBSCRIPTION", recurrence: "Occurs every 1 month" } as const;
  await stack.db.update(services).set({ frequency: "WEEK" }).where(eq(services.id, service.id));
  await expect(placeOrder(ctx, form(asShown))).rejects.toThrow(
    new Conflict("The renewal interval has changed: Occurs every 1 week. Please check it and place the order again."),
  );
  expect(await ordersOf(buyer.id)).toEqual([]);
  await placeOrder(ctx, form({ ...asShown, recurrence: "Occurs every 1 week" }));
  expect(await ordersOf(buyer.id)).toMatchObject([{ frequency: "WEEK" }]);
});

test("rejects another order under the same form key", async () => {
  const { buyer, ctx, form, packages } = await stack.aBuyer();
  const first = form();
  await placeOrder(ctx, first);
  const changed = { ...first, packageCounts: [{ packageId: packages[0]!.id, count: 2 }], totalPrice: 200_00 };
  await expect(placeOrder(ctx, changed)).rejects.toThrow(Conflict);
  expect(await ordersOf(buyer.id)).toMatchObject([{ total: 100_00 }]);
});

test("rejects another buyer's form key without revealing their order", async () => {
  const first = await stack.aBuyer();
  const second = await stack.aBuyer();
  const input = first.form();
  await placeOrder(first.ctx, input);
  const error = await placeOrder(second.ctx, second.form({ checkoutKey: input.checkoutKey })).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Conflict);
  expect(error.details).toBeUndefined();
  expect(await ordersOf(second.buyer.id)).toEqual([]);
});

test("rejects what cannot be bought and names the field", async () => {
  const { ctx, form, buyer, packages } = await stack.aBuyer({ paymentTypes: ["DIRECT"] }, [{}, { price: 49 }]);
  const other = await stack.aBuyer();
  const [hundred, fortyNineCents] = [packages[0]!, packages[1]!];
  const refused: [Partial<Parameters<typeof form>[0]>, string][] = [
    [{ packageCounts: [], totalPrice: 0 }, "packageCounts"],
    [{ packageCounts: [{ packageId: hundred.id, count: 0 }], totalPrice: 0 }, "packageCounts"],
    [{ packageCounts: [{ packageId: other.packages[0]!.id, count: 1 }] }, "packageCounts"],
    [{ packageCounts: [{ packageId: hundred.id, count: 1, addOn: "unknown" }] }, "packageCounts"],
    [{ packageCounts: [1, 1].map((count) => ({ packageId: hundred.id, count })) }, "packageCounts"],
    [{ packageCounts: [{ packageId: fortyNineCents.id, count: 1 }], totalPrice: 49 }, "packageCounts"],
    [{ packageCounts: [{ packageId: hundred.id, count: 100_000 }], totalPrice: 9_000_000_00 }, "packageCounts"],
    [{ paymentType: "SUBSCRIPTION" }, "paymentType"],
    [{ couponCode: "NOBODY" }, "couponCode"],
    [{ fileUploadUrl: "https://example.com/a.xlsx" }, "fileUploadUrl"],
  ];
  for (const [values, field] of refused) {
    // Bypasses the form's schema, which rejects some of these too.
    const error = await placeOrder(ctx, { ...form(), ...values }).catch((thrown) => thrown);
    expect(error, JSON.stringify(values)).toBeInstanceOf(Invalid);
    expect(Object.keys(error.fieldErrors)).toEqual([field]);
  }
  expect(await ordersOf(buyer.id)).toEqual([]);
});

test("rejects a subscription that would renew for $0", async () => {
  const free = { discounts: [{ count: 10, percent: 100 }] };
  const { ctx, form, buyer, packages } = await stack.aBuyer({}, [free, { price: 0 }]);
  const text = "A subscription cannot renew for $0. Choose another quantity or a one-time payment.";
  for (const [index, count] of [
    [0, 10],
    [1, 1],
  ] as const) {
    const input = { packageCounts: [{ packageId: packages[index]!.id, count, addOn: "" }], totalPrice: 0 };
    const error = await placeOrder(ctx, form({ ...input, paymentType: "SUBSCRIPTION" })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Invalid);
    expect(error.fieldErrors).toEqual({ packageCounts: [text] });
  }
  expect(await ordersOf(buyer.id)).toEqual([]);
  const once = await placeOrder(
    ctx,
    form({ packageCounts: [{ packageId: packages[0]!.id, count: 10 }], totalPrice: 0 }),
  );
  expect((await stack.orderRow(once.orderSystemId)).payState).toBe("paid");
});

test("requires visitors to sign in and refuses staff", async () => {
  const { form } = await stack.aBuyer();
  const staff = await aStaffMember(stack.db);
  await expect(placeOrder(stack.context(anonymous), form())).rejects.toThrow(Unauthenticated);
  await expect(placeOrder(stack.contextOf(staff), form())).rejects.toThrow(Forbidden);
});

test("sells a hidden service by its link, but not an archived one", async () => {
  const hidden = await stack.aBuyer({ visible: false });
  expect((await placeOrder(hidden.ctx, hidden.form())).mode).toBe("payment");
  const archived = await stack.aBuyer({ archivedAt: 1 });
  await expect(placeOrder(archived.ctx, archived.form())).rejects.toThrow(NotFound);
  await expect(checkoutService(stack.context(anonymous), archived.service.id)).rejects.toThrow(NotFound);
});

test("copies the address to an empty profile only", async () => {
  const empty = await stack.aBuyer();
  await placeOrder(empty.ctx, empty.form({ phoneNo: "555 0100" }));
  const row = (id: string) => stack.db.select().from(users).where(eq(users.id, id)).get();
  expect(await row(empty.buyer.id)).toMatchObject({ address: "1 Main Street", zipCode: "78701", phoneNo: "555 0100" });
  const filled = await aCustomer(stack.db, { address: "2 Old Road", country: "India" });
  await placeOrder(stack.contextOf(filled), empty.form());
  expect(await row(filled.id)).toMatchObject({ address: "2 Old Road", city: null, country: "India" });
});

test("keeps the price of a placed order when the catalogue changes", async () => {
  const { ctx, form, service } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.db.update(services).set({ archivedAt: 1 }).where(eq(services.id, service.id));
  const resumed = await resumeOrder(ctx, placed.orderSystemId);
  expect(resumed).toMatchObject({ amount: 100_00, clientSecret: placed.clientSecret });
});

test("order operations answer a stranger 'Invalid Order'", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  const before = await stack.orderRow(placed.orderSystemId);
  const stranger = stack.contextOf(await aCustomer(stack.db));
  const id = placed.orderSystemId;
  const attempts = [
    () => resumeOrder(stranger, id),
    () => completeOrder(stranger, id),
    () => payOrderHosted(stranger, id),
    () => checkoutOrder(stranger, id),
    () => projectDetails(stranger, id),
    () => saveProjectDetails(stranger, { orderId: id, projectPackageData: [] }),
  ];
  for (const attempt of attempts) {
    const error = await attempt().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NotFound);
    expect(error.message).toBe("Invalid Order");
  }
  expect(await stack.orderRow(id)).toEqual(before);
  await expect(checkoutOrder(stack.contextOf(await aStaffMember(stack.db)), id)).rejects.toThrow(Forbidden);
});

test("attaches only the buyer's own file to the order", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const stranger = await aCustomer(stack.db);
  const anUpload = async (key: string, ownerId: string) => {
    await stack.db.insert(uploads).values({
      key,
      kind: "projectFile",
      fileName: "brief.xlsx",
      contentType: "application/vnd.ms-excel",
      size: 10,
      ownerId,
      createdAt: ctx.now,
      storedAt: ctx.now,
    });
    return `/files/${key}`;
  };
  const mine = await anUpload("a".repeat(32), buyer.id);
  const theirs = await anUpload("b".repeat(32), stranger.id);
  await expect(placeOrder(ctx, form({ fileUploadUrl: theirs }))).rejects.toThrow(Invalid);
  expect(await ordersOf(buyer.id)).toEqual([]);
  const placed = await placeOrder(ctx, form({ fileUploadUrl: mine }));
  const upload = await stack.db
    .select()
    .from(uploads)
    .where(eq(uploads.key, "a".repeat(32)))
    .get();
  expect(upload?.attachedTo).toBe(`order:${placed.orderSystemId}`);
});

test("records both names when an admin buys as the customer", async () => {
  const { buyer, form } = await stack.aBuyer();
  const admin = await aStaffMember(stack.db);
  const ctx = stack.context({ kind: "impersonated", user: buyer, adminId: admin.id, sessionId: "session" });
  const placed = await placeOrder(ctx, form());
  const rows = await stack.db.select().from(history).where(eq(history.entityId, placed.orderSystemId));
  expect(rows).toMatchObject([{ action: "created", actorId: buyer.id, realActorId: admin.id }]);
});

test("rejects a package deleted while the order is written", async () => {
  const { buyer, ctx, form, service, packages } = await stack.aBuyer({}, [{}, {}]);
  const staff = { ...ctx, actor: actingAs(await aStaffMember(stack.db)) };
  const posted = form();
  const overtakenCtx = beforeBatch(ctx, 2, () => deletePackage(staff, { serviceId: service.id, id: packages[0]!.id }));
  await expect(placeOrder(overtakenCtx, posted)).rejects.toThrow(Invalid);
  expect(await ordersOf(buyer.id)).toEqual([]);
});
