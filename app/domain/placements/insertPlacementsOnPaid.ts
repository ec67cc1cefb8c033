import { insertMany } from "~db/insertRows";
import { placements } from "~db/schema";
import type { OrderPaidHandler } from "../orderPaid";

/** Inserts the links that were bought; those of a cancelled order wait for its reopening (rules.md placements/rows). */
export const insertPlacementsOnPaid: OrderPaidHandler = (ctx, { placements: sold, wasCancelled }) =>
  sold.length === 0
    ? []
    : [
        insertMany(
          ctx.db,
          placements,
          wasCancelled
            ? sold.map((row) => ({ ...row, state: "cancelled" as const, stateBeforeCancel: row.state, dueAt: null }))
            : sold,
        ),
      ];
