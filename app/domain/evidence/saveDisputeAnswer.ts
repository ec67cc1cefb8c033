import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { disputeAnswers } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Conflict, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { AnswerTarget, PostedAnswer } from "../ports/evidence";
import { answerableDispute } from "./answerableDispute";
import { refusedByProvider } from "./answerRefused";

export const PREPARE_FIRST = "Prepare the answer first.";

/**
 * Stores an edited answer and stages it at the provider. Throws NotFound; Conflict for a stale version or when the
 * bank takes no answer; PaymentsUnavailable.
 */
export async function saveDisputeAnswer(ctx: Context, target: AnswerTarget, posted: PostedAnswer): Promise<null> {
  authorize(ctx, "disputes.answer");
  const found = await answerableDispute(ctx, target);
  const { fields } = await storeEdited(ctx, found, posted);
  const { account, providerId } = found.dispute;
  await ctx.payments
    .stageEvidence({ account, disputeId: providerId, evidence: fields, key: crypto.randomUUID() })
    .catch(refusedByProvider);
  return null;
}

type Found = Awaited<ReturnType<typeof answerableDispute>>;

/**
 * Stores the texts if the version is still the one that was edited. Texts that are stored already change nothing, so
 * that a form is sent again after a lost answer. Returns the stored fields and version.
 */
export async function storeEdited(ctx: Context, { answer, dispute }: Found, { version, texts }: PostedAnswer) {
  if (!answer) throw new Conflict(PREPARE_FIRST);
  const isSame = Object.entries(texts).every(([field, text]) => (answer.fields[field] ?? "") === text);
  if (isSame) return { fields: answer.fields, version: answer.version };
  if (answer.version !== version) throw staleRecord();
  const fields = { ...answer.fields, ...texts };
  const asRead = and(
    eq(disputeAnswers.disputeId, dispute.id),
    eq(disputeAnswers.version, version),
    isNull(disputeAnswers.submittedAt),
  );
  await atomicBatch(ctx.db, [
    ctx.db
      .update(disputeAnswers)
      .set({ fields, version: sql`${disputeAnswers.version} + 1` })
      .where(asRead),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, {
      entity: "order",
      entityId: dispute.orderId,
      action: "Dispute answer edited",
      changes: [],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return { fields, version: version + 1 };
}
