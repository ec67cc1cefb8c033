import { z } from "zod";
import { NONE } from "~/list/listFromUrl";
import { orderStatuses } from "./orderStates";
import { priorities } from "./priorities";
import { SnoozeDay, SnoozeReason } from "./snoozeInput";
import { TagNames, TagText } from "./tagInput";

const id = z.string().min(1).max(64);
const version = z.number().int().min(1);
export const REASON_REQUIRED = "Give a reason";
/** The reason of an action, kept in the history. */
export const Reason = z
  .string({ error: REASON_REQUIRED })
  .trim()
  .min(1, REASON_REQUIRED)
  .max(2000, "Use 2000 characters or fewer for the reason");
const notes = z.string().max(20_000, "Use 20000 characters or fewer for the notes");
const subStatuses = z.array(z.number().int()).max(100);

/** What staff can change on an order. Absent fields stay unchanged. */
export const UpdateOrderInput = z.object({
  id,
  /** Checked when present (rules.md forms/version). */
  version: version.optional(),
  status: z.enum(orderStatuses).optional(),
  /** The `sequence` of each ticked step (rules.md orders/sub-statuses). */
  subStatuses: subStatuses.optional(),
  /** A staff member; null unassigns. */
  assignedToId: id.nullable().optional(),
  notes: notes.optional(),
  priority: z.enum(priorities).optional(),
  /** Replaces all tags. */
  tags: TagNames.optional(),
  /** ms UTC; null ends the snooze. */
  snoozedUntil: z.number().int().nullable().optional(),
  snoozeReason: SnoozeReason.optional(),
  /** Completes an order although links are open; they are cancelled (rules.md placements/closing). */
  closeOpenRows: z.boolean().optional(),
  /** Completing an order marks its open steps done; false refuses, absent does so unless `subStatuses` are named. */
  completeSteps: z.boolean().optional(),
});

/** The order page form always posts every field: an empty box clears its value, and no ticks clear all steps. */
export const OrderFormInput = z
  .object({
    version,
    status: z.enum(orderStatuses),
    subStatuses,
    assignedToId: id,
    notes: notes.default(""),
    closeOpenRows: z.boolean().optional(),
    completeSteps: z.boolean().default(false),
    /** Absent in a form that does not show them. */
    priority: z.enum(priorities).optional(),
    sorted: z.boolean().optional(),
    tags: TagText,
    snoozeDay: SnoozeDay,
    snoozeReason: SnoozeReason.default(""),
  })
  .refine(({ sorted, snoozeDay, snoozeReason }) => !sorted || snoozeDay === null || snoozeReason !== "", {
    error: REASON_REQUIRED,
    path: ["snoozeReason"],
  })
  .transform(({ sorted, tags, snoozeDay, snoozeReason, ...form }) => ({
    ...form,
    assignedToId: form.assignedToId === NONE ? null : form.assignedToId,
    ...(sorted ? { tags, snoozedUntil: snoozeDay, snoozeReason } : {}),
  }));

/** A reason, and whether to stop the order's subscription too (rules.md orders/cancel). */
export const CancelOrderInput = z.object({
  id,
  version: version.optional(),
  reason: Reason,
  stopSubscription: z.boolean().default(false),
  /** Asks the admins to refund what was paid. */
  askRefund: z.boolean().optional(),
});

/** A super admin returns a cancelled order to its previous status (rules.md orders/states). */
export const ReopenCancelledOrderInput = z.object({ id, version: version.optional(), reason: Reason });

export type UpdateOrderInput = z.infer<typeof UpdateOrderInput>;
export type CancelOrderInput = z.infer<typeof CancelOrderInput>;
export type ReopenCancelledOrderInput = z.infer<typeof ReopenCancelledOrderInput>;
