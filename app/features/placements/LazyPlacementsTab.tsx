import { lazyPart } from "~/ui/lazyPart";
import type { PlacementsTabProps } from "./PlacementsTab";

/** The tab in a script of its own: most orders have no links (rules.md speed/scripts). */
export const { load: loadPlacementsTab, Part: LazyPlacementsTab } = lazyPart<PlacementsTabProps>(
  ".placements",
  <p role="status">Loading the links</p>,
  () => import("./PlacementsTab").then((part) => part.PlacementsTab),
);
