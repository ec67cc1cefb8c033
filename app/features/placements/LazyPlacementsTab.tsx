import { Suspense } from "react";
import { lazyPart } from "~/ui/lazyPart";
import type { PlacementsTabProps } from "./PlacementsTab";

const { load, Part } = lazyPart<PlacementsTabProps>(".placements", () =>
  import("./PlacementsTab").then((part) => part.PlacementsTab),
);

export const loadPlacementsTab = load;

/** The tab in a script of its own: most orders have no links (rules.md speed/scripts). */
export const LazyPlacementsTab = (props: PlacementsTabProps) => (
  <Suspense fallback={<p role="status">Loading the links</p>}>
    <Part {...props} />
  </Suspense>
);
