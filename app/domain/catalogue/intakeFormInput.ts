import { z } from "zod";
import { systemId, versionNumber } from "./serviceInput";
import { type IntakeItemType, intakeItemTypes } from "./serviceTypes";

/** The intake form of a service; the order of the items is their sequence (document 1 sections 2 and 3). */
export const IntakeFormInput = z.object({
  serviceId: systemId,
  /** The service's version. */
  version: versionNumber.optional(),
  items: z
    .array(
      z.object({
        /** An id that this service does not have makes a new field (decision C15). */
        id: z.string().max(64).optional(),
        name: z.string({ error: "Name is required" }).trim().min(1, "Name is required").max(200),
        itemType: z.enum(intakeItemTypes, { error: "Field type is required" }),
        mandatory: z.boolean().default(false),
        /** On FILE_UPLOAD: several files (decision C16). */
        multiple: z.boolean().default(false),
        placeHolder: z.string().trim().max(200).default(""),
        helpText: z.string().trim().max(1000).default(""),
        imageKey: z.string().nullish(),
      }),
    )
    // The last field cannot be removed (document 1 section 2).
    .min(1, "At least one field is required")
    .max(100, "At most 100 fields"),
});
export type IntakeFormInput = z.output<typeof IntakeFormInput>;

/** The name a new field receives by its type. */
export const defaultFieldName: Record<IntakeItemType, string> = {
  TEXT: "Text",
  TEXT_AREA: "Text area",
  NUMBER: "Number",
  FILE_UPLOAD: "File upload",
};
