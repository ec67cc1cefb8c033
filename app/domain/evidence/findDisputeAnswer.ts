import { eq } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { AnswerTarget } from "../ports/evidence";
import { disputeWithAnswer, takesAnswer } from "./answerableDispute";

/** A dispute and its answer, for the page that edits and sends it. Cents and ms UTC. Throws NotFound. */
export async function findDisputeAnswer(ctx: Context, target: AnswerTarget) {
  authorize(ctx, "disputes.answer");
  const { dispute, order, answer } = await disputeWithAnswer(ctx, target);
  const sender = answer?.submittedById
    ? await ctx.db
        .select({ name: fullName(users) })
        .from(users)
        .where(eq(users.id, answer.submittedById))
        .get()
    : null;
  return {
    id: dispute.id,
    orderId: dispute.orderId,
    orderNumber: order.number,
    amount: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    evidenceDueAt: dispute.evidenceDueAt,
    open: takesAnswer(dispute, ctx.now) && !answer?.submittedAt,
    answer: answer && {
      fields: answer.fields,
      version: answer.version,
      sent: answer.submittedAt === null ? null : { at: answer.submittedAt, by: sender?.name ?? "" },
    },
  };
}
export type DisputeAnswer = Awaited<ReturnType<typeof findDisputeAnswer>>;
