import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import { threadPermission } from "./findMessages";
import { draftOwner, selectDraft } from "./messageDrafts";
import type { MessageThread } from "./messageThreads";
import { markRead } from "./openThread";
import { type ReplyChoice, selectReplyChoices } from "./savedReplies";

/** What the composer of a thread starts with. */
export interface ComposerParts {
  /** The actor's own; '' without one, null for staff who act as a client and have no drafts. */
  draft: string | null;
  /** For staff. */
  replies: ReplyChoice[];
}

/**
 * Reads the actor's draft and the saved replies. The client's thread counts as read by staff (rules.md inbox/states).
 */
export async function composerParts(
  ctx: Context,
  place: { orderId: string; thread: MessageThread },
): Promise<ComposerParts> {
  authorize(ctx, threadPermission(place.thread));
  const draft = selectDraft(ctx, place);
  const own = draftOwner(ctx) !== null;
  if (!isStaff(ctx.actor)) {
    const [row] = await draft;
    return { draft: own ? (row?.body ?? "") : null, replies: [] };
  }
  const reads = [draft, selectReplyChoices(ctx)] as const;
  const [[row], replies] =
    place.thread === "Customer"
      ? await ctx.db.batch([...reads, markRead(ctx, place.orderId)])
      : await ctx.db.batch(reads);
  return { draft: row?.body ?? "", replies };
}
