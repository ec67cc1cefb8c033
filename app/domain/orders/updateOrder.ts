import { and, eq, isNull, sql } from "drizzle-orm";
import { type BatchStatement, batchRaw, rawSelect } from "~db/client.server";
import { foldText } from "~db/foldText";
import { fullName } from "~db/fullName";
import { users } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { assertNoOpenLinks, cancelOpenLinks, openLinks, restoreLinks } from "../placements/orderLinks";
import { editableOrder, type StoredOrder, writeOrder } from "./editableOrder";
import { REASON_REQUIRED, type UpdateOrderInput } from "./orderInputs";
import type { OrderSubStatus } from "./orderParts";
import { type OrderStatus, orderStatusLabel, staffTransitions } from "./orderStates";
import { readTags, tagStatements, tagsOfOrder } from "./orderTags";
import { LATER_DAY } from "./snoozeInput";
import { assignmentNotice, statusNotices } from "./statusNotices";
import { ticksToSubStatuses } from "./subStatusRule";

/**
 * Staff change an order's status, steps, assignee, notes, priority, tags and snooze (rules.md orders/states,
 * orders/sub-statuses, orders/dates, orders/tags, orders/snooze). The history records each change with before and
 * after. Throws NotFound; Conflict for a forbidden transition or a stale version; Invalid for an assignee outside the
 * staff, a cancellation without a reason, or open links or steps of an order to complete.
 */
export async function updateOrder(ctx: Context, input: UpdateOrderInput): Promise<void> {
  authorize(ctx, "orders.edit");
  const [order, tagsBefore] = await Promise.all([editableOrder(ctx, input), input.tags ? tagsOf(ctx, input.id) : []]);
  const names = await assertOrderUpdate(ctx, order, input);
  const status = input.status ?? order.status;
  const subStatuses = stepsAfter(order, input, status);
  const assignedToId = input.assignedToId === undefined ? order.assignedToId : input.assignedToId;
  const notes = input.notes ?? order.notes;
  const times = timesAfter(ctx, order, status);
  const priority = input.priority ?? order.priority;
  const snooze = snoozeAfter(ctx, order, input);
  const isTagged = input.tags !== undefined && foldedList(input.tags) !== foldedList(tagsBefore);

  const changes = [
    changed("status", order.status, status),
    changed("subStatuses", completedNames(order.subStatuses), completedNames(subStatuses)),
    order.assignedToId === assignedToId ? null : { field: "assignedTo", before: names.before, after: names.after },
    changed("notes", order.notes, notes),
    changed("startedDate", order.startedAt, times.startedAt),
    changed("completedDate", order.completedAt, times.completedAt),
    changed("priority", order.priority, priority),
    isTagged ? { field: "tags", before: tagsBefore.join(", "), after: (input.tags ?? []).join(", ") } : null,
    changed("snoozedUntil", order.snoozedUntil, snooze.snoozedUntil),
    changed("snoozeReason", order.snoozeReason, snooze.snoozeReason),
  ].filter((change): change is HistoryChange => change !== null);
  if (changes.length === 0) return;

  const statements = [
    historyStatement(ctx, { entity: "order", entityId: order.id, action: "Order updated", changes }),
    ...(status === order.status ? [] : statusNotices(ctx, order, status, assignedToId)),
    ...(assignedToId === order.assignedToId ? [] : assignmentNotice(ctx, order, assignedToId)),
    ...(isTagged ? tagStatements(ctx, order.id, input.tags ?? []) : []),
  ];
  // Staff who reopen an order go on with the work.
  const awaitingSince = order.status === "Completed" && status !== "Completed" ? null : order.awaitingSince;
  const columns = { status, subStatuses, assignedToId, notes, priority, awaitingSince, ...snooze, ...times };
  if (status === order.status) return await writeOrder(ctx, order, columns, statements);
  await writeOrder(ctx, order, columns, async () => [...statements, ...(await linksAfter(ctx, order, status))]);
}

/**
 * The steps after an update. Completing an order marks its open steps done (rules.md orders/sub-statuses), unless the
 * call names its ticks. Throws Invalid when `completeSteps` is false and a step is open.
 */
export function stepsAfter(
  order: Pick<StoredOrder, "status" | "subStatuses">,
  { subStatuses: ticked, completeSteps }: Pick<UpdateOrderInput, "subStatuses" | "completeSteps">,
  status: OrderStatus,
): OrderSubStatus[] {
  const steps = ticked ? ticksToSubStatuses(order.subStatuses, ticked) : order.subStatuses;
  const open = steps.filter(({ completed }) => !completed).length;
  if (status !== "Completed" || order.status === "Completed" || open === 0) return steps;
  if (completeSteps ?? ticked === undefined) return steps.map((step) => ({ ...step, completed: true }));
  if (completeSteps === undefined) return steps;
  throw new Invalid(
    `${open === 1 ? "1 step is" : `${open} steps are`} open. Tick 'Mark the open steps done' to complete the order.`,
    "completeSteps",
  );
}

