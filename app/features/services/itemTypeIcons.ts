import type { IntakeItemType } from "~/domain/catalogue/serviceTypes";
import type { IconName } from "~/ui/icon/iconNames";

export const itemTypeIcons: Record<IntakeItemType, IconName> = {
  TEXT: "type",
  TEXT_AREA: "text-align-start",
  NUMBER: "hash",
  FILE_UPLOAD: "paperclip",
};
