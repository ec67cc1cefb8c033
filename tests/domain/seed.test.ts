import { and, count, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyPassword } from "~/domain/accounts/passwords";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { brokenCheck } from "~/domain/linkWatch/checkChain";
import { orderStatuses } from "~/domain/orders/orderStates";
import { placementStates } from "~/domain/placements/placementStates";
import { subscriptionStatuses } from "~/domain/subscriptions/subscriptionStates";
import { serveFile } from "~/files/serveFile";
import { r2Files } from "~/integrations/r2Files.server";
import {
  attributions,
  billingCycles,
  coupons,
  disputes,
  importedMessages,
  linkChecks,
  orderCounters,
  orderEntries,
  orderMessages,
  orderReports,
  orders,
  outbox,
  packages,
  paymentCustomers,
  placements,
  refunds,
  services,
  subscriptions,
  uploads,
  users,
  visitCounts,
  visits,
  visitTotals,
} from "~db/schema";
import { openSeededStack, openSeedStack, type SeedStack } from "../support/seedStack";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let stack: SeedStack;
beforeAll(async () => {
  stack = await openSeededStack();
}, 300_000);
afterAll(() => stack.dispose());

test("seeds five accounts that can sign in with the seeded password", async () => {
  const rows = await stack.db.select().from(users);
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const roleOf = (email: string) => [byEmail.get(email)?.role, byEmail.get(email)?.privileges];
  expect(roleOf("superadmin@example.com")).toEqual(["ADMIN", "SuperAdmin"]);
  expect(roleOf("manager@example.com")).toEqual(["ADMIN", "Manager"]);
  expect(roleOf("admin@example.com")).toEqual(["ADMIN", "Admin"]);
  expect(roleOf("customer@example.com")).toEqual(["CUSTOMER", null]);
  expect(byEmail.get("affiliate@example.com")).toMatchObject({ affiliate: true, affiliateCode: "AFF2026" });
  expect(rows.every((row) => row.email.endsWith("@example.com"))).toBe(true);
  expect(rows.filter((row) => row.role === "CUSTOMER").length).toBeGreaterThanOrEqual(60);
  expect((await verifyPassword("Portal#2026", byEmail.get("customer@example.com")!.passwordHash)).ok).toBe(true);
});

test("seeds every attribution reason and visits that match their counters", async () => {
  const { db } = stack;
  const rows = await db.select().from(attributions);
  expect(rows).toHaveLength((await db.select().from(users).where(eq(users.role, "CUSTOMER"))).length);
  const reasons = new Set(rows.map(({ reason }) => reason));
  for (const reason of ["lastClick", "noClick", "expiredClick", "unknownCode", "madeByStaff"] as const)
    expect([reason, reasons.has(reason)]).toEqual([reason, true]);
  expect(rows.filter(({ affiliateId }) => affiliateId !== null).length).toBeGreaterThanOrEqual(10);
  expect(rows.filter(({ selfReferral }) => selfReferral === "ownLink")).toHaveLength(1);
  const all = await db.select().from(visits);
  expect(all.length).toBeGreaterThan(400);
  const counted = Object.fromEntries((await db.select().from(visitCounts)).map(({ bot, count }) => [bot, count]));
  expect(counted).toEqual({
    true: all.filter(({ bot }) => bot).length,
    false: all.filter(({ bot }) => !bot).length,
  });
  const totals = await db.select().from(visitTotals);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  expect(sum(totals.map((day) => day.visits + day.bots))).toBe(all.filter(({ affiliateId }) => affiliateId).length);
});

