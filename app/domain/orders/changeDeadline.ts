import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { clockAt } from "../placements/deliveryClock";
import type { DeadlineInput } from "./deadlineInput";
import { editableOrder, writeOrder } from "./editableOrder";
import { clockAfter, clockDueAt } from "./orderClock";
import { deadlineProblem } from "./orderDeadline";

export const PAST = "Choose today or a later day";

/**
 * Staff set when an order is due, with a reason for the history. While the clock stands still, the time until then is
 * kept (rules.md orders/due). Throws NotFound; Invalid for a moment that has passed; Conflict for an order that is
 * finished, unpaid or due with its links, and for a stale version.
 */
export async function changeDeadline(ctx: Context, { id, version, dueAt, reason }: DeadlineInput): Promise<void> {
  authorize(ctx, "orders.edit");
  const order = await editableOrder(ctx, { id, ...(version === undefined ? {} : { version }) });
  const problem = await deadlineProblem(ctx, order);
  if (problem) throw new Conflict(problem);
  if (dueAt < ctx.now) throw new Invalid(PAST, "dueAt");
  const at = clockAt(ctx);
  // An order that was paid before there were deadlines has a clock that never ran.
  const clock = clockDueAt(clockAfter(order, order, at), dueAt, at);
  await writeOrder(ctx, order, clock, [
    historyStatement(ctx, {
      entity: "order",
      entityId: id,
      action: "Deadline changed",
      changes: [
        { field: "dueAt", before: order.dueAt, after: dueAt },
        { field: "reason", before: null, after: reason },
      ],
    }),
  ]);
}
