import { z } from "zod";
import { systemId, versionNumber } from "./serviceInput";
import { type IntakeItemType, intakeItemTypes } from "./serviceTypes";

const MAX_INTAKE_FIELDS = 100;
export const LAST_FIELD_STAYS = "At least one field is required";

/** One field of the form. */
export const IntakeItem = z.object({
  /** An id that this service does not have makes a new field (rules.md catalogue/intake-ids). */
  id: z.string().max(64).optional(),
  name: z
    .string({ error: "Name is required" })
    .trim()
    .min(1, "Name is required")
    .max(200, "Name is at most 200 characters"),
  itemType: z.enum(intakeItemTypes, { error: "Field type is required" }),
  mandatory: z.boolean().default(false),
  /** On FILE_UPLOAD: several files (rules.md catalogue/intake-multiple). */
  multiple: z.boolean().default(false),
  placeHolder: z.string().trim().max(200, "Placeholder is at most 200 characters").default(""),
  helpText: z.string().trim().max(1000, "Help text is at most 1000 characters").default(""),
  /** Of the help image (rules.md uploads/kinds). Absent leaves what is there, null takes it away. */
  imageKey: z.string().nullish(),
});

/** A list of fields; the last one cannot be removed. */
export const intakeItems = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: LAST_FIELD_STAYS })
    .min(1, LAST_FIELD_STAYS)
    .max(MAX_INTAKE_FIELDS, `At most ${MAX_INTAKE_FIELDS} fields`);

/** The intake form of a service; the order of the items is their sequence. */
export const IntakeFormInput = z.object({
  serviceId: systemId,
  /** The service's version. */
  version: versionNumber.optional(),
  items: intakeItems(IntakeItem),
});
export type IntakeFormInput = z.output<typeof IntakeFormInput>;

/** As the builder posts it: always whole, so a field without a help image has none. */
export const IntakeBuilderInput = IntakeFormInput.extend({
  items: intakeItems(IntakeItem.extend({ imageKey: z.string().nullable().default(null) })),
});

/** The name a new field receives by its type. */
export const defaultFieldName: Record<IntakeItemType, string> = {
  TEXT: "Text",
  TEXT_AREA: "Text area",
  NUMBER: "Number",
  FILE_UPLOAD: "File upload",
};

/** Ids of 15 characters or fewer are made by whoever edits the form, longer ones by the server. */
const LONGEST_TEMPORARY_ID = 15;
export const isTemporaryId = (id: string) => id.length <= LONGEST_TEMPORARY_ID;
export const temporaryId = (number: number) => `new-${number}`.slice(0, LONGEST_TEMPORARY_ID);
