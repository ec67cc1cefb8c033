import { and, eq, isNull } from "drizzle-orm";
import { brand } from "~/brand";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import { paths } from "~/paths";
import { atomicBatch, type BatchStatement } from "~db/client.server";
import { missedCycles, subscriptions, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { dayOf } from "../days";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { mailStatements } from "../notifications/mailStatements";
import { superAdmins } from "../recovery/superAdmins";
import { readHealth } from "./readHealth";

type WatchContext = Pick<Context, "actor" | "db" | "now" | "siteUrl"> & {
  publish: Pick<Context["publish"], "outboxWaiting">;
};
type Admin = Awaited<ReturnType<typeof superAdmins>>[number];

/**
 * Mails each super admin once per cause and day (rules.md operations/alerts). Runs in two Workers, so that one of
 * them may be down. Returns the number of mails written.
 */
export async function watchHealth(ctx: WatchContext): Promise<{ done: number; failed: number }> {
  authorize(ctx, "billing.run");
  const { troubles } = await readHealth(ctx);
  const news = await readNewMissed(ctx);
  const mailed = troubles.filter((trouble) => trouble.mailed !== false);
  if (mailed.length === 0 && news.length === 0) return { done: 0, failed: 0 };
  const admins = await superAdmins(ctx);
  const written = await atomicBatch(ctx.db, [
    ...mailed.flatMap(({ cause, text, advice }) =>
      admins.flatMap((admin) =>
        mailTo(ctx, admin, `health:${cause}:${dayOf(ctx.now)}`, {
          subject: text.length > 100 ? `${text.slice(0, 99)}…` : text,
          paragraphs: [text, advice, "You get this email once a day until it is solved."],
          path: paths.health(),
          label: "View health",
        }),
      ),
    ),
    ...news.flatMap((one) => [
      ...admins.flatMap((admin) =>
        mailTo(ctx, admin, `missed:${one.subscriptionId}:${one.dueAts[0]}`, {
          subject: `${one.dueAts.length} payments of ${one.clientName} were missed`,
          paragraphs: [
            `Billing did not run when ${one.serviceName} of ${one.clientName} fell due on ${one.dueAts.map(formatLongDate).join(", ")}: ${formatCents(one.amount)} in all.`,
            "Nothing was charged for these dates. Charge them, or leave them.",
          ],
          path: paths.missedPayments(),
          label: "View missed payments",
        }),
      ),
      ctx.db
        .update(missedCycles)
        .set({ mailedAt: ctx.now })
        .where(and(eq(missedCycles.subscriptionId, one.subscriptionId), isNull(missedCycles.mailedAt))),
    ]),
  ]);
  const done = (written as { meta?: { changes?: number } }[]).filter(({ meta }) => (meta?.changes ?? 0) > 0).length;
  if (done > 0) await ctx.publish.outboxWaiting();
  return { done, failed: 0 };
}

interface MailText {
  subject: string;
  paragraphs: string[];
  path: string;
  label: string;
}

function mailTo(ctx: WatchContext, { id, email, firstName }: Admin, key: string, mail: MailText): BatchStatement[] {
  return mailStatements(ctx, {
    to: email,
    subject: mail.subject,
    ...mailBody({
      greeting: greeting(firstName),
      paragraphs: mail.paragraphs,
      action: { label: mail.label, url: ctx.siteUrl + mail.path },
      brand: { name: brand.name },
    }),
    dedupeKey: `${key}:${id}`,
  });
}

interface NewlyMissed {
  subscriptionId: string;
  clientName: string;
  serviceName: string;
  /** Of all dates together. */
  amount: number;
  dueAts: number[];
}

/** Dates that no mail has named, by subscription. */
async function readNewMissed({ db }: WatchContext): Promise<NewlyMissed[]> {
  const rows = await db
    .select({
      subscriptionId: missedCycles.subscriptionId,
      dueAt: missedCycles.dueAt,
      amount: missedCycles.amount,
      serviceName: subscriptions.serviceName,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(missedCycles)
    .innerJoin(subscriptions, eq(subscriptions.id, missedCycles.subscriptionId))
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .where(and(eq(missedCycles.state, "open"), isNull(missedCycles.mailedAt)))
    .orderBy(missedCycles.subscriptionId, missedCycles.dueAt);
  const bySubscription = new Map<string, NewlyMissed>();
  for (const row of rows) {
    const { subscriptionId, serviceName } = row;
    const one = bySubscription.get(subscriptionId) ?? {
      ...{ subscriptionId, serviceName, clientName: fullName(row), amount: 0, dueAts: [] },
    };
    one.amount += row.amount;
    one.dueAts.push(row.dueAt);
    bySubscription.set(subscriptionId, one);
  }
  return [...bySubscription.values()];
}
