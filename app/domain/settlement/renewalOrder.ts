import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { intakeFields, orderEntries, orderItems, orders, packages, placements, uploads } from "~db/schema";
import type { Context } from "../context";
import { statusWhenPaid } from "../intake/statusWhenPaid";
import type { OrderRow, Renewal } from "../orderPaid";
import { insertOrder } from "../orders/insertOrder";
import { newOrderRow } from "../orders/newOrder";
import { newOrderClock } from "../orders/orderClock";
import { nextOrderNumber } from "../orders/orderNumber";
import type { EntryItem } from "../orders/orderParts";
import { clockAt } from "../placements/deliveryClock";
import { type NewPlacement, type PrefilledLink, soldPlacements } from "../placements/soldPlacements";
import { taxColumns } from "../pricing/orderTaxes";
import { latestOrderOf } from "../subscriptions/billingCycle";
import { taxesOfCycle } from "../subscriptions/cycleTaxes";
import { fileAddress, keyOfFileAddress } from "../uploads/fileAddress";

/** Shown as the creator of a renewal's order. */
const RENEWAL = "Renewal";

/** The subscription's newest order, the template of the next one, in one round trip. */
export async function readLatestOrder(ctx: Context, subscriptionId: string) {
  const { db } = ctx;
  const ofLatest = latestOrderOf(subscriptionId);
  const [[order], items, entries, fields, links, [next]] = await db.batch([
    db.select().from(orders).where(eq(orders.id, ofLatest)),
    db
      .select({ ...getTableColumns(orderItems), tracking: packages.tracking })
      .from(orderItems)
      .innerJoin(packages, eq(packages.id, orderItems.packageId))
      .where(eq(orderItems.orderId, ofLatest))
      .orderBy(orderItems.sequence),
    db.select().from(orderEntries).where(eq(orderEntries.orderId, ofLatest)).orderBy(orderEntries.createdAt),
    db
      .select({ id: intakeFields.id, mandatory: intakeFields.mandatory })
      .from(intakeFields)
      .innerJoin(orders, and(eq(orders.serviceId, intakeFields.serviceId), eq(orders.id, ofLatest))),
    db
      .select({
        orderItemId: placements.orderItemId,
        targetUrl: placements.targetUrl,
        agencyChooses: placements.agencyChooses,
        anchorText: placements.anchorText,
        clientReference: placements.clientReference,
        brief: placements.brief,
        briefSource: placements.briefSource,
      })
      .from(placements)
      .where(and(eq(placements.orderId, ofLatest), isNull(placements.replacesId)))
      .orderBy(placements.sequence),
    db
      .select({
        number: nextOrderNumber,
        turnaroundDays: sql<
          number | null
        >`(select s.turnaround_days from orders o join services s on s.id = o.service_id where o.id = ${ofLatest})`.as(
          "turnaround_days",
        ),
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
  return { order, items, entries, fields, links, uploadKeys, ...next };
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
): { order: OrderRow; placements: NewPlacement[]; statements: BatchStatement[] } {
  const { db, now } = ctx;
  const { order: latest } = template;
  // A moved order's project belongs to another client and is not copied (rules.md orders/move).
  const isOwn = latest.clientId === subscription.clientId;
  const keyOf = (key: string) => copies.get(key) ?? key;
  const entries = isOwn
    ? template.entries.map((entry) => ({ ...entry, items: entry.items.map((item) => withFiles(item, keyOf)) }))
    : [];
  const uploadKey = isOwn && latest.uploadKey ? keyOf(latest.uploadKey) : null;
  const id = newId(now);
  const lines = template.items.map((item) => ({ ...item, id: newId(now) }));
  const sold = soldPlacements(
    {
      order: {
        id,
        number: template.number,
        serviceId: latest.serviceId,
        serviceName: latest.serviceName,
        clientId: subscription.clientId,
        total: cycle.amount,
        drip: null,
      },
      lines,
      prefilled: isOwn ? prefilledByLatest(template) : new Map(),
    },
    clockAt(ctx),
  );
  const order = newOrderRow({
    id,
    number: template.number,
    serviceId: latest.serviceId,
    serviceName: latest.serviceName,
    clientId: subscription.clientId,
    billing: latest.billing,
    status: statusWhenPaid({
      fields: template.fields,
      lines,
      placements: sold,
      entries,
      hasUpload: uploadKey !== null,
    }),
    assignedToId: template.assignedToId,
    paymentType: "SUBSCRIPTION",
    account: subscription.account,
    orderDuration: latest.orderDuration,
    frequency: latest.frequency,
    subtotal: latest.subtotal,
    // Frozen at purchase, without the coupon (rules.md coupons/first-payment).
    tieredTotal: cycle.amount - cycle.tax,
    total: cycle.amount,
    ...taxColumns(taxesOfCycle(cycle)),
    paymentIntentId,
    statementText: cycle.statementText,
    subscriptionId: subscription.id,
    cycle: cycle.cycle,
    uploadKey,
    createdBy: RENEWAL,
    createdAt: now,
    ...newOrderClock(template.turnaroundDays),
  });
  const copied = entries.map((entry) => ({ ...entry, id: newId(now), orderId: order.id, createdAt: now, version: 1 }));
  const statements = [
    ...insertOrder(ctx, {
      order,
      items: lines,
      details: [{ field: "cycle", before: null, after: cycle.cycle }],
    }),
    insertMany(db, orderEntries, copied),
    ...(isOwn
      ? [
          db
            .update(uploads)
            .set({ attachedTo: `order:${order.id}` })
            .where(sql`${uploads.key} in (select value from json_each(${JSON.stringify([...copies.values()])}))`),
        ]
      : []),
  ];
  return { order, placements: sold, statements };
}

/** The links of the latest order by package, in sequence. */
function prefilledByLatest({ items, links }: LatestOrder): Map<string, PrefilledLink[]> {
  const packageOf = new Map(items.map((item) => [item.id, item.packageId]));
  const byPackage = new Map<string, PrefilledLink[]>();
  for (const { orderItemId, ...link } of links) {
    const packageId = packageOf.get(orderItemId) ?? "";
    byPackage.set(packageId, [...(byPackage.get(packageId) ?? []), link]);
  }
  return byPackage;
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
