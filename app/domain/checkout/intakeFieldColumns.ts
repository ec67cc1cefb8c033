import { intakeFields } from "~db/schema";

/** A field of a service's intake form, as customers fill it in. */
export const intakeFieldColumns = {
  id: intakeFields.id,
  name: intakeFields.name,
  itemType: intakeFields.itemType,
  mandatory: intakeFields.mandatory,
  multiple: intakeFields.multiple,
  placeHolder: intakeFields.placeHolder,
  helpText: intakeFields.helpText,
  imageKey: intakeFields.imageKey,
  sequence: intakeFields.sequence,
};
