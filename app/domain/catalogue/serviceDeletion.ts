import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import { orders, subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { MAX_COUNTED } from "./serviceTexts";
import { storedService } from "./storedService";

export interface ServiceDeletion {
  id: string;
  name: string;
  /** Existing orders, which stay readable; MAX_COUNTED + 1 for more. */
  orders: number;
  /** Subscriptions that are still charged; MAX_COUNTED + 1 for more. */
  subscriptions: number;
}

/** Returns what deleting a service would affect, for the confirmation. Throws NotFound. */
export async function serviceDeletion(ctx: Context, id: string): Promise<ServiceDeletion> {
  authorize(ctx, "services.manage");
  const { name } = await storedService(ctx, id);
  const upTo = (matching: SQL) =>
    rawSelect<{ count: number }>(
      sql`select count(*) as count from (${matching} limit ${sql.raw(String(MAX_COUNTED + 1))})`,
    );
  const [[bought], [running]] = await batchRaw(
    ctx.db,
    upTo(sql`select 1 from ${orders} where ${eq(orders.serviceId, id)}`),
    upTo(
      sql`select 1 from ${subscriptions} where ${and(eq(subscriptions.serviceId, id), inArray(subscriptions.status, ["Active", "Due", "Past_Due"]))}`,
    ),
  );
  return { id, name, orders: bought?.count ?? 0, subscriptions: running?.count ?? 0 };
}