test("seeds a complete catalogue with visible images", async () => {
  const customer = await stack.db.select().from(users).where(eq(users.email, "customer@example.com")).get();
  const ctx = testContext(stack.db, actingAs(customer!), { files: r2Files(stack.files) });
  const cards = await findVisibleServices(ctx);
  expect(cards).toHaveLength(10);
  for (const card of cards) {
    const key = card.imageUrl!.slice("/files/".length);
    const image = await serveFile(ctx, key, new Request(`http://localhost${card.imageUrl}`));
    expect([image.status, image.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(Number(image.headers.get("Content-Length"))).toBeLessThan(10_000);
    await image.body?.cancel();
  }
  const rows = await stack.db.select().from(services);
  expect(new Set(rows.map((row) => row.serviceType))).toEqual(new Set(["REGULAR", "CUSTOM"]));
  expect((await stack.db.select().from(packages)).length).toBeGreaterThan(25);
  const unattached = await stack.db.select().from(uploads).where(isNull(uploads.attachedTo));
  expect(unattached).toEqual([]);
});

test("seeds links in every state with tracked packages of five services", async () => {
  const { db } = stack;
  const rows = await db.select().from(placements);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(placementStates));
  expect(new Set(rows.map(({ serviceId }) => serviceId)).size).toBe(5);
  expect(new Set(rows.map(({ clientId }) => clientId)).size).toBeGreaterThan(5);
  expect(rows.some(({ clientReference }) => clientReference !== "")).toBe(true);
  const customer = await db.select().from(users).where(eq(users.email, "customer@example.com")).get();
  expect(rows.some(({ clientId }) => clientId === customer!.id)).toBe(true);
  const tracked = (await db.select().from(packages)).filter(({ tracking }) => tracking.tracked);
  expect(tracked).toHaveLength(5);
  // Completed orders have no open link, and all waiting ones are of orders that wait.
  const byId = new Map((await db.select().from(orders)).map((order) => [order.id, order]));
  for (const { state, orderId } of rows) {
    const { status } = byId.get(orderId)!;
    if (status === "Completed") expect(["live", "replaced"]).toContain(state);
    if (state === "needs_input") expect(status).toBe("Inputs_Required");
  }
  const shares = new Map<string, number>();
  for (const { orderId, share } of rows) shares.set(orderId, (shares.get(orderId) ?? 0) + share);
  for (const [id, sum] of shares) expect(sum).toBe(byId.get(id)!.total);
});

test("seeds checks of live links as unbroken chains that end in their health", async () => {
  const { db } = stack;
  const live = (await db.select().from(placements)).filter(({ state }) => state === "live");
  const checks = await db.select().from(linkChecks);
  expect(new Set(live.map(({ health }) => health))).toEqual(new Set(["ok", "missing", "blocked", "nofollow"]));
  for (const link of live) {
    const own = checks.filter(({ placementId }) => placementId === link.id).sort((a, b) => a.at - b.at);
    expect(await brokenCheck(own)).toBeNull();
    expect(own.at(-1)).toMatchObject({ verdict: link.health, at: link.healthAt, hash: link.checkHash });
    expect(link.nextCheckAt, "no check is due in a new portal").toBeGreaterThanOrEqual(TEST_NOW);
  }
});

test("seeds coupons in every state with counts matching their orders", async () => {
  const { db } = stack;
  const rows = await db.select().from(coupons);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  expect(byCode.get("WELCOME10")!.usedCount).toBeGreaterThan(2);
  expect(byCode.get("PARTNER15")!.usedCount).toBeGreaterThan(1);
  const affiliate = await db.select().from(users).where(eq(users.affiliateCode, "AFF2026")).get();
  expect(byCode.get("PARTNER15")!.affiliateId).toBe(affiliate!.id);
  expect(byCode.get("SPRING25")!.expiresAt).toBeLessThan(TEST_NOW);
  expect(byCode.get("SPRING25")!.usedCount).toBeGreaterThan(1);
  const limited = byCode.get("FIRST5")!;
  expect([limited.heldCount + limited.usedCount, limited.usageLimit]).toEqual([5, 5]);
  for (const row of rows) {
    const [orderCount] = await db.select({ n: count() }).from(orders).where(eq(orders.couponId, row.id));
    expect([row.code, row.heldCount + row.usedCount + row.releasedCount]).toEqual([row.code, orderCount!.n]);
  }
});

test("seeds subscriptions in every status, renewed until now", async () => {
  const { db } = stack;
  const rows = await db.select().from(subscriptions);
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  expect(subscriptionStatuses.map((status) => [status, count(status) >= 2])).toEqual(
    subscriptionStatuses.map((status) => [status, true]),
  );
  expect(count("Active")).toBeGreaterThan(30);
  for (const row of rows.filter(({ status }) => status === "Active")) expect(row.nextPayment).toBeGreaterThan(TEST_NOW);
  expect(rows.some((row) => row.currentCycle > 2)).toBe(true);
  expect(rows.some((row) => row.cancelRequestedAt !== null && row.status === "Active")).toBe(true);
  // Every cycle has its own order, and only failed cycles are open.
  const paid = await db.select().from(orders).where(isNotNull(orders.subscriptionId));
  for (const row of rows) {
    const cycles = paid.filter(({ subscriptionId }) => subscriptionId === row.id).map(({ cycle }) => cycle);
    expect(cycles.sort((a, b) => a! - b!)).toEqual(Array.from({ length: row.currentCycle }, (_, index) => index + 1));
  }
  const open = await db.select().from(billingCycles).where(eq(billingCycles.state, "open"));
  expect(open.length).toBeGreaterThan(0);
  for (const cycle of open) expect(cycle.lastFailure).not.toBeNull();
  expect(open.some(({ actionNeeded }) => actionNeeded)).toBe(true);
});

test("seeds orders that are overdue, due today and due later", async () => {
  const { db } = stack;
  const rows = await db.select({ dueAt: orders.dueAt, since: orders.runningSince }).from(orders);
  const due = rows.flatMap(({ dueAt }) => dueAt ?? []);
  const DAY_MS = 86_400_000;
  const today = TEST_NOW - (TEST_NOW % DAY_MS);
  expect(due.filter((at) => at < today).length).toBeGreaterThan(5);
  expect(due.filter((at) => at >= TEST_NOW && at < today + DAY_MS).length).toBeGreaterThan(2);
  expect(due.filter((at) => at >= today + DAY_MS).length).toBeGreaterThan(10);
  expect(rows.filter(({ dueAt, since }) => dueAt !== null && since === null)).toEqual([]);
});

test("seeds orders in every status with matching counters and payments", async () => {
  const { db } = stack;
  const byStatus = await db.select({ status: orders.status, count: count() }).from(orders).groupBy(orders.status);
  expect(new Set(byStatus.map((row) => row.status))).toEqual(new Set(orderStatuses));
  // Includes the three imported from another system.
  const placed = await db.select({ count: count() }).from(orders).where(sql`coalesce(${orders.cycle}, 1) = 1`);
  expect(placed[0]!.count).toBe(303);
  const counters = await db.select().from(orderCounters).where(eq(orderCounters.scope, "all"));
  expect(new Map(counters.filter((row) => row.count > 0).map((row) => [row.status, row.count]))).toEqual(
    new Map(byStatus.map((row) => [row.status, row.count])),
  );
  const rows = await db.select().from(orders);
  for (const row of rows) {
    if (["Active", "Inputs_Required", "Working", "Completed"].includes(row.status))
      expect(row.payState).not.toBe("unpaid");
    if (row.status === "Completed") expect(row.completedAt).toBeGreaterThan(row.startedAt ?? Number.POSITIVE_INFINITY);
    if (row.status === "Cancelled") expect(row.cancelReason).not.toBe("");
    for (const moment of [row.createdAt, row.paidAt, row.startedAt, row.completedAt])
      expect(moment ?? 0).toBeLessThanOrEqual(TEST_NOW);
  }
  expect(Math.min(...rows.map((row) => row.createdAt))).toBeGreaterThan(TEST_NOW - 121 * 24 * 60 * 60 * 1000);
  expect((await db.select().from(orderEntries)).length).toBeGreaterThan(150);
  expect(
    rows.some((row) => row.payState === "refunded") && rows.some((row) => row.payState === "partly_refunded"),
  ).toBe(true);
  expect(rows.some((row) => row.assignedToId === null && row.status !== "Cancelled")).toBe(true);
  const done = rows.find((row) => row.status === "Completed")!;
  expect(done.subStatuses.length > 0 && done.subStatuses.every((step) => step.completed === true)).toBe(true);
});

test("seeds messages, reports, responses and imported orders", async () => {
  const { db } = stack;
  const threads = await db
    .select({ thread: orderMessages.thread, count: count() })
    .from(orderMessages)
    .groupBy(orderMessages.thread);
  expect(threads.map((row) => row.thread).sort()).toEqual(["Admin", "Customer"]);
  for (const row of threads) expect(row.count).toBeGreaterThan(20);
  const migrated = await db.select().from(orders).where(eq(orders.createdBy, "Migration"));
  expect(migrated).toHaveLength(3);
  const imported = await db.select().from(importedMessages);
  expect(new Set(imported.map((row) => row.orderId))).toEqual(new Set(migrated.map((row) => row.id)));
  const allOrders = await db.select().from(orders);
  expect(allOrders.some((row) => row.approvedAt !== null) && allOrders.some((row) => row.changeRequests > 0)).toBe(
    true,
  );
  const customer = await db.select().from(users).where(eq(users.email, "customer@example.com")).get();
  const ctx = testContext(db, actingAs(customer!), { files: r2Files(stack.files) });
  const reports = await db.select().from(orderReports).innerJoin(orders, eq(orders.id, orderReports.orderId));
  const own = reports.filter((row) => row.orders.clientId === customer!.id);
  expect(own.length).toBeGreaterThan(0);
  for (const { order_reports: report } of own) {
    const address = `/files/${report.uploadKey}`;
    const file = await serveFile(ctx, report.uploadKey, new Request(`http://localhost${address}`));
    expect([address, file.status]).toEqual([address, 200]);
    await file.body?.cancel();
  }
});

test("seeds full and partial refunds that match their orders", async () => {
  const { db } = stack;
  const storedRefunds = await db.select().from(refunds).where(isNull(refunds.disputeId));
  expect(storedRefunds.length).toBeGreaterThan(5);
  expect(storedRefunds.every((row) => row.state === "succeeded" && row.source === "portal" && row.reason !== "")).toBe(
    true,
  );
  const disputed = await db.select({ id: disputes.orderId }).from(disputes);
  const refundedOrders = (await db.select().from(orders)).filter(
    (row) => row.refunded > 0 && !disputed.some(({ id }) => id === row.id),
  );
  for (const row of refundedOrders) {
    const sum = storedRefunds.filter(({ orderId }) => orderId === row.id).reduce((all, { amount }) => all + amount, 0);
    expect([row.refunded, row.payState]).toEqual([sum, sum === row.total ? "refunded" : "partly_refunded"]);
  }
  expect(storedRefunds.length).toBe(refundedOrders.length);
});

test("seeds one open dispute that still needs evidence", async () => {
  const { db } = stack;
  const rows = await db.select().from(disputes).innerJoin(orders, eq(orders.id, disputes.orderId));
  expect(rows).toHaveLength(1);
  const [{ disputes: dispute, orders: order }] = rows as [(typeof rows)[0]];
  expect(dispute).toMatchObject({ amount: order.total, status: "needs_response", reason: "fraudulent" });
  expect(dispute.evidenceDueAt).toBeGreaterThan(TEST_NOW);
  expect(order.refunded).toBe(order.total);
  const movements = await db.select().from(refunds).where(eq(refunds.disputeId, dispute.id));
  expect(movements.map(({ amount }) => amount)).toEqual([order.total]);
});

test("a client has the payment customer of their paid orders, and no other", async () => {
  const { db } = stack;
  const kept = await db.select().from(paymentCustomers);
  const subscribed = await db.select().from(subscriptions);
  const known = new Map(kept.map(({ userId, account, customerId }) => [`${userId} ${account}`, customerId]));
  expect(subscribed.length).toBeGreaterThan(10);
  for (const { clientId, account, customerId } of subscribed)
    expect(known.get(`${clientId} ${account}`)).toBe(customerId);
  const paid = new Set(
    (await db.select().from(orders).where(isNotNull(orders.paidAt))).map((one) => `${one.clientId} ${one.account}`),
  );
  expect([...known.keys()].filter((key) => !paid.has(key))).toEqual([]);
});

test("leaves no email or open intent behind", async () => {
  const { db } = stack;
  expect(await db.select().from(outbox).where(isNull(outbox.deliveredAt))).toEqual([]);
  const openIntents = await db
    .select()
    .from(orders)
    .where(and(eq(orders.payState, "unpaid"), isNotNull(orders.paymentIntentId), ne(orders.status, "Cancelled")));
  expect(openIntents).toEqual([]);
});

test("seeds nothing into an empty portal", async () => {
  const empty = await openSeedStack();
  try {
    await empty.seed("none");
    expect(await empty.db.select().from(users)).toEqual([]);
    expect(await empty.db.select().from(services)).toEqual([]);
  } finally {
    await empty.dispose();
  }
});
