import { intakeFields } from "~db/schema";

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
