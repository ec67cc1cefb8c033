import { z } from "zod";
import { NONE } from "~/list/listFromUrl";
import { dateProblem, readDay, throughDay } from "../days";
import { ChangeReason, type OrderChanges, OrderIds } from "./changeOrdersInput";
import { orderStatuses } from "./orderStates";
import { priorities } from "./priorities";

/** The buttons of the bar: each applies its own field. */
const orderChanges = ["assign", "status", "due", "priority", "addTag", "removeTag", "snooze"] as const;
export type OrderChange = (typeof orderChanges)[number];

/** Snoozed orders come back in the morning. */
const MORNING_MS = 8 * 3_600_000;
const DATE = "Choose a date";
const day = z.string().refine((text) => readDay(text) !== null, { error: ({ input }) => dateProblem(input, DATE) });
const tag = z.string().trim().max(40, "Use 40 characters or fewer for a tag");

/** The field of each button, and what is wrong when it is empty. */
const fieldOfChange = {
  assign: ["assignTo", "Choose a team member"],
  status: ["newStatus", "Choose a status"],
  due: ["dueOn", DATE],
  priority: ["newPriority", "Choose a priority"],
  addTag: ["tag", "Enter a tag"],
  removeTag: ["tag", "Enter a tag"],
  snooze: ["snoozeUntil", DATE],
} as const satisfies Record<OrderChange, readonly [string, string]>;

/** The bar of the order list: one `order` field per ticked row, or all that the list's filter matches. */
export const ChangeOrdersForm = z
  .object({
    order: OrderIds.optional(),
    all: z.boolean().default(false),
    change: z.enum(orderChanges, { error: "Choose what to change" }),
    assignTo: z.string().max(64).optional(),
    newStatus: z.enum(orderStatuses).optional(),
    dueOn: day.optional(),
    newPriority: z.enum(priorities).optional(),
    tag: tag.optional(),
    snoozeUntil: day.optional(),
    reason: ChangeReason,
  })
  .superRefine((form, context) => {
    const [field, message] = fieldOfChange[form.change];
    if (!form[field]) context.addIssue({ code: "custom", path: [field], message });
    if (!form.order && !form.all)
      context.addIssue({ code: "custom", path: ["order"], message: "Select at least one order" });
  });
export type ChangeOrdersForm = z.output<typeof ChangeOrdersForm>;

/** What the pressed button changes. Days are those of the agency's zone. */
export function changesOf(form: ChangeOrdersForm, zone: string): OrderChanges {
  switch (form.change) {
    case "assign":
      return { assignedToId: form.assignTo === NONE ? null : form.assignTo };
    case "status":
      return { status: form.newStatus };
    case "due":
      return { dueAt: throughDay(readDay(form.dueOn ?? "") ?? 0, zone) };
    case "priority":
      return { priority: form.newPriority };
    case "addTag":
      return { addTags: [form.tag ?? ""] };
    case "removeTag":
      return { removeTags: [form.tag ?? ""] };
    case "snooze":
      return { snoozedUntil: (readDay(form.snoozeUntil ?? "") ?? 0) + MORNING_MS };
  }
}
