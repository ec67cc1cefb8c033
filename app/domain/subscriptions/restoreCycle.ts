import { and, eq, sql } from "drizzle-orm";
import { billingCycles } from "~db/schema";
import type { Context } from "../context";
import type { PaymentState } from "../ports";

/**
 * Inserts the cycle that a payment was made for and that this database does not have. Answers false when the payment is
 * not of the subscription's next cycle.
 */
export async function restoreCycle(ctx: Context, subscriptionId: string, proof: PaymentState): Promise<boolean> {
  const paidAt = proof.chargedAt ?? proof.createdAt;
  // Charged before its date: that was Charge Now.
  const origin = sql`iif(s.next_payment > ${paidAt}, 'chargeNow', 'schedule')`;
  const [made] = await ctx.db
    .insert(billingCycles)
    .select(
      sql`select s.id, s.current_cycle + 1, 'open', ${origin}, s.account, s.renewal_amount, s.next_payment, 1, ${proof.id},
        null, 0, null, null, null, null, null, 0, null, ${proof.createdAt}, null
      from subscriptions s
      where s.id = ${subscriptionId} and s.current_cycle + 1 = ${Number(proof.metadata.cycle)} and s.account = ${proof.account}`,
    )
    .onConflictDoUpdate({
      target: [billingCycles.subscriptionId, billingCycles.cycle],
      set: { paymentIntentId: proof.id },
      setWhere: and(eq(billingCycles.state, "open"), sql`${billingCycles.paymentIntentId} is null`),
    })
    .returning({ cycle: billingCycles.cycle });
  return made !== undefined;
}
