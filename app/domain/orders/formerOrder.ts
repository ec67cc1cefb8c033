import type { HistoryChange } from "~db/schema/history";
import type { OrderSubStatus } from "./orderParts";

/** What an undo puts back. */
export interface FormerOrder {
  id: string;
  /** The version that the change made. */
  version: number;
  /** The history row of the change. */
  historyId: string;
  columns: Record<string, string | number | null | readonly OrderSubStatus[]>;
  /** Folded names; absent when the change left the tags alone. */
  tags?: string[];
  changes: HistoryChange[];
}
