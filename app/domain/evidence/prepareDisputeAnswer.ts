import { atomicBatch } from "~db/client.server";
import { disputeAnswers } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { NotFound, Unauthenticated } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { orderInvoicePdf } from "../invoices/orderInvoicePdf";
import type { AnswerTarget } from "../ports/evidence";
import { answerableDispute } from "./answerableDispute";
import { answerContents } from "./answerContents";
import { refusedByProvider } from "./answerRefused";

/**
 * Fills the answer to a dispute from the order's evidence, uploads its documents and stages it at the provider without
 * sending it (rules.md disputes/answer). A prepared one stays as it is. Throws NotFound; Conflict when the bank takes
 * no answer; PaymentsUnavailable.
 */
export async function prepareDisputeAnswer(ctx: Context, target: AnswerTarget): Promise<null> {
  authorize(ctx, "disputes.answer");
  const author = userOf(ctx.actor);
  if (!author) throw new Unauthenticated();
  const { dispute, answer } = await answerableDispute(ctx, target);
  if (answer) return null;
  const { account, providerId, id } = dispute;
  const contents = await answerContents(ctx, target.orderId);
  const { number } = contents.order;
  const invoice = await invoiceBytes(ctx, target.orderId);
  const documents = [
    ...(invoice ? [["receipt", `invoice-${number}.pdf`, invoice] as const] : []),
    ...(contents.messages > 0
      ? [
          [
            "customer_communication",
            `messages-${number}.pdf`,
            await ctx.printer.record(contents.communication),
          ] as const,
        ]
      : []),
    ["service_documentation", `delivery-${number}.pdf`, await ctx.printer.record(contents.documentation)] as const,
  ];
  const files: Record<string, string> = {};
  // A second upload of the same document does no harm, so each try has keys of its own.
  for (const [field, name, bytes] of documents)
    files[field] = await ctx.payments
      .uploadEvidenceFile({ account, name, bytes, key: crypto.randomUUID() })
      .catch(refusedByProvider);
  const fields = { ...contents.texts, ...files };
  await ctx.payments
    .stageEvidence({ account, disputeId: providerId, evidence: fields, key: crypto.randomUUID() })
    .catch(refusedByProvider);
  await atomicBatch(ctx.db, [
    ctx.db
      .insert(disputeAnswers)
      .values({ disputeId: id, fields, stagedAt: ctx.now, stagedById: author.id })
      .onConflictDoNothing(),
    historyStatement(ctx, {
      entity: "order",
      entityId: target.orderId,
      action: "Dispute answer prepared",
      changes: [],
      dedupeKey: `dispute.prepared:${id}`,
    }),
  ]);
  return null;
}

async function invoiceBytes(ctx: Context, orderId: string): Promise<Uint8Array | null> {
  try {
    const { body } = await orderInvoicePdf(ctx, orderId);
    return new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
