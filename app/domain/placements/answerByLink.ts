import { z } from "zod";
import { authorize } from "../access";
import type { Context } from "../context";
import { retryOnConflict } from "../retryOnConflict";
import { text } from "../textFields";
import { BY_LINK, writeAnswer } from "./answerProposal";
import { openApprovalToken } from "./approvalLink";
import { isWaiting } from "./approvalPage";

/** The form of a mailed link. Declining needs a reason. */
export const LinkAnswer = z
  .object({
    answer: z.enum(["accept", "decline"]),
    reason: text(2000, "Use 2000 characters or fewer").default(""),
  })
  .refine(({ answer, reason }) => answer === "accept" || reason !== "", {
    message: "Tell us what to change",
    path: ["reason"],
  });
export type LinkAnswer = z.output<typeof LinkAnswer>;

/**
 * Answers a proposal with the token of a mail (rules.md placements/approval). Returns false, and changes nothing, when
 * the link was used, replaced or has expired. Of several answers at the same moment one counts. Throws as
 * openApprovalToken does.
 */
export async function answerByLink(ctx: Context, token: string, { answer, reason }: LinkAnswer): Promise<boolean> {
  authorize(ctx, "placements.answerByLink");
  return await retryOnConflict(ctx, async () => {
    const link = await openApprovalToken(ctx, token);
    if (!isWaiting(link)) return false;
    const { placement, subject } = link;
    await writeAnswer(ctx, placement, { id: placement.id, subject, accept: answer === "accept", reason }, BY_LINK);
    return true;
  });
}
