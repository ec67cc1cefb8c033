import { and, eq, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { intakeFields, orderEntries, orderItems, orders, uploads } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { OrderRow, Renewal } from "../orderPaid";
import { intakeComplete } from "../orders/intakeComplete";
import { stepsOfService } from "../orders/newOrder";
import { nextOrderNumber } from "../orders/orderNumber";
import type { EntryItem } from "../orders/orderParts";
import { latestOrderOf } from "../subscriptions/billingCycle";
import { fileAddress, keyOfFileAddress } from "../uploads/fileAddress";

/** Shown as the creator of a renewal's order. */
const RENEWAL = "Renewal";

/** The subscription's newest order, the template of the next one, in one round trip. */
export async function readLatestOrder(ctx: Context, subscriptionId: string) {
  const { db } = ctx;
  const ofLatest = latestOrderOf(subscriptionId);
  const [[order], items, entries, fields, [next]] = await db.batch([
    db.select().from(orders).where(eq(orders.id, ofLatest)),
    db.select().from(orderItems).where(eq(orderItems.orderId, ofLatest)).orderBy(orderItems.sequence),
    db.select().from(orderEntries).where(eq(orderEntries.orderId, ofLatest)).orderBy(orderEntries.createdAt),
    db
      .select({ id: intakeFields.id, mandatory: intakeFields.mandatory })
      .from(intakeFields)
      .innerJoin(orders, and(eq(orders.serviceId, intakeFields.serviceId), eq(orders.id, ofLatest))),
    db
      .select({
        number: nextOrderNumber,
        // Unassigned when the assignee has left the team.
        assignedToId: sql<
          string | null
        >`(select u.id from orders o join users u on u.id = o.assigned_to_id where o.id = ${ofLatest} and u.deleted_at is null)`.as(
          "assignee",
        ),
      })
      .from(sql`(select 1)`),
  ]);
  if (!order || !next) return null;
  const uploadKeys = [
    ...(order.uploadKey ? [order.uploadKey] : []),
    ...entries.flatMap((entry) => entry.items.flatMap(filesOf)),
  ];
  return { order, items, entries, fields, uploadKeys, ...next };
}

type LatestOrder = NonNullable<Awaited<ReturnType<typeof readLatestOrder>>>;

/**
 * The unpaid order of a renewal and the statements that insert it, for the settling batch. Copies packages, prices,
 * add-ons and answers of the latest order. The amount was frozen at purchase, and the intake rule decides the status
 * (rules.md coupons/first-payment, subscriptions/renewal-order). `copies`: the new key of each file copied for the
 * new order.
 */
export function orderLikeLatest(
  ctx: Context,
  { cycle, subscription }: Renewal,
  template: LatestOrder,
  { paymentIntentId, copies }: { paymentIntentId: string; copies: Map<string, string> },
): { order: OrderRow; statements: BatchStatement[] } {
  const { db, now } = ctx;
  const { order: latest } = template;
  // A moved order's project belongs to another client and is not copied (rules.md orders/move).
  const isOwn = latest.clientId === subscription.clientId;
  const keyOf = (key: string) => copies.get(key) ?? key;
  const entries = isOwn
    ? template.entries.map((entry) => ({ ...entry, items: entry.items.map((item) => withFiles(item, keyOf)) }))
    : [];
  const uploadKey = isOwn && latest.uploadKey ? keyOf(latest.uploadKey) : null;
  const complete = intakeComplete({
    fields: template.fields,
    packageIds: template.items.map((item) => item.packageId),
    entries,
    hasUpload: uploadKey !== null,
  });
  const order: OrderRow = {
    ...latest,
    id: newId(now),
    number: template.number,
    clientId: subscription.clientId,
    status: complete ? "Active" : "Inputs_Required",
    assignedToId: template.assignedToId,
    statusBeforeCancel: null,
    subStatuses: [],
    notes: "",
    cancelReason: null,
    paymentType: "SUBSCRIPTION",
    account: subscription.account,
    // Frozen at purchase, without the coupon (rules.md coupons/first-payment).
    tieredTotal: cycle.amount,
    total: cycle.amount,
    couponCode: null,
    couponId: null,
    payState: "unpaid",
    refunded: 0,
    paymentIntentId,
    checkoutSessionId: null,
    setupIntentId: null,
    checkoutKey: null,
    transactionDetails: null,
    subscriptionId: subscription.id,
    cycle: cycle.cycle,
    uploadKey,
    source: {},
    createdBy: RENEWAL,
    createdAt: now,
    startedAt: null,
    paidAt: null,
    completedAt: null,
    approvedAt: null,
    changeRequests: 0,
    version: 1,
  };
  const items = template.items.map((item) => ({ ...item, id: newId(now), orderId: order.id }));
  const copied = entries.map((entry) => ({ ...entry, id: newId(now), orderId: order.id, createdAt: now, version: 1 }));
  const statements = [
    db.insert(orders).values({ ...order, subStatuses: stepsOfService(order.serviceId) }),
    insertMany(db, orderItems, items),
    insertMany(db, orderEntries, copied),
    ...(isOwn
      ? [
          db
            .update(uploads)
            .set({ attachedTo: `order:${order.id}` })
            .where(sql`${uploads.key} in (select value from json_each(${JSON.stringify([...copies.values()])}))`),
        ]
      : []),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "created",
      changes: [
        { field: "status", before: null, after: order.status },
        { field: "total", before: null, after: order.total },
        { field: "cycle", before: null, after: cycle.cycle },
      ],
      dedupeKey: `order.created:${order.id}`,
    }),
  ];
  return { order, statements };
}

const addressesOf = ({ value }: EntryItem) => (Array.isArray(value) ? value : [value]);

/** Answers store files as '/files/{key}'. */
const filesOf = (item: EntryItem): string[] =>
  item.itemType === "FILE_UPLOAD" ? addressesOf(item).flatMap((address) => keyOfFileAddress(address, "") ?? []) : [];

function withFiles(item: EntryItem, keyOf: (key: string) => string): EntryItem {
  if (item.itemType !== "FILE_UPLOAD") return item;
  const renamed = addressesOf(item).map((address) => {
    const key = keyOfFileAddress(address, "");
    return key ? fileAddress(keyOf(key)) : address;
  });
  return { ...item, value: Array.isArray(item.value) ? renamed : (renamed[0] ?? "") };
}
