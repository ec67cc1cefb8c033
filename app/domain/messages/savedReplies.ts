import { asc, eq } from "drizzle-orm";
import { savedReplies } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { MAX_REPLIES } from "./savedReplyInput";

export type SavedReply = Pick<typeof savedReplies.$inferSelect, "id" | "name" | "body" | "version">;

/** A reply to choose in the composer. */
export type ReplyChoice = Pick<SavedReply, "id" | "name">;

const columns = {
  id: savedReplies.id,
  name: savedReplies.name,
  body: savedReplies.body,
  version: savedReplies.version,
};

/** All saved replies by name, for the page that manages them. */
export async function findSavedReplies(ctx: Context): Promise<SavedReply[]> {
  authorize(ctx, "savedReplies.manage");
  return await ctx.db.select(columns).from(savedReplies).orderBy(asc(savedReplies.nameFolded)).limit(MAX_REPLIES);
}

/** Throws NotFound. */
export async function savedReply(ctx: Context, id: string): Promise<SavedReply> {
  authorize(ctx, "savedReplies.manage");
  const reply = await ctx.db.select(columns).from(savedReplies).where(eq(savedReplies.id, id)).get();
  if (!reply) throw new NotFound();
  return reply;
}

/** The choices of the composer, for the caller's batch. */
export const selectReplyChoices = ({ db }: Context) =>
  db
    .select({ id: savedReplies.id, name: savedReplies.name })
    .from(savedReplies)
    .orderBy(asc(savedReplies.nameFolded))
    .limit(MAX_REPLIES);
