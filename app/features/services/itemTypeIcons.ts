import { AlignLeft, Hash, type LucideIcon, Paperclip, Type } from "lucide-react";
import type { IntakeItemType } from "~/domain/catalogue/serviceTypes";

export const itemTypeIcons: Record<IntakeItemType, LucideIcon> = {
  TEXT: Type,
  TEXT_AREA: AlignLeft,
  NUMBER: Hash,
  FILE_UPLOAD: Paperclip,
};
