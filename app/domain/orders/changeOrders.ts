import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import { atomicBatch, type BatchStatement } from "~db/client.server";
import { foldText } from "~db/foldText";
import { fullNameById } from "~db/fullName";
import { newId } from "~db/ids";
import { orders, orderUndos, users } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { actorId, type Context, userOf } from "../context";
import { Invalid } from "../errors";
import { type EachNotice, notifyEach } from "../notifications/notifyEach";
import { clockAt } from "../placements/deliveryClock";
import { openStates } from "../placements/placementStates";
import { PAST } from "./changeDeadline";
import {
  type ChangeOrdersInput,
  changedMessage,
  type Skipped,
  type SkipReason,
  skippedTotal,
} from "./changeOrdersInput";
import type { FormerOrder } from "./formerOrder";
import { clockAfter, clockDueAt, type OrderClock } from "./orderClock";
import { countRecorded, isRecorded, type OrderRecord, orderRecordStatements } from "./orderRecords";
import { hasDeadline, orderStatusLabel, staffTransitions } from "./orderStates";
import { newTags } from "./orderTags";
import { MAX_TAGS } from "./tagInput";
import { UNDO_MS } from "./undoOrderChange";
import { completedNames, stepsAfter, timesAfter } from "./updateOrder";
import { visibleOrders } from "./visibleOrders";

export interface ChangedOrders {
  changed: number;
  skipped: number;
  message: string;
  /** Takes the change back (`undoOrderChange`); null when people were notified of it. */
  undoId: string | null;
}

/** A change by hand names its reason in the history. */
const DUE_REASON = "Give a reason for the new due date";

/**
 * Changes many orders at a time (rules.md orders/bulk). An order that does not take the change as a whole is skipped
 * and counted, also when someone else has changed it meanwhile. Sends the notices that single changes send. At most 12
 * statements. Throws Invalid for an assignee outside the staff and for a due date that has passed or has no reason.
 */
export async function changeOrders(ctx: Context, { ids, set, reason }: ChangeOrdersInput): Promise<ChangedOrders> {
  authorize(ctx, "orders.edit");
  if (set.dueAt !== undefined && !reason) throw new Invalid(DUE_REASON, "reason");
  if (set.dueAt && set.dueAt < ctx.now) throw new Invalid(PAST, "dueAt");
  if (set.snoozedUntil && set.snoozedUntil <= ctx.now) throw new Invalid("Choose a later day", "snoozedUntil");
  const [stored, assignee] = await read(ctx, ids, set.assignedToId ?? null);
  if (set.assignedToId && !assignee) throw new Invalid("Choose a team member", "assignedToId");

  const skipped: Skipped = { missing: ids.length - stored.length };
  const skip = (why: SkipReason) => {
    skipped[why] = (skipped[why] ?? 0) + 1;
  };
  const records: OrderRecord[] = [];
  const former: FormerOrder[] = [];
  const notices: OrderNotice[] = [];
  for (const order of stored) {
    const why = refusalOf(order, set);
    const change = why ? null : changeOf(ctx, order, set, { assignee, reason });
    if (!change) {
      skip(why ?? "same");
      continue;
    }
    const clock = { runningSince: order.runningSince, awaitingSince: order.awaitingSince };
    const record = { id: order.id, version: order.version, historyId: newId(ctx.now), clock, ...change };
    records.push(record);
    former.push(formerOf(order, record));
    notices.push(...noticesOf(ctx, order, set, record.historyId));
  }
  if (records.length === 0) return answerOf(0, skipped, null);

  const undoId = notices.length === 0 ? newId(ctx.now) : null;
  const results = await atomicBatch(ctx.db, [
    ...newTags(ctx, [...(set.tags ?? []), ...(set.addTags ?? [])]),
    ...orderRecordStatements(ctx, records, {
      action: "Order updated",
      reason,
      onlyIf: set.status === "Completed" ? sql`not ${hasOpenLinks}` : undefined,
    }),
    ...notifyEach(ctx, "ORDER", notices, isRecorded(ctx.now, "typeSystemId")),
    ...(undoId ? [rememberFormer(ctx, undoId, former)] : []),
    countRecorded(ctx, records),
  ]);
  if (notices.length > 0) ctx.after(() => ctx.publish.outboxWaiting());
  const [{ changed }] = results.at(-1) as [{ changed: number }];
  skipped.concurrent = records.length - changed;
  return answerOf(changed, skipped, changed > 0 ? undoId : null);
}

const answerOf = (changed: number, skipped: Skipped, undoId: string | null): ChangedOrders => ({
  changed,
  skipped: skippedTotal(skipped),
  message: changedMessage(changed, skipped),
  undoId,
});

