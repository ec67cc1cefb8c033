import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { openApprovalToken } from "./approvalLink";

/** The key of the content's file that a mailed link may read. Throws NotFound, and as openApprovalToken does. */
export async function approvalFile(ctx: Context, token: string): Promise<string> {
  authorize(ctx, "placements.answerByLink");
  const { placement, subject, proposal, expired } = await openApprovalToken(ctx, token);
  const { contentKey } = placement;
  if (expired || subject !== "content" || proposal !== placement.proposal || !contentKey) throw new NotFound();
  return contentKey;
}
