import { and, eq, gt, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, type BatchStatement, PreconditionFailed } from "~db/client.server";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context, userOf } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { ownSubscription } from "./ownSubscriptions";
import type { KeepSubscriptionInput } from "./subscriptionInputs";

const ENDED = "This subscription has already ended.";

/**
 * A customer takes back their cancellation, or their request to cancel, before it takes effect. Notifies staff. Throws
 * NotFound for another customer's subscription; Conflict when it has ended or nothing was cancelled.
 */
export async function keepOwnSubscription(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "subscriptions.own");
  const own = await ownSubscription(ctx, id);
  const client = userOf(ctx.actor);
  await keep(ctx, {
    id,
    endsAt: own.endsAt,
    onlyIf: and(
      eq(subscriptions.clientId, actorId(ctx)),
      or(gt(subscriptions.endsAt, ctx.now), isNotNull(subscriptions.cancelRequestedAt)),
    ),
    action: "Client kept the subscription",
    reason: null,
    notices: notifyStatements(ctx, {
      recipients: { assigneeElseStaffOfOrder: own.initialOrderId },
      kind: "clientMessage",
      type: "ORDER",
      typeSystemId: own.initialOrderId,
      description: `${client ? nameInNotifications(client) : "A client"} keeps the subscription to ${own.serviceName}`,
      dedupeKey: `subscription.kept:${id}:${own.version}`,
    }),
  });
}

/**
 * Staff answer a customer's request to cancel: the subscription goes on, and what is due is charged. The customer reads
 * the answer. Throws NotFound; Conflict without an open request.
 */
export async function keepSubscription(ctx: Context, { id, reason }: KeepSubscriptionInput): Promise<void> {
  authorize(ctx, "subscriptions.manage");
  const row = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get();
  if (!row) throw new NotFound();
  await keep(ctx, {
    id,
    endsAt: row.endsAt,
    onlyIf: isNotNull(subscriptions.cancelRequestedAt),
    action: "Request to cancel answered",
    reason,
    notices: notifyStatements(ctx, {
      recipients: { users: [row.clientId] },
      kind: "message",
      type: "ORDER",
      typeSystemId: row.initialOrderId,
      description: `Your subscription to ${row.serviceName} continues. ${reason}`,
      dedupeKey: `subscription.answered:${id}:${row.version}`,
    }),
  });
}

interface Kept {
  id: string;
  endsAt: number | null;
  onlyIf: SQL | undefined;
  action: string;
  reason: string | null;
  notices: BatchStatement[];
}

async function keep(ctx: Context, { id, endsAt, onlyIf, action, reason, notices }: Kept): Promise<void> {
  const { db } = ctx;
  try {
    await atomicBatch(db, [
      db
        .update(subscriptions)
        .set({
          endsAt: null,
          cancelRequestedAt: null,
          cancelRequest: null,
          version: sql`${subscriptions.version} + 1`,
        })
        .where(and(eq(subscriptions.id, id), ne(subscriptions.status, "Cancelled"), onlyIf)),
      assertRowsChanged(db),
      historyStatement(ctx, {
        entity: "subscription",
        entityId: id,
        action,
        changes: [
          ...(endsAt === null ? [] : [{ field: "endsAt", before: endsAt, after: null }]),
          ...(reason === null ? [] : [{ field: "reason", before: null, after: reason }]),
        ],
      }),
      ...notices,
    ]);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    const row = await db
      .select({ status: subscriptions.status })
      .from(subscriptions)
      .where(eq(subscriptions.id, id))
      .get();
    throw new Conflict(row?.status === "Cancelled" ? ENDED : "Nothing is canceled. Reload the page.");
  }
  ctx.after(() => ctx.publish.outboxWaiting());
}
