import { and, eq, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { messageDrafts, orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import { threadPermission } from "./findMessages";
import type { SaveDraftInput } from "./messageInput";
import { formPrefix } from "./messageStatements";
import type { MessageThread } from "./messageThreads";

interface DraftPlace {
  orderId: string;
  thread: MessageThread;
}

/**
 * Whose drafts a request reads and writes. Staff who act as a client have none, so that they never see the client's.
 */
export const draftOwner = ({ actor }: Pick<Context, "actor">) => (actor.kind === "user" ? actor.user.id : null);

const isDraft = (userId: string, { orderId, thread }: DraftPlace) =>
  and(eq(messageDrafts.userId, userId), eq(messageDrafts.orderId, orderId), eq(messageDrafts.thread, thread));

/** The actor's own draft, for the caller's batch. */
export const selectDraft = (ctx: Context, place: DraftPlace) =>
  ctx.db
    .select({ body: messageDrafts.body })
    .from(messageDrafts)
    .where(isDraft(draftOwner(ctx) ?? "", place));

/** For the batch of the sent message. */
export function deleteDraft(ctx: Context, place: DraftPlace): BatchStatement[] {
  const userId = draftOwner(ctx);
  return userId ? [ctx.db.delete(messageDrafts).where(isDraft(userId, place))] : [];
}

/**
 * Keeps what the actor has typed in a thread; an empty text removes the draft. A draft that arrives after its form was
 * sent is dropped (rules.md inbox/drafts). Throws NotFound for an order that the actor cannot see, Forbidden.
 */
export async function saveDraft(ctx: Context, { body, key, ...place }: SaveDraftInput): Promise<void> {
  authorize(ctx, threadPermission(place.thread));
  const userId = draftOwner(ctx);
  if (!userId) return;
  const order = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, place.orderId)));
  const prefix = formPrefix(userId, place, key);
  const write = body.trim()
    ? ctx.db
        .insert(messageDrafts)
        .select(
          ctx.db
            .select({
              userId: sql<string>`${userId}`.as("user_id"),
              orderId: orders.id,
              thread: sql<MessageThread>`${place.thread}`.as("thread"),
              body: sql<string>`${body}`.as("body"),
              savedAt: sql<number>`${ctx.now}`.as("saved_at"),
            })
            .from(orders)
            .where(
              and(
                visibleOrders(ctx.actor),
                eq(orders.id, place.orderId),
                sql`not exists (select 1 from order_messages where dedupe_key >= ${prefix} and dedupe_key < ${`${prefix}~`})`,
              ),
            ),
        )
        .onConflictDoUpdate({
          target: [messageDrafts.userId, messageDrafts.orderId, messageDrafts.thread],
          set: { body: sql`excluded.body`, savedAt: sql`excluded.saved_at` },
        })
    : ctx.db.delete(messageDrafts).where(isDraft(userId, place));
  const [[found]] = await ctx.db.batch([order, write]);
  if (!found) throw new NotFound();
}
