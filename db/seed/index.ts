import { sql } from "drizzle-orm";
import { billingCrons, billingJobs } from "~/domain/jobs/billingJobs";
import { paymentAccounts } from "~/domain/ports/payments";
import { atomicBatch } from "~db/client.server";
import { cronRuns, notifications, outbox, paymentCustomers, paymentEventMarks } from "~db/schema";
import { seedAccounts } from "./accounts";
import { seedReferrals } from "./affiliates";
import { seedCatalogue } from "./catalogue";
import { seedClients } from "./clients";
import { seedAgreement, seedCommissions } from "./commissions";
import { seedContent } from "./content";
import { seedCoupons } from "./coupons";
import { seedDeadlines } from "./deadlines";
import { seedDispute } from "./disputes";
import { seedInbox } from "./inbox";
import { seedLinkChecks } from "./linkChecks";
import { seedOrderMessages } from "./orderMessages";
import { seedOrders } from "./orders";
import { seedPlacements } from "./placements";
import { DAY_MS, type Seed, type SeedEnvironment, startSeed } from "./seedContext";
import type { PastPayment } from "./seedPayments";
import { seedSubscriptionEnds } from "./subscriptions";
import { seedWorkDay } from "./workDay";

export type { SeedEnvironment } from "./seedContext";

/**
 * Fills empty stores with the demonstration: accounts, catalogue, and the orders of the last 120 days, the same on
 * every run but for ids. Written through the operations, as they would have run then. Answers what was paid: the
 * provider of a local run has to hear of it, so that a seeded order can be refunded.
 */
export async function seedEverything(env: SeedEnvironment): Promise<PastPayment[]> {
  const seed = startSeed(env);
  const { now } = env;
  // The provider of the seeded past has no events: they are read up to its end.
  await seed.db
    .insert(paymentEventMarks)
    .values(paymentAccounts.map((account) => ({ account, readUpTo: now, numbersCheckedAt: now })));
  const accounts = await seedAccounts(seed);
  await seedReferrals(seed, accounts);
  const serviceIds = await seedCatalogue(seed, accounts.superAdmin);
  await seedAgreement(seed, accounts, serviceIds);
  const couponFor = await seedCoupons(seed, accounts, serviceIds);
  await seedOrders(seed, accounts, serviceIds, couponFor);
  await seedOrderMessages(seed, accounts, serviceIds);
  await seedInbox(seed, accounts);
  await seedWorkDay(seed, accounts);
  await seedSubscriptionEnds(seed, accounts);
  await seedClients(seed, accounts);
  await seedCommissions(seed, accounts);
  await seedDispute(seed, accounts);
  await seedPlacements(seed, accounts);
  await seedLinkChecks(seed);
  await seedDeadlines(seed, accounts);
  await seedContent(seed, accounts.superAdmin, serviceIds);
  await Promise.all(seed.pending);
  await closeThePast(seed);
  return seed.payments.paid();
}

/** Closes the seeded past: mails count as sent, older notifications as read. */
async function closeThePast({ db, payments, env: { now } }: Seed): Promise<void> {
  await atomicBatch(db, [
    db.update(outbox).set({ deliveredAt: sql`${outbox.createdAt}` }),
    db
      .update(notifications)
      .set({ readAt: sql`${notifications.createdAt} + 3600000` })
      .where(sql`${notifications.createdAt} < ${now - 2 * DAY_MS}`),
    // Its crons have run, up to now.
    db.insert(cronRuns).values(
      Object.entries(billingCrons).map(([cron, interval]) => ({
        cron,
        startedAt: now,
        finishedAt: now,
        jobs: Object.fromEntries(
          Object.entries(billingJobs)
            .filter(([, every]) => every === interval)
            .map(([job]) => [job, { startedAt: now, finishedAt: now }]),
        ),
      })),
    ),
    // The sandbox takes over the customers of paid orders. The next purchase of the others creates theirs again.
    db
      .delete(paymentCustomers)
      .where(
        sql`${paymentCustomers.customerId} not in (select value from json_each(${JSON.stringify(
          payments.paid().map(({ customerId }) => customerId),
        )}))`,
      ),
  ]);
}
