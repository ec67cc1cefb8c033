import { and, eq, isNull } from "drizzle-orm";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { missedCycles, subscriptions, users } from "~db/schema";
import { authorize } from "../access";
import { agencyZone, type Context, zoneOf } from "../context";
import { dayOf } from "../days";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { superAdmins } from "../recovery/superAdmins";
import { readHealth } from "./readHealth";
import type { Trouble } from "./trouble";

type WatchContext = Pick<Context, "actor" | "db" | "now" | "siteUrl" | "settings"> & {
  publish: Pick<Context["publish"], "outboxWaiting">;
};
type ComposedMail = ReturnType<typeof composeMail>;
type Admin = Awaited<ReturnType<typeof superAdmins>>[number];

/**
 * Mails each super admin once per cause and day (rules.md operations/alerts). Runs in two Workers, so that one of
 * them may be down. Returns the number of mails written.
 */
export async function watchHealth(ctx: WatchContext): Promise<{ done: number; failed: number }> {
  authorize(ctx, "billing.run");
  const { troubles } = await readHealth(ctx, agencyZone(ctx));
  const news = await readNewMissed(ctx);
  const isMailed = (trouble: Trouble) => trouble.mailed !== false;
  if (!troubles.some(isMailed) && news.length === 0) return { done: 0, failed: 0 };
  const admins = await superAdmins(ctx);
  const texts = new Map([[agencyZone(ctx), troubles]]);
  for (const zone of new Set(admins.map((admin) => zoneOf(ctx, admin))))
    if (!texts.has(zone)) texts.set(zone, (await readHealth(ctx, zone)).troubles);
  const mailTo = ({ id, email, firstName }: Admin, key: string, compose: (firstName: string) => ComposedMail) =>
    mailStatements(ctx, { to: email, ...compose(firstName), dedupeKey: `${key}:${id}` });
  const written = await atomicBatch(ctx.db, [
    ...admins.flatMap((admin) =>
      (texts.get(zoneOf(ctx, admin)) ?? []).filter(isMailed).flatMap(({ cause, text, advice }) =>
        mailTo(admin, `health:${cause}:${dayOf(ctx.now)}`, (firstName) =>
          composeMail(ctx, "healthAlert", {
            firstName,
            values: { summary: text.length > 100 ? `${text.slice(0, 99)}…` : text, problem: text, advice },
            action: { label: "View health", url: ctx.siteUrl + paths.health() },
          }),
        ),
      ),
    ),
    ...news.flatMap((one) => [
      ...admins.flatMap((admin) =>
        mailTo(admin, `missed:${one.subscriptionId}:${one.dueAts[0]}`, (firstName) =>
          composeMail(ctx, "missedPayments", {
            firstName,
            values: {
              count: String(one.dueAts.length),
              client: one.clientName,
              service: one.serviceName,
              dates: one.dueAts.map((at) => formatLongDate(at, zoneOf(ctx, admin))).join(", "),
              amount: formatCents(one.amount),
            },
            action: { label: "View missed payments", url: ctx.siteUrl + paths.missedPayments() },
          }),
        ),
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
      subscriptionId,
      serviceName,
      clientName: fullName(row),
      amount: 0,
      dueAts: [],
    };
    one.amount += row.amount;
    one.dueAts.push(row.dueAt);
    bySubscription.set(subscriptionId, one);
  }
  return [...bySubscription.values()];
}
