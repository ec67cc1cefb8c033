import { z } from "zod";

export const SELECT_CLIENT = "Select a client";
const SELECT_ORDERS = "Select at least one order";
/** One page of the largest list. */
export const MAX_MOVED = 100;

/** POST /order/change/client; decision O11. */
export const MoveOrdersInput = z.object({
  orderIds: z
    .array(z.string().min(1).max(64), { error: SELECT_ORDERS })
    .min(1, SELECT_ORDERS)
    .max(MAX_MOVED, `Move at most ${MAX_MOVED} orders at a time`)
    .transform((ids) => [...new Set(ids)]),
  /** Whose they are now. */
  oldClientId: z.string().min(1).max(64),
  clientId: z.string({ error: SELECT_CLIENT }).min(1, SELECT_CLIENT).max(64),
});
/** What the dialog posts; whose they are is in its address. */
export const MoveOrdersForm = z.object({
  order: MoveOrdersInput.shape.orderIds,
  clientId: MoveOrdersInput.shape.clientId,
});
export type MoveOrdersInput = z.output<typeof MoveOrdersInput>;
