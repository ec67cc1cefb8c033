import { and, eq } from "drizzle-orm";
import { formatLongDate } from "~/format/dates";
import { zoneWords } from "~/format/zones";
import { disputeAnswers, disputes, orders } from "~db/schema";
import { authorize } from "../access";
import { type Context, readerZone } from "../context";
import { disputeStage } from "../disputes/disputeStates";
import { Conflict, NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import type { AnswerTarget } from "../ports/evidence";

/** True while the bank waits for evidence and its deadline has not passed. */
export const takesAnswer = (
  { status, evidenceDueAt }: Pick<typeof disputes.$inferSelect, "status" | "evidenceDueAt">,
  now: number,
): boolean => disputeStage(status) === "answer" && evidenceDueAt !== null && now < evidenceDueAt;

/** A dispute with its order and its answer, if one was prepared. Throws NotFound. */
export async function disputeWithAnswer(ctx: Context, { orderId, disputeId }: AnswerTarget) {
  authorize(ctx, "disputes.answer");
  const found = await ctx.db
    .select({
      dispute: disputes,
      // Not the id: of two columns with one name the database answers one.
      order: { number: orders.number, paymentIntentId: orders.paymentIntentId },
      answer: disputeAnswers,
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .leftJoin(disputeAnswers, eq(disputeAnswers.disputeId, disputes.id))
    .where(and(visibleOrders(ctx.actor), eq(disputes.id, disputeId), eq(disputes.orderId, orderId)))
    .get();
  if (!found) throw new NotFound();
  return found;
}

/** The same for a change. Throws NotFound; Conflict when the bank no longer takes an answer. */
export async function answerableDispute(ctx: Context, target: AnswerTarget) {
  const found = await disputeWithAnswer(ctx, target);
  const { dispute, answer } = found;
  if (answer?.submittedAt) throw new Conflict("This answer was already sent.");
  if (disputeStage(dispute.status) !== "answer") throw new Conflict("The bank no longer takes an answer.");
  if (dispute.evidenceDueAt === null) throw new Conflict("The bank does not accept evidence.");
  if (!takesAnswer(dispute, ctx.now))
    throw new Conflict(
      `The bank took answers until ${formatLongDate(dispute.evidenceDueAt, readerZone(ctx))} (${zoneWords(readerZone(ctx))}).`,
    );
  return found;
}
