import { z } from "zod";
import { clientTotals } from "~/domain/clients/clientDetails";
import { toDollars } from "~/domain/money";
import { moveOrders } from "~/domain/orders/moveOrders";
import { MoveOrdersInput } from "~/domain/orders/moveOrdersInput";
import { type Endpoint, endpoint, idQuery } from "./endpoint";

/** The operation's schema under the API's field names. */
const MoveOrdersBody = z
  .object({
    id: MoveOrdersInput.shape.orderIds,
    oldClientId: MoveOrdersInput.shape.oldClientId,
    updatedClientId: MoveOrdersInput.shape.clientId,
  })
  .transform(({ id, oldClientId, updatedClientId }) => ({ orderIds: id, oldClientId, clientId: updatedClientId }));

export const orderClientRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/order/sum/client/{id}",
    permission: "clients.read",
    summary: "Get the number and total of a client's paid orders",
    input: idQuery,
    output: z.object({ ordersCount: z.number(), sumOfOrderValues: z.number() }),
    run: async (ctx, { id }) => {
      const { ordersCount, sumOfOrderValues } = await clientTotals(ctx, id);
      return { ordersCount, sumOfOrderValues: toDollars(sumOfOrderValues) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/order/change/client",
    permission: "orders.move",
    summary: "Move paid orders to another client, all or none. Invoices, commissions and subscriptions stay.",
    input: MoveOrdersBody,
    output: z.object({ message: z.string(), moved: z.number() }),
    run: async (ctx, input) => ({ ...(await moveOrders(ctx, input)), message: "Updated successfully" }),
  }),
];
