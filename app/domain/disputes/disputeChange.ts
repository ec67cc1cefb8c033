import type { disputes, refunds } from "~db/schema";

export type DisputeRow = typeof disputes.$inferSelect;

/** A new or changed dispute. */
export interface DisputeChange {
  /** The stored row; null for a new dispute. */
  before: DisputeRow | null;
  dispute: DisputeRow;
  /** New movements of its money. */
  moved: (typeof refunds.$inferSelect)[];
}
