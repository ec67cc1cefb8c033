import { eq, sql } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { assertRowsChanged, atomicBatch, isUniqueViolation, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { commissions, payouts } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyOfMany } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { NOTHING_TO_PAY, type PayoutInput } from "./payoutInputs";
import { payoutPreview } from "./payoutPreview";

/**
 * Marks the previewed commissions as PAID, net of reversals, notifies the affiliates and returns the payout's id.
 * Money moves outside the portal. Idempotent per form; each line is guarded by its version. Throws Conflict when the
 * amounts changed, Invalid when there is nothing to pay.
 */
export async function makePayout(ctx: Context, input: PayoutInput): Promise<string> {
  authorize(ctx, "payouts.manage");
  const { db, now } = ctx;
  const findExisting = () =>
    db.select({ id: payouts.id }).from(payouts).where(eq(payouts.requestKey, input.requestKey)).get();
  const existing = await findExisting();
  if (existing) return existing.id;
  const { shares, total } = await payoutPreview(ctx, input);
  const paid = shares.filter(({ leftOut }) => leftOut === null);
  const changed = () => new Conflict("These commissions have changed. Check the new amounts and try again.");
  if (total !== input.total || paid.length === 0) {
    // The same form was submitted twice, and the other request finished first.
    const other = await findExisting();
    if (other) return other.id;
    throw total === input.total ? new Invalid(NOTHING_TO_PAY) : changed();
  }
  const id = newId(now);
  const lines = paid.flatMap((share) => share.lines);
  try {
    await atomicBatch(db, [
      db.insert(payouts).values({
        id,
        requestKey: input.requestKey,
        minimum: input.minimum,
        note: input.note,
        createdById: actorId(ctx),
        createdAt: now,
      }),
      db
        .update(commissions)
        .set({ status: "PAID", paidAt: now, payoutId: id, version: sql`${commissions.version} + 1` })
        .where(
          sql`(${commissions.id}, ${commissions.version}) in (select value ->> 'id', value ->> 'version' from json_each(${JSON.stringify(lines)})) and ${commissions.status} = 'APPROVED' and ${commissions.voidedAt} is null`,
        ),
      assertRowsChanged(db, lines.length),
      historyOfMany(ctx, [
        {
          entity: "payout",
          entityId: id,
          action: "Paid out",
          changes: [{ field: "amount", before: null, after: total }],
        },
        ...lines.map((line) => ({
          entity: "commission" as const,
          entityId: line.id,
          action: "Paid out",
          changes: [{ field: "status", before: "APPROVED", after: "PAID" }],
        })),
      ]),
      ...notifyStatements(ctx, {
        recipients: { users: paid.map(({ affiliateId }) => affiliateId) },
        description: Object.fromEntries(
          paid.map((share) => [
            share.affiliateId,
            `We paid out ${formatCents(share.total)} of commissions to you. You can find the statement under Payouts.`,
          ]),
        ),
        kind: "payout",
        type: "PAYOUT",
        typeSystemId: id,
        dedupeKey: `payout:${id}`,
      }),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw changed();
    // The same form was submitted twice, and the other request won.
    const other = isUniqueViolation(error) ? await findExisting() : undefined;
    if (other) return other.id;
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return id;
}
