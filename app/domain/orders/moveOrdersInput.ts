import { z } from "zod";

export const SELECT_CLIENT = "Select a client";
const SELECT_ORDERS = "Select at least one order";
/** The largest page size of a list. */
export const MAX_MOVED = 100;

/** POST /order/change/client (rules.md orders/move). */
export const MoveOrdersInput = z.object({
  orderIds: z
    .array(z.string().min(1).max(64), { error: SELECT_ORDERS })
    .min(1, SELECT_ORDERS)
    .max(MAX_MOVED, `Move at most ${MAX_MOVED} orders at a time`)
    .transform((ids) => [...new Set(ids)]),
  /** The current client. */
  oldClientId: z.string().min(1).max(64),
  clientId: z.string({ error: SELECT_CLIENT }).min(1, SELECT_CLIENT).max(64),
});
/** What the dialog posts. The current client is in its URL. */
export const MoveOrdersForm = z.object({
  order: MoveOrdersInput.shape.orderIds,
  clientId: MoveOrdersInput.shape.clientId,
});
export type MoveOrdersInput = z.output<typeof MoveOrdersInput>;