type Changes = ChangeOrdersInput["set"];
type ReadOrder = Awaited<ReturnType<typeof read>>[0][number];

const linksOf = (condition: SQL) =>
  sql<number>`exists (select 1 from placements where placements.order_id = orders.id and ${condition})`;
const openList = sql.raw(openStates.map((state) => `'${state}'`).join(", "));
const hasOpenLinks = linksOf(sql`placements.state in (${openList})`);

async function read(ctx: Context, ids: readonly string[], assigneeId: string | null) {
  const { db } = ctx;
  const [stored, [assignee]] = await db.batch([
    db
      .select({
        id: orders.id,
        version: orders.version,
        number: orders.number,
        serviceName: orders.serviceName,
        total: orders.total,
        clientId: orders.clientId,
        status: orders.status,
        startedAt: orders.startedAt,
        completedAt: orders.completedAt,
        subStatuses: orders.subStatuses,
        assignedToId: orders.assignedToId,
        assignedToName: fullNameById(sql.raw("orders.assigned_to_id")).as("assigned_to_name"),
        dueAt: orders.dueAt,
        clockLeftMs: orders.clockLeftMs,
        workedMs: orders.workedMs,
        runningSince: orders.runningSince,
        awaitingSince: orders.awaitingSince,
        priority: orders.priority,
        snoozedUntil: orders.snoozedUntil,
        snoozeReason: orders.snoozeReason,
        links: linksOf(sql`true`).as("links"),
        lateLinks: linksOf(sql`(placements.on_time = 0 or placements.due_at < ${ctx.now})`).as("late_links"),
        openLinks: hasOpenLinks.as("open_links"),
        closedLinks: linksOf(sql`placements.state = 'cancelled' and placements.refund_id is null`).as("closed_links"),
        tagNames:
          sql<string>`(select json_group_array(named.name) from (select tags.name from order_tags join tags on tags.id = order_tags.tag_id where order_tags.order_id = orders.id order by tags.name_folded) named)`.as(
            "tag_names",
          ),
      })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), sql`${orders.id} in (select value from json_each(${JSON.stringify(ids)}))`)),
    db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(and(eq(users.id, assigneeId ?? ""), eq(users.role, "ADMIN"), isNull(users.deletedAt))),
  ]);
  return [stored, assignee ? { id: assignee.id, name: fullName(assignee) } : null] as const;
}

/** Why an order does not take the change; null when it does. */
function refusalOf(order: ReadOrder, set: Changes): SkipReason | null {
  const { status, dueAt } = set;
  if (dueAt !== undefined && (order.links || !hasDeadline(order.status))) return "deadline";
  if (set.addTags && tagsAfter(JSON.parse(order.tagNames), set).length > MAX_TAGS) return "tags";
  if (!status || status === order.status) return null;
  if (status === "Cancelled") return "cancel";
  if (!staffTransitions[order.status].includes(status)) return "status";
  if (status === "Completed" && order.openLinks) return "openLinks";
  return order.status === "Completed" && order.closedLinks ? "closedLinks" : null;
}

/** Columns, tags and history of an order's change; null when nothing changes. */
function changeOf(
  ctx: Context,
  order: ReadOrder,
  set: Changes,
  { assignee, reason }: { assignee: { id: string; name: string } | null; reason: string },
) {
  const columns: OrderRecord["columns"] = {};
  const changes: HistoryChange[] = [];
  const note = (field: string, before: HistoryChange["before"], after: HistoryChange["after"]) => {
    if (before !== after) changes.push({ field, before, after });
  };
  if (set.status) {
    const times = timesAfter(ctx, order, set.status);
    Object.assign(columns, { status: set.status, ...times });
    note("status", order.status, set.status);
    note("startedDate", order.startedAt, times.startedAt);
    note("completedDate", order.completedAt, times.completedAt);
    if (set.status === "Completed") {
      columns.subStatuses = stepsAfter(order, {}, set.status);
      note("subStatuses", completedNames(order.subStatuses), completedNames(columns.subStatuses));
    }
  }
  if (set.assignedToId !== undefined) {
    columns.assignedToId = set.assignedToId;
    if (order.assignedToId !== set.assignedToId)
      note("assignedTo", order.assignedToName, set.assignedToId && (assignee?.name ?? null));
  }
  if (set.status || set.dueAt !== undefined) {
    const clock = clockOf(ctx, order, set);
    Object.assign(columns, clock);
    if (set.dueAt !== undefined && !isSameDeadline(order, clock))
      changes.push({ field: "dueAt", before: order.dueAt, after: set.dueAt });
  }
  if (set.priority) {
    columns.priority = set.priority;
    note("priority", order.priority, set.priority);
  }
  if (set.snoozedUntil !== undefined) {
    columns.snoozedUntil = set.snoozedUntil;
    columns.snoozeReason = set.snoozedUntil === null ? null : reason || null;
    note("snoozedUntil", order.snoozedUntil, set.snoozedUntil);
  }
  const before = JSON.parse(order.tagNames) as string[];
  const after = tagsAfter(before, set);
  const tagged = listOf(before) !== listOf(after);
  if (tagged) changes.push({ field: "tags", before: before.join(", "), after: after.join(", ") });
  return changes.length === 0 ? null : { columns, changes, ...(tagged ? { tags: after.map(foldText) } : {}) };
}

