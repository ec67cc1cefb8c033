import { authorize } from "../access";
import type { Context } from "../context";
import type { AnswerTarget, PostedAnswer } from "../ports/evidence";
import { askDesk } from "./deskOutcome";

/**
 * Prepares, saves or sends the answer to a dispute in the Worker that makes evidence (rules.md disputes/answer). Throws
 * NotFound, Conflict and PaymentsUnavailable as its operations do.
 */
export async function answerDispute(
  ctx: Context,
  target: AnswerTarget,
  act: "prepare" | ({ act: "save" | "send" } & PostedAnswer),
): Promise<void> {
  authorize(ctx, "disputes.answer");
  await askDesk(ctx, (desk, asker) => {
    if (act === "prepare") return desk.prepareAnswer(asker, target);
    const posted = { version: act.version, texts: act.texts };
    return act.act === "save" ? desk.saveAnswer(asker, target, posted) : desk.sendAnswer(asker, target, posted);
  });
}
