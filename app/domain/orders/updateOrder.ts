import { and, eq, isNull, sql } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { users } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { editableOrder, type StoredOrder, writeOrder } from "./editableOrder";
import { REASON_REQUIRED, type UpdateOrderInput } from "./orderInputs";
import type { OrderSubStatus } from "./orderParts";
import { type OrderStatus, orderStatusLabel, staffTransitions } from "./orderStates";
import { assignmentNotice, statusNotices } from "./statusNotices";
import { ticksToSubStatuses } from "./subStatusRule";

/**
 * Staff change an order's status, steps, assignee and notes (rules.md orders/states, orders/sub-statuses,
 * orders/dates). The history records each change with before and after. Throws NotFound; Conflict for a forbidden
 * transition or a stale version; Invalid for an assignee outside the staff, or a cancellation without a reason.
 */
export async function updateOrder(ctx: Context, input: UpdateOrderInput): Promise<void> {
  authorize(ctx, "orders.edit");
  const order = await editableOrder(ctx, input);
  const names = await assertOrderUpdate(ctx, order, input);
  const status = input.status ?? order.status;
  const subStatuses = input.subStatuses ? ticksToSubStatuses(order.subStatuses, input.subStatuses) : order.subStatuses;
  const assignedToId = input.assignedToId === undefined ? order.assignedToId : input.assignedToId;
  const notes = input.notes ?? order.notes;
  const times = timesAfter(ctx, order, status);

  const changes = [
    changed("status", order.status, status),
    changed("subStatuses", completedNames(order.subStatuses), completedNames(subStatuses)),
    order.assignedToId === assignedToId ? null : { field: "assignedTo", before: names.before, after: names.after },
    changed("notes", order.notes, notes),
    changed("startedDate", order.startedAt, times.startedAt),
    changed("completedDate", order.completedAt, times.completedAt),
  ].filter((change): change is HistoryChange => change !== null);
  if (changes.length === 0) return;

  await writeOrder(ctx, order, { status, subStatuses, assignedToId, notes, ...times }, [
    historyStatement(ctx, { entity: "order", entityId: order.id, action: "Order updated", changes }),
    ...(status === order.status ? [] : statusNotices(ctx, order, status, assignedToId)),
    ...(assignedToId === order.assignedToId ? [] : assignmentNotice(ctx, order, assignedToId)),
  ]);
}

/**
 * Validates an update without writing it, so callers can reject a combined save up front. Throws as updateOrder does,
 * and returns the assignee names before and after.
 */
export async function assertOrderUpdate(
  ctx: Context,
  order: Pick<StoredOrder, "status" | "assignedToId">,
  { status = order.status, assignedToId = order.assignedToId }: Pick<UpdateOrderInput, "status" | "assignedToId">,
) {
  if (status !== order.status) mustFollow(order.status, status);
  return await namesOf(ctx, order.assignedToId, assignedToId);
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
function timesAfter(ctx: Context, order: StoredOrder, status: OrderStatus) {
  if (status === order.status) return { startedAt: order.startedAt, completedAt: order.completedAt };
  return {
    startedAt: status === "Working" ? (order.startedAt ?? ctx.now) : order.startedAt,
    completedAt: status === "Completed" ? ctx.now : null,
  };
}

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

const completedNames = (steps: OrderSubStatus[]) =>
  steps
    .filter((step) => step.completed)
    .map((step) => step.name)
    .join(", ");

const changed = (
  field: string,
  before: HistoryChange["before"],
  after: HistoryChange["after"],
): HistoryChange | null => (before === after ? null : { field, before, after });
