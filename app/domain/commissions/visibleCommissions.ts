import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { commissions } from "~db/schema";
import { type Actor, isStaff, userOf } from "../context";
import { statusesOfAffiliate } from "./commissionStates";

/**
 * First term of every `where` about commissions: staff see all, a customer the own approved and paid ones, nobody else
 * anything.
 */
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
