import { z } from "zod";
import { deliverOrder } from "~/domain/delivery/deliverOrder";
import { DeliverOrderInput } from "~/domain/delivery/deliverOrderInput";
import { orderDetails } from "~/domain/orders/orderDetails";
import { keyOfFileAddress } from "~/domain/uploads/fileAddress";
import { endpoint } from "./endpoint";
import { orderShape, toApiOrder } from "./toApiOrder";

/** `files` are addresses of `POST /upload`, `messageKey` makes the call idempotent. */
const delivery = DeliverOrderInput.omit({ key: true, files: true, subStatuses: true }).extend({
  messageKey: DeliverOrderInput.shape.key,
  files: z.array(z.string().max(300)).max(10).optional(),
  /** The `sequence` of each ticked step. */
  orderSubStatuses: DeliverOrderInput.shape.subStatuses,
});

export const deliverRow = endpoint({
  method: "POST",
  path: "/order/deliver",
  permission: "orders.manageReports",
  summary:
    "Deliver an order in one step: `files` (urls of POST /upload with the kind report), `links`, ticked steps, status and a message to the client. Idempotent with a `messageKey`.",
  input: delivery,
  output: orderShape,
  run: async (ctx, { messageKey: key, files = [], orderSubStatuses: subStatuses, ...input }) => {
    const keys = files.map((url) => keyOfFileAddress(url, ctx.siteUrl) ?? "");
    await deliverOrder(ctx, { ...input, key, files: keys, subStatuses });
    return toApiOrder(await orderDetails(ctx, input.id));
  },
});
