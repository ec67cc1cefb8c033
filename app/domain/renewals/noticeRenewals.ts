import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { formatLongDate } from "~/format/dates";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { outbox, subscriptions, users } from "~db/schema";
import { authorize } from "../access";
import { amountWithTaxes } from "../amountWithTaxes";
import { type Context, zoneOf } from "../context";
import { DAY_MS } from "../days";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { type RunResult, runEach } from "../payments/runEach";
import { readNextAmount } from "../subscriptions/nextAmount";
import { cardMailStatements } from "./renewalNotices";

const MAX_PER_RUN = 100;

/**
 * Every hour: notifies customers days before a renewal (rules.md subscriptions/notice), once per cycle. Bounded; one
 * failure never stops the rest.
 */
export async function noticeRenewals(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const { noticeDays } = ctx.settings.payments;
  const key = sql`'email:renewal.soon:' || ${subscriptions.id} || ':' || (${subscriptions.currentCycle} + 1)`;
  const rows = await ctx.db
    .select({
      subscription: subscriptions,
      client: { email: users.email, firstName: users.firstName, timeZone: users.timeZone },
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .where(
      and(
        eq(subscriptions.status, "Active"),
        isNull(subscriptions.endsAt),
        isNull(subscriptions.cancelRequestedAt),
        gt(subscriptions.nextPayment, ctx.now),
        lte(subscriptions.nextPayment, ctx.now + noticeDays * DAY_MS),
        // With a period hardly longer than the notice, customers would get constant reminders.
        sql`${subscriptions.nextPayment} - ${subscriptions.previousPayment} > ${2 * noticeDays * DAY_MS}`,
        isNull(users.deletedAt),
        sql`not exists (select 1 from ${outbox} where ${outbox.dedupeKey} = ${key})`,
      ),
    )
    .limit(MAX_PER_RUN);
  const result = await runEach(
    rows,
    async ({ subscription, client }) => {
      const { id, serviceName, currentCycle, nextPayment } = subscription;
      const { amount, taxRates } = await readNextAmount(ctx, subscription);
      return await atomicBatch(
        ctx.db,
        mailStatements(ctx, {
          to: client.email,
          ...composeMail(ctx, "renewalSoon", {
            firstName: client.firstName,
            values: {
              service: serviceName,
              date: formatLongDate(nextPayment, zoneOf(ctx, client)),
              amount: amountWithTaxes(amount, taxRates),
              card: cardOf(subscription),
            },
            action: { label: "View subscriptions", url: ctx.siteUrl + paths.ownSubscriptions() },
          }),
          dedupeKey: `renewal.soon:${id}:${currentCycle + 1}`,
        }),
      );
    },
    onFailure,
  );
  if (result.done > 0) ctx.after(() => ctx.publish.outboxWaiting());
  return result;
}

const cardOf = ({ cardLast4 }: { cardLast4: string | null }) =>
  cardLast4 ? `the card ending in ${cardLast4}` : "your card";

/**
 * Every hour: notifies customers whose card expires before the next payment, once per card and month. Reads cards
 * without stored details from the provider once. Bounded; one failure never stops the rest.
 */
export async function noticeExpiringCards(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  await learnCards(ctx, onFailure);
  const month = new Date(ctx.now).toISOString().slice(0, 7);
  const key = sql`'cardMail:card.expiring:' || ${subscriptions.id} || ':' || ${subscriptions.cardGeneration} || ${`:${month}`}`;
  const rows = await ctx.db
    .select()
    .from(subscriptions)
    .where(
      and(
        // Named, so the index by status and date skips cancelled subscriptions, which keep their dates.
        inArray(subscriptions.status, ["Active", "Due"]),
        isNull(subscriptions.endsAt),
        lte(subscriptions.cardExpiresAt, subscriptions.nextPayment),
        lte(subscriptions.nextPayment, ctx.now + 30 * DAY_MS),
        sql`not exists (select 1 from ${outbox} where ${outbox.dedupeKey} = ${key})`,
      ),
    )
    .limit(MAX_PER_RUN);
  const result = await runEach(
    rows,
    ({ id, cardGeneration, currentCycle }) =>
      atomicBatch(
        ctx.db,
        cardMailStatements(ctx, {
          about: "cardExpiring",
          subscriptionId: id,
          cycle: currentCycle + 1,
          tryAgainAt: null,
          dedupeKey: `card.expiring:${id}:${cardGeneration}:${month}`,
        }),
      ),
    onFailure,
  );
  if (result.done > 0) ctx.after(() => ctx.publish.outboxWaiting());
  return result;
}

const LEARNED_PER_RUN = 15;

async function learnCards(ctx: Context, onFailure: (error: unknown) => void): Promise<void> {
  const unknown = await ctx.db
    .select()
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.status, ["Active", "Due", "Past_Due"]),
        isNull(subscriptions.cardBrand),
        lte(subscriptions.nextPayment, ctx.now + 30 * DAY_MS),
      ),
    )
    .limit(LEARNED_PER_RUN);
  await runEach(
    unknown,
    async ({ id, account, paymentMethodId }) => {
      const card = await ctx.payments.cardOf(account, paymentMethodId);
      await ctx.db
        .update(subscriptions)
        // A deleted card is looked up only once. Its next charge reports the failure.
        .set({ cardBrand: card?.brand ?? "", cardLast4: card?.last4 ?? null, cardExpiresAt: card?.expiresAt ?? null })
        .where(and(eq(subscriptions.id, id), eq(subscriptions.paymentMethodId, paymentMethodId)));
    },
    onFailure,
  );
}
