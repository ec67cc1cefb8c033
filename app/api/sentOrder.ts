import { z } from "zod";
import { ProjectPackages, ProjectValue } from "~/domain/intake/projectDetailsInput";
import { orderStatuses } from "~/domain/orders/orderStates";

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
  fileUploadUrl: z.string().trim().max(300).nullish(),
  projectPackageData: z
    .array(
      ProjectPackages.element.extend({
        // Omitted entries are kept; `deleted` removes one.
        values: z.array(ProjectValue.extend({ deleted: z.boolean().optional() })).max(50),
      }),
    )
    .max(100)
    .optional(),
});
export type SentOrder = z.infer<typeof sentOrder>;
