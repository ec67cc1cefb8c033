import { and, desc, eq, isNotNull } from "drizzle-orm";
import { updateClient } from "~/domain/clients/updateClient";
import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { makePayout } from "~/domain/payouts/makePayout";
import { payoutPreview } from "~/domain/payouts/payoutPreview";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { commissions, orders } from "~db/schema";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

/** Agrees affiliate@'s commission on most services, before the first order. */
export async function seedAgreement(
  seed: Seed,
  { superAdmin, clients }: SeededAccounts,
  serviceIds: readonly string[],
): Promise<void> {
  const { user, createdAt } = clients.find((one) => one.user.affiliate)!;
  await updateClient(seedContext(seed, actingAs(superAdmin), createdAt + DAY_MS), {
    id: user.id,
    commissions: serviceIds.slice(0, 6).map((serviceId, index) => ({
      serviceId,
      percent: [1500, 1000, 1250][index % 3] ?? 1000,
      firstTime: index % 3 === 1,
      perpetual: index % 3 !== 1,
    })),
  });
}

/**
 * Sets the commissions of the seeded orders: the oldest are approved and paid out, some wait for payout or approval,
 * the last 30 days are held. Those of cancelled and refunded orders are void, and one refund came after its payout.
 */
export async function seedCommissions(seed: Seed, { superAdmin, team }: SeededAccounts): Promise<void> {
  const { db } = seed;
  const { now } = seed.env;
  const at = (days: number) => seedContext(seed, actingAs(team[0] ?? superAdmin), now - days * DAY_MS);
  const approve = async (days: number) => {
    const created = await db.select({ id: commissions.id }).from(commissions).where(eq(commissions.status, "CREATED"));
    if (created.length > 0)
      await changeCommissionStatuses(at(days), {
        commissionIds: created.map(({ id }) => id),
        newStatus: "APPROVED",
        reason: "",
      });
  };
  await approve(35);
  const choice = { ids: [], until: now - 60 * DAY_MS, minimum: 0 };
  const { total } = await payoutPreview(at(34), choice);
  if (total > 0)
    await makePayout(at(34), { ...choice, total, note: "Bank transfer", requestKey: "seeded-first-payout" });
  await approve(5);
  const paidOut = await db
    .select({ id: orders.id, total: orders.total })
    .from(commissions)
    .innerJoin(orders, eq(orders.id, commissions.orderId))
    .where(and(eq(commissions.kind, "earned"), isNotNull(commissions.payoutId), eq(orders.payState, "paid")))
    .orderBy(desc(commissions.id))
    .limit(1)
    .get();
  if (paidOut)
    await refundOrder(seedContext(seed, actingAs(superAdmin), now - 2 * DAY_MS), {
      id: paidOut.id,
      amount: Math.round(paidOut.total / 2),
      reason: "One of the links went down.",
      requestKey: "seeded-late-refund",
    });
}
