import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { commissions } from "~db/schema";
import { type Actor, isStaff, userOf } from "../context";
import { statusesOfAffiliate } from "./commissionStates";

/** The commissions an actor can see: staff all, customers their own APPROVED and PAID ones, others none. */
export function visibleCommissions(actor: Actor): SQL | undefined {
  if (actor.kind === "system" || isStaff(actor)) return undefined;
  const user = userOf(actor);
  if (user?.role !== "CUSTOMER") return sql`1 = 0`;
  return and(
    eq(commissions.affiliateId, user.id),
    inArray(commissions.status, [...statusesOfAffiliate]),
    isNull(commissions.voidedAt),
  );
}
