import { and, eq, isNull, sql } from "drizzle-orm";
import { assertHolds, assertRowsChanged, atomicBatch } from "~db/client.server";
import { scheduledMessages, uploads } from "~db/schema";
import { authorize } from "../access";
import { contextOfUser } from "../accounts/contextOfUser";
import { type Context, isStaff } from "../context";
import { type DomainError, NotFound } from "../errors";
import { notifyStatements } from "../notifications/notifyStatements";
import { threadHolder } from "./messageFiles";
import { waitingHolder } from "./scheduleMessage";
import { sendMessage } from "./sendMessage";

type Waiting = typeof scheduledMessages.$inferSelect;

/** Sends a waiting message now, as its author. Throws NotFound when it was sent or canceled meanwhile. */
export async function sendScheduledNow(ctx: Context, { orderId, id }: { orderId: string; id: string }): Promise<void> {
  authorize(ctx, "orders.adminThread");
  const row = await ctx.db
    .select()
    .from(scheduledMessages)
    .where(and(eq(scheduledMessages.id, id), eq(scheduledMessages.orderId, orderId)))
    .get();
  if (!row) throw new NotFound();
  await sendWaiting(ctx, row);
}

/**
 * Sends a message that waited, as its author and by the rules of any message, in one batch with the deletion of its
 * row: once, however often it is tried. Throws what refuses it; NotFound also when it was sent or canceled meanwhile.
 */
export async function sendWaiting(ctx: Context, row: Waiting): Promise<void> {
  const { id, orderId, thread, clientId, bodySource: body } = row;
  const keys = (row.files ?? []).map(({ key }) => key);
  const author = await contextOfUser(ctx, row.authorId);
  if (!author || !isStaff(author.actor)) throw new NotFound("Its author has left the team.");
  const waits = sql`select 1 from scheduled_messages where id = ${id}`;
  await sendMessage(
    author,
    { orderId, thread, body, files: keys, key: `scheduled:${id}` },
    {
      filesAt: waitingHolder(orderId),
      before: [
        // The order may have moved to another client, whom the message is not for.
        assertHolds(
          ctx.db,
          sql`exists (${waits}) and exists (select 1 from orders where id = ${orderId} and client_id = ${clientId})`,
        ),
        ctx.db
          .update(uploads)
          .set({ attachedTo: threadHolder(orderId, thread) })
          .where(
            and(
              sql`${uploads.key} in (select value from json_each(${JSON.stringify(keys)}))`,
              eq(uploads.attachedTo, waitingHolder(orderId)),
            ),
          ),
        ctx.db.delete(scheduledMessages).where(eq(scheduledMessages.id, id)),
        assertRowsChanged(ctx.db),
      ],
    },
  );
}

/** Keeps a message that cannot be sent with its reason, and tells its author. Nothing when it was sent meanwhile. */
export async function keepUnsent(ctx: Context, { id, orderId, authorId }: Waiting, error: DomainError): Promise<void> {
  const problem = error instanceof NotFound && error.message === new NotFound().message ? MOVED : error.message;
  const isWaiting = sql`exists (select 1 from scheduled_messages where id = ${id} and problem is not null)`;
  await atomicBatch(ctx.db, [
    ctx.db
      .update(scheduledMessages)
      .set({ problem })
      .where(and(eq(scheduledMessages.id, id), isNull(scheduledMessages.problem))),
    ...notifyStatements(ctx, {
      recipients: { users: [authorId] },
      description: `Your scheduled message was not sent. ${problem}`,
      kind: "message",
      type: "ORDER",
      typeSystemId: orderId,
      dedupeKey: `scheduled.problem:${id}`,
      onlyIf: isWaiting,
    }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}

const MOVED = "The order belongs to another client now, or a file is missing.";
