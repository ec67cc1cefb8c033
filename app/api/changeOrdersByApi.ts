import { z } from "zod";
import type { Context } from "~/domain/context";
import { dateProblem, readMoment } from "~/domain/days";
import { changeOrders } from "~/domain/orders/changeOrders";
import { ChangeOrdersInput, ChangeReason, OrderChanges, OrderIds } from "~/domain/orders/changeOrdersInput";
import { underSentNames } from "./wire";

const TIME = "Send an ISO 8601 time";
const isoMoment = z
  .string({ error: TIME })
  .refine((text) => readMoment(text) !== null, { error: ({ input }) => dateProblem(input, TIME) })
  .transform((text) => readMoment(text) ?? 0)
  .nullable()
  .optional();

/** POST /order/bulk. Times are ISO 8601; null removes an assignee, a due date or a snooze. */
export const ChangeOrdersBody = z.object({
  ids: OrderIds,
  set: z.object({
    assignedToAdminId: OrderChanges.shape.assignedToId,
    status: OrderChanges.shape.status,
    dueAt: isoMoment,
    priority: OrderChanges.shape.priority,
    tags: OrderChanges.shape.tags,
    snoozedUntil: isoMoment,
  }),
  reason: ChangeReason,
});

export async function changeOrdersByApi(
  ctx: Context,
  { ids, set: { assignedToAdminId: assignedToId, ...set }, reason }: z.output<typeof ChangeOrdersBody>,
) {
  const sent = underSentNames(
    ChangeOrdersInput,
    { assignedToId: "set.assignedToAdminId", dueAt: "set.dueAt", snoozedUntil: "set.snoozedUntil" },
    { ids, set: { ...set, assignedToId }, reason },
  );
  const { changed, skipped, message } = await changeOrders(ctx, sent.value).catch(sent.refused);
  return { changed, skipped, message };
}
