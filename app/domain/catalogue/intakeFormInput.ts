import { z } from "zod";
import { line, text } from "../textFields";
import { systemId, versionNumber } from "./serviceInput";
import { type IntakeItemType, intakeItemTypes } from "./serviceTypes";

const MAX_INTAKE_FIELDS = 100;
export const LAST_FIELD_STAYS = "At least one field is required";

export const IntakeItem = z.object({
  /** An id that this service does not have creates a new field (rules.md catalogue/intake-ids). */
  id: z.string().max(64).optional(),
  name: z
    .string({ error: "Name is required" })
    .trim()
    .min(1, "Name is required")
    .max(200, "Name is at most 200 characters"),
  itemType: z.enum(intakeItemTypes, { error: "Field type is required" }),
  mandatory: z.boolean().default(false),
  /** FILE_UPLOAD only: accepts several files (rules.md catalogue/intake-multiple). */
  multiple: z.boolean().default(false),
  placeHolder: line(200, "Placeholder is at most 200 characters").default(""),
  helpText: text(1000, "Help text is at most 1000 characters").default(""),
  /** The help image (rules.md uploads/kinds). Absent keeps it; null removes it. */
  imageKey: z.string().nullish(),
});

export const intakeItems = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: LAST_FIELD_STAYS })
    .min(1, LAST_FIELD_STAYS)
    .max(MAX_INTAKE_FIELDS, `At most ${MAX_INTAKE_FIELDS} fields`);

/** The order of the items is their sequence. */
export const IntakeFormInput = z.object({
  serviceId: systemId,
  /** The service's version. */
  version: versionNumber.optional(),
  items: intakeItems(IntakeItem),
});
export type IntakeFormInput = z.output<typeof IntakeFormInput>;

/** The builder always posts the whole form, so a missing key means no help image. */
export const IntakeBuilderInput = IntakeFormInput.extend({
  items: intakeItems(IntakeItem.extend({ imageKey: z.string().nullable().default(null) })),
});

/** Names of new fields by type. */
export const defaultFieldName: Record<IntakeItemType, string> = {
  TEXT: "Text",
  TEXT_AREA: "Text area",
  NUMBER: "Number",
  FILE_UPLOAD: "File upload",
};

/** Editors generate ids of at most 15 characters; the server's are longer. */
const LONGEST_TEMPORARY_ID = 15;
export const isTemporaryId = (id: string) => id.length <= LONGEST_TEMPORARY_ID;
export const temporaryId = (number: number) => `new-${number}`.slice(0, LONGEST_TEMPORARY_ID);
