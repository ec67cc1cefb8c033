import { authorize } from "../access";
import type { Context } from "../context";
import type { Drip } from "../placements/drip";
import { editableOrder } from "./editableOrder";
import { orderDetails } from "./orderDetails";

/** When the links of an order start. */
export interface OrderDrip {
  id: string;
  number: number;
  version: number;
  drip: Drip | null;
  /** Links that nobody works on yet. */
  notStarted: number;
}

/** The content of the start dialog, for staff and the order's client. Throws NotFound. */
export async function orderDrip(ctx: Context, id: string): Promise<OrderDrip> {
  authorize(ctx, "placements.edit");
  const { drip } = await editableOrder(ctx, { id });
  const { number, version, links } = await orderDetails(ctx, id, { before: null });
  return { id, number, version, drip, notStarted: links?.notStarted ?? 0 };
}
