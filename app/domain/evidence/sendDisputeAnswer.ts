import { and, eq, isNull, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { disputeAnswers } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { recordDisputes } from "../disputes/recordDisputes";
import { Conflict, Unauthenticated } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { AnswerTarget, PostedAnswer } from "../ports/evidence";
import { answerableDispute } from "./answerableDispute";
import { refusedByProvider } from "./answerRefused";
import { PREPARE_FIRST, storeEdited } from "./saveDisputeAnswer";

/**
 * Sends the answer to the bank, once (rules.md disputes/answer). The provider is asked first whether an earlier try
 * arrived, and takes one answer per version of the fields. Throws NotFound; Conflict for a stale version, an answer
 * that was sent, or when the bank takes none; PaymentsUnavailable: sending it again is safe.
 */
export async function sendDisputeAnswer(ctx: Context, target: AnswerTarget, posted: PostedAnswer): Promise<null> {
  authorize(ctx, "disputes.answer");
  const found = await answerableDispute(ctx, target);
  const { dispute, order } = found;
  const { account, providerId, id } = dispute;
  if (!found.answer) throw new Conflict(PREPARE_FIRST);
  const payment = { account, paymentIntentId: order.paymentIntentId };
  const reported = order.paymentIntentId ? await ctx.payments.disputesOf(account, order.paymentIntentId) : [];
  const arrived = reported.some((one) => one.id === providerId && one.submitted);
  if (!arrived) {
    // The form is only done once the provider has the answer, so its act is recorded below.
    const { fields, version } = await storeEdited({ ...ctx, form: undefined }, found, posted);
    await ctx.payments
      .submitEvidence({ account, disputeId: providerId, evidence: fields, key: `dispute:${id}:submit:${version}` })
      .catch(refusedByProvider);
  }
  await markSent(ctx, target);
  // The provider's message brings the same, so a silent provider is no failure here.
  await recordDisputes({ ...ctx, actor: { kind: "system", name: "Card provider" }, form: undefined }, payment).catch(
    () => undefined,
  );
  return null;
}

async function markSent(ctx: Context, { orderId, disputeId }: AnswerTarget) {
  const sender = userOf(ctx.actor);
  if (!sender) throw new Unauthenticated();
  await atomicBatch(ctx.db, [
    ctx.db
      .update(disputeAnswers)
      .set({ submittedAt: ctx.now, submittedById: sender.id, version: sql`${disputeAnswers.version} + 1` })
      .where(and(eq(disputeAnswers.disputeId, disputeId), isNull(disputeAnswers.submittedAt))),
    historyStatement(ctx, {
      entity: "order",
      entityId: orderId,
      action: "Dispute answer sent",
      changes: [],
      dedupeKey: `dispute.sent:${disputeId}`,
    }),
  ]);
}