/** The order's clock after the change (rules.md orders/due); that of an order with links follows them. */
function clockOf(ctx: Context, order: ReadOrder, { status = order.status, dueAt }: Changes) {
  const at = clockAt(ctx);
  const awaitingSince = order.status === "Completed" && status !== "Completed" ? null : order.awaitingSince;
  const moved = clockAfter(order, { status, awaitingSince }, at);
  const clock = dueAt === undefined ? moved : clockDueAt(moved, dueAt, at);
  if (!order.links) return { ...clockColumnsOf(clock), awaitingSince };
  const stops = order.runningSince !== null && clock.runningSince === null;
  const clockLeftMs = stops ? (order.lateLinks ? -1 : 0) : order.clockLeftMs;
  return { ...clockColumnsOf({ ...clock, dueAt: order.dueAt, clockLeftMs }), awaitingSince };
}

/** A clock that stands still has no due date but the time that is left. */
const isSameDeadline = (before: OrderClock, after: OrderClock) =>
  after.runningSince === null ? before.clockLeftMs === after.clockLeftMs : before.dueAt === after.dueAt;

const clockColumnsOf = ({ dueAt, clockLeftMs, workedMs, runningSince }: OrderClock): OrderClock => ({
  dueAt,
  clockLeftMs,
  workedMs,
  runningSince,
});

const listOf = (names: readonly string[]) => JSON.stringify(names.map(foldText).sort());

/** The names after the change, each once. */
function tagsAfter(before: readonly string[], { tags: replaced, addTags = [], removeTags = [] }: Changes): string[] {
  const removed = new Set(removeTags.map(foldText));
  const named = new Map<string, string>();
  for (const name of [...(replaced ?? before), ...addTags]) {
    const folded = foldText(name);
    if (!removed.has(folded) && !named.has(folded)) named.set(folded, name);
  }
  return [...named.values()];
}

type OrderNotice = EachNotice & { historyId: string };

/** As statusNotices and assignmentNotice compose them for one order. */
function noticesOf(ctx: Context, order: ReadOrder, set: Changes, historyId: string): OrderNotice[] {
  const me = actorId(ctx);
  const notices: OrderNotice[] = [];
  const key = (event: string) => `order.${event}:${order.id}:${order.version + 1}`;
  const assignedToId = set.assignedToId === undefined ? order.assignedToId : set.assignedToId;
  if (set.status && set.status !== order.status)
    for (const userId of new Set([order.clientId, ...(assignedToId ? [assignedToId] : [])]))
      notices.push({
        userId,
        description: `Order ${order.number} is now ${orderStatusLabel(set.status)}: ${order.serviceName}`,
        kind: "orderStatus",
        typeSystemId: order.id,
        dedupeKey: key("status"),
        historyId,
      });
  if (set.assignedToId && set.assignedToId !== order.assignedToId) {
    const author = userOf(ctx.actor);
    const by = author ? ` by ${fullName(author)}` : "";
    notices.push({
      userId: set.assignedToId,
      description: `Order ${order.number} was assigned to you${by}: ${order.serviceName}, ${formatCents(order.total)}`,
      kind: "newOrder",
      typeSystemId: order.id,
      dedupeKey: key("assigned"),
      historyId,
    });
  }
  return notices.filter(({ userId }) => userId !== me);
}

function formerOf(order: ReadOrder, { historyId, version, columns, changes, tags: tagged }: OrderRecord): FormerOrder {
  const names = Object.keys(columns) as (keyof ReadOrder & keyof OrderRecord["columns"])[];
  return {
    id: order.id,
    version: version + 1,
    historyId,
    columns: Object.fromEntries(names.map((name) => [name, order[name]])),
    ...(tagged ? { tags: (JSON.parse(order.tagNames) as string[]).map(foldText) } : {}),
    changes: changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
  };
}

function rememberFormer({ db, now, ...ctx }: Context, id: string, former: FormerOrder[]): BatchStatement {
  const row = { id, changedAt: now, expiresAt: now + UNDO_MS, former };
  return db
    .insert(orderUndos)
    .values({ userId: actorId(ctx), ...row })
    .onConflictDoUpdate({ target: orderUndos.userId, set: row });
}
