import { sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { orderItems } from "~db/schema";
import type { CheckoutPackage } from "../catalogue/checkoutService";
import type { Context } from "../context";
import type { PricedOrder } from "../pricing/priceOrder";
import type { OrderSubStatus } from "./orderParts";

/** The service's steps, all incomplete. */
export const stepsOfService = (serviceId: string) => sql<OrderSubStatus[]>`coalesce((
  select json_group_array(json_object('name', value ->> 'name', 'sequence', value ->> 'sequence', 'completed', json('false')))
  from services, json_each(services.sub_statuses) where services.id = ${serviceId}), '[]')`;

/** The lines of a new order, in its sequence. Cents. */
export const itemsOf = (ctx: Pick<Context, "now">, orderId: string, priced: PricedOrder<CheckoutPackage>) =>
  priced.lines.map((line, sequence) => ({
    id: newId(ctx.now),
    orderId,
    packageId: line.package.id,
    packageName: line.package.name,
    addOn: line.addOn,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    tierPercent: line.tierPercent,
    lineTotal: line.lineTotal,
    sequence,
  }));

/** Inserts the lines of an order created in the same batch. */
export const itemStatement = (ctx: Context, items: ReturnType<typeof itemsOf>): BatchStatement =>
  insertMany(ctx.db, orderItems, items);
