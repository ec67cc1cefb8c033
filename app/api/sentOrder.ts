import { z } from "zod";
import { MAX_PLACEMENTS } from "~/domain/catalogue/tracking";
import { ProjectPackages, ProjectValue } from "~/domain/intake/projectDetailsInput";
import { orderStatuses } from "~/domain/orders/orderStates";
import { priorities } from "~/domain/orders/priorities";
import { SnoozeTime } from "~/domain/orders/snoozeInput";
import { TagNames } from "~/domain/orders/tagInput";

/** The order as a client sends it back: only the id is required, unknown fields are ignored. */
export const sentOrder = z.object({
  _id: z.string().min(1).max(64),
  version: z.number().int().optional(),
  status: z.enum(orderStatuses).optional(),
  comment: z.string().nullish(),
  orderSubStatuses: z
    .array(z.object({ sequence: z.number().int(), completed: z.boolean().default(false) }))
    .max(100)
    .optional(),
  assignedToAdminId: z.string().max(64).nullish(),
  orderNotes: z.string().nullish(),
  priority: z.enum(priorities).optional(),
  tags: TagNames.optional(),
  /** A day, which wakes at 08:00 UTC, or an ISO time; null ends the snooze. */
  snoozedUntil: SnoozeTime.nullish(),
  snoozeReason: z.string().nullish(),
  /** Completes an order with open links, which are cancelled. */
  closeOpenRows: z.boolean().optional(),
  fileUploadUrl: z.string().trim().max(300).nullish(),
  projectPackageData: z
    .array(
      ProjectPackages.element.extend({
        // Omitted entries are kept; `deleted` removes one.
        values: z.array(ProjectValue.extend({ deleted: z.boolean().optional() })).max(MAX_PLACEMENTS),
      }),
    )
    .max(100)
    .optional(),
});
export type SentOrder = z.infer<typeof sentOrder>;
