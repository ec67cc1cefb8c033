import { renderRichText } from "~/richtext/renderRichText";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { keyOfFileAddress } from "../uploads/fileAddress";
import { attachUploads, usableUploads } from "../uploads/usableUploads";
import { moveTo, writePlacements } from "./changePlacements";
import { clockAt } from "./deliveryClock";
import { proposalNotices } from "./placementNotices";
import { canMove, placementStateLabel } from "./placementStates";
import type { ContentProposal } from "./proposalInput";
import { proposedNow } from "./proposedNow";
import { storedPlacement } from "./storedPlacements";

/**
 * Staff send a link's content to its client for approval (rules.md placements/approval). Throws NotFound, Invalid for a
 * file that is not available, Conflict for a link in another state.
 */
export async function sendContent(ctx: Context, input: ContentProposal): Promise<void> {
  authorize(ctx, "placements.manage");
  const contentKey = input.fileUrl ? keyOfFileAddress(input.fileUrl, ctx.siteUrl) : null;
  if (input.fileUrl && !contentKey) throw new Invalid("This file was not uploaded here", "fileUrl");
  const placement = await storedPlacement(ctx, { id: input.id });
  if (!canMove(placement, "content_review", "staff"))
    throw new Conflict(
      `Link ${placement.number} is ${placementStateLabel(placement.state)}. Content cannot be sent for approval now.`,
      "contentUrl",
    );
  const owner = `order:${placement.orderId}`;
  const keys = contentKey ? [contentKey] : [];
  if (contentKey && (await usableUploads(ctx, keys, { attachedTo: owner })).length === 0)
    throw new Invalid("A file is no longer available. Please upload it again.", "fileUrl");
  const change = moveTo(placement, "content_review", clockAt(ctx), {
    contentUrl: input.contentUrl,
    contentKey,
    content: input.text ? renderRichText(input.text) : "",
    contentSource: input.text,
    contentApprovedAt: null,
    declineReason: "",
    ...proposedNow(placement, ctx.now),
  });
  await writePlacements(ctx, [change], "content sent for approval", [
    ...attachUploads(ctx, keys, owner),
    ...proposalNotices(ctx, [change]),
  ]);
}
