import { and, eq, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { users } from "~db/schema";
import type { Context } from "../context";
import type { OrderPaidHandler } from "../orderPaid";

/** Moves a LEAD to ACTIVE at the first paid order. A status set by staff stays (rules.md clients/statuses). */
export const activateClientOnPaid: OrderPaidHandler = (ctx, { order }) => activateClient(ctx, order.clientId);

/** Also for a client who received a paid order by a move. */
export const activateClient = (ctx: Context, clientId: string): BatchStatement[] => [
  ctx.db
    .update(users)
    .set({ userStatus: "ACTIVE", version: sql`${users.version} + 1` })
    .where(and(eq(users.id, clientId), eq(users.userStatus, "LEAD"))),
];
