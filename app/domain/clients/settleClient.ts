import { and, eq, sql } from "drizzle-orm";
import { users } from "~db/schema";
import type { SettleContributor } from "../checkout/settlement";

/** LEAD becomes ACTIVE at the first paid order; what staff have set stays (decision R10). */
export const settleClient: SettleContributor = (ctx, { order }) => [
  ctx.db
    .update(users)
    .set({ userStatus: "ACTIVE", version: sql`${users.version} + 1` })
    .where(and(eq(users.id, order.clientId), eq(users.userStatus, "LEAD"))),
];
