import { and, eq, isNull, sql } from "drizzle-orm";
import { formatLongDate } from "~/format/dates";
import { paths } from "~/paths";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context, readerZone, userOf } from "../context";
import { Conflict, Forbidden } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { composeMail } from "../notifications/composeMail";
import { nameInNotifications } from "../notifications/greeting";
import { mailStatements } from "../notifications/mailStatements";
import { notifyStatements } from "../notifications/notifyStatements";
import { closeOpenPayment } from "../renewals/closeOpenPayment";
import { ownSubscription } from "../subscriptions/ownSubscriptions";
import { endSubscriptionStatements, stoppableSubscription } from "../subscriptions/stopSubscriptionStatements";
import type { CancelOwnSubscriptionInput } from "../subscriptions/subscriptionInputs";

const ALREADY_CANCELED = "This subscription has already been canceled.";

/**
 * A customer cancels their subscription at the end of what is paid; one with a due or failed payment ends immediately.
 * Notifies staff and mails the customer (rules.md subscriptions/own). Returns the end in ms UTC. Throws NotFound for
 * another customer's subscription; Forbidden when the settings ask for a request; Conflict when it ends already or
 * changed concurrently.
 */
export async function cancelOwnSubscription(
  ctx: Context,
  { id, reason }: CancelOwnSubscriptionInput,
): Promise<{ endsAt: number }> {
  authorize(ctx, "subscriptions.own");
  if (ctx.settings.payments.askToCancel) throw new Forbidden("Ask us to cancel this subscription.");
  const own = await ownSubscription(ctx, id);
  if (own.status === "Cancelled" || own.endsAt !== null) throw new Conflict(ALREADY_CANCELED);
  const stoppable = await stoppableSubscription(ctx, id);
  const { db, now } = ctx;
  const endsAt = own.status === "Active" && own.nextPayment > now ? own.nextPayment : now;
  const later = endsAt > now;
  const client = userOf(ctx.actor);
  const date = formatLongDate(endsAt, readerZone(ctx));
  // The version counts each act, so a subscription that was kept and is cancelled again notifies again.
  const dedupeKey = `subscription.cancelledByClient:${id}:${own.version}`;
  const [stop, ...ended] = later ? [] : endSubscriptionStatements(ctx, stoppable, reason);
  try {
    await atomicBatch(db, [
      stop ??
        db
          .update(subscriptions)
          .set({ endsAt, cancelRequestedAt: null, cancelRequest: null, version: sql`${subscriptions.version} + 1` })
          .where(
            and(
              eq(subscriptions.id, id),
              eq(subscriptions.clientId, actorId(ctx)),
              eq(subscriptions.version, own.version),
              isNull(subscriptions.endsAt),
            ),
          ),
      assertRowsChanged(db),
      ...ended,
      ...(later
        ? [
            historyStatement(ctx, {
              entity: "subscription",
              entityId: id,
              action: "Client cancelled the subscription",
              changes: [
                { field: "endsAt", before: null, after: endsAt },
                { field: "reason", before: null, after: reason },
              ],
            }),
            ...mailStatements(ctx, {
              to: stoppable.client.email,
              ...composeMail(ctx, "subscriptionEnds", {
                firstName: stoppable.client.firstName,
                values: { service: own.serviceName, date },
                action: { label: "View subscriptions", url: ctx.siteUrl + paths.ownSubscriptions() },
              }),
              dedupeKey,
            }),
          ]
        : []),
      ...notifyStatements(ctx, {
        recipients: { assigneeElseStaffOfOrder: own.initialOrderId },
        kind: "clientMessage",
        type: "ORDER",
        typeSystemId: own.initialOrderId,
        description: `${client ? nameInNotifications(client) : "A client"} canceled the subscription to ${own.serviceName}. ${later ? `It ends on ${date}.` : "It has ended."}`,
        dedupeKey,
      }),
    ]);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    throw new Conflict("This subscription has just changed. Reload the page and try again.");
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  if (!later) await closeOpenPayment(ctx, stoppable);
  return { endsAt };
}
