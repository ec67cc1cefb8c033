import { z } from "zod";
import { NONE } from "~/list/listFromUrl";
import { orderStatuses } from "./orderStates";

const id = z.string().min(1).max(64);
const version = z.number().int().min(1);
export const REASON_REQUIRED = "Give a reason";
/** Why something was done, for the history and for whoever reads it there. */
export const Reason = z
  .string({ error: REASON_REQUIRED })
  .trim()
  .min(1, REASON_REQUIRED)
  .max(2000, "Use 2000 characters or fewer for the reason");
const notes = z.string().max(20_000, "Use 20000 characters or fewer for the notes");
const subStatuses = z.array(z.number().int()).max(100);

/** What staff may change on an order. What is absent stays as it is. */
export const UpdateOrderInput = z.object({
  id,
  /** Checked when sent (decision R13). */
  version: version.optional(),
  status: z.enum(orderStatuses).optional(),
  /** The sequences of the ticked steps; decision O6 makes the rest of it. */
  subStatuses: subStatuses.optional(),
  /** A staff member, or null for nobody. */
  assignedToId: id.nullable().optional(),
  notes: notes.optional(),
});

/** The form of the order page: always whole, so that an empty box means empty and no tick means none. */
export const OrderFormInput = z
  .object({
    version,
    status: z.enum(orderStatuses),
    subStatuses,
    assignedToId: id,
    notes: notes.default(""),
  })
  .transform((form) => ({ ...form, assignedToId: form.assignedToId === NONE ? null : form.assignedToId }));

/** Decision O5: a reason, and a tick that also stops the order's subscription. */
export const CancelOrderInput = z.object({
  id,
  version: version.optional(),
  reason: Reason,
  stopSubscription: z.boolean().default(false),
});

/** Decision O3: a SuperAdmin returns a cancelled order to where it was. */
export const ReopenCancelledOrderInput = z.object({ id, version: version.optional(), reason: Reason });

export type UpdateOrderInput = z.infer<typeof UpdateOrderInput>;
export type CancelOrderInput = z.infer<typeof CancelOrderInput>;
export type ReopenCancelledOrderInput = z.infer<typeof ReopenCancelledOrderInput>;