/** Completing an order closes its open links, reopening it brings them back (rules.md placements/closing). */
export async function linksAfter(ctx: Context, order: StoredOrder, status: OrderStatus): Promise<BatchStatement[]> {
  if (status === "Completed") return [...(await cancelOpenLinks(ctx, order.id)), assertNoOpenLinks(ctx, order.id)];
  return order.status === "Completed" ? await restoreLinks(ctx, order.id) : [];
}

/**
 * Validates an update without writing it, so callers can reject a combined save up front. Throws as updateOrder does,
 * and returns the assignee names before and after.
 */
export async function assertOrderUpdate(
  ctx: Context,
  order: Pick<StoredOrder, "id" | "status" | "assignedToId">,
  {
    status = order.status,
    assignedToId = order.assignedToId,
    closeOpenRows,
  }: Pick<UpdateOrderInput, "status" | "assignedToId" | "closeOpenRows">,
) {
  if (status !== order.status) mustFollow(order.status, status);
  if (status === "Completed" && order.status !== "Completed" && !closeOpenRows) await assertNothingOpen(ctx, order.id);
  return await namesOf(ctx, order.assignedToId, assignedToId);
}

async function assertNothingOpen(ctx: Context, orderId: string) {
  const open = await openLinks(ctx, orderId);
  if (open.length === 0) return;
  const count = open.length === 1 ? "1 link is" : `${open.length} links are`;
  throw new Invalid(
    `${count} not live yet. Tick 'Cancel the open links' to complete the order anyway.`,
    "closeOpenRows",
  );
}

/** See staffTransitions (rules.md orders/states). */
function mustFollow(from: OrderStatus, to: OrderStatus) {
  if (!staffTransitions[from].includes(to))
    throw new Conflict(`An order that is ${orderStatusLabel(from)} cannot become ${orderStatusLabel(to)}`, "status");
  if (to === "Cancelled") throw new Invalid(REASON_REQUIRED, { status: ["Give a reason for cancelling the order"] });
}

/**
 * Started: the first time Working, never cleared. Completed: set while the status is Completed (rules.md
 * orders/dates).
 */
export function timesAfter(
  ctx: Pick<Context, "now">,
  order: Pick<StoredOrder, "status" | "startedAt" | "completedAt">,
  status: OrderStatus,
) {
  if (status === order.status) return { startedAt: order.startedAt, completedAt: order.completedAt };
  return {
    startedAt: status === "Working" ? (order.startedAt ?? ctx.now) : order.startedAt,
    completedAt: status === "Completed" ? ctx.now : null,
  };
}

/** Throws Invalid for a new end of the snooze that has passed. The reason goes with the snooze. */
function snoozeAfter(ctx: Context, { snoozedUntil: before, snoozeReason }: StoredOrder, input: UpdateOrderInput) {
  const isAwake = before === null || before <= ctx.now;
  const after =
    input.snoozedUntil === undefined || (input.snoozedUntil === null && isAwake) ? before : input.snoozedUntil;
  if (after !== before && after !== null && after <= ctx.now) throw new Invalid(LATER_DAY, { snoozeDay: [LATER_DAY] });
  if (after === null) return { snoozedUntil: null, snoozeReason: null };
  const keeps = after <= ctx.now || input.snoozeReason === undefined;
  return { snoozedUntil: after, snoozeReason: keeps ? snoozeReason : input.snoozeReason || null };
}

async function tagsOf(ctx: Context, id: string): Promise<string[]> {
  const [[row]] = await batchRaw(ctx.db, rawSelect<{ tags: string }>(sql`select ${tagsOfOrder(sql`${id}`)} as tags`));
  return readTags(row?.tags ?? "[]").map(({ name }) => name);
}

const foldedList = (names: readonly string[]) => JSON.stringify(names.map(foldText).sort());

/** The assignee names before and after, for the history. A new assignee must be a current staff member. */
async function namesOf(ctx: Context, before: string | null, after: string | null) {
  if (before === after) return { before: null, after: null };
  const people = await ctx.db
    .select({
      id: users.id,
      name: fullName(users),
      staff: sql<number>`${and(eq(users.role, "ADMIN"), isNull(users.deletedAt))}`,
    })
    .from(users)
    .where(sql`${users.id} in (select value from json_each(${JSON.stringify([before, after])}))`);
  const person = (id: string | null) => people.find((one) => one.id === id);
  if (after !== null && !person(after)?.staff) throw new Invalid("Choose a team member", "assignedToId");
  return { before: person(before)?.name ?? null, after: person(after)?.name ?? null };
}

export const completedNames = (steps: OrderSubStatus[]) =>
  steps
    .filter((step) => step.completed)
    .map((step) => step.name)
    .join(", ");

export const changed = (
  field: string,
  before: HistoryChange["before"],
  after: HistoryChange["after"],
): HistoryChange | null => (before === after ? null : { field, before, after });
