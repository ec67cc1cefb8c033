const MINUTE_MS = 60_000;
const TEN_MINUTES = 10 * MINUTE_MS;
const HOUR = 60 * MINUTE_MS;

/** The Cron Triggers of the billing Worker and how often they come (ms). */
export const billingCrons: Record<string, number> = { "*/10 * * * *": TEN_MINUTES, "0 * * * *": HOUR };

/** Every job of the billing Worker and how often it runs (ms): its crons hold them to it, the health page lists them. */
export const billingJobs = {
  reconcileOrders: TEN_MINUTES,
  reconcileRefunds: TEN_MINUTES,
  closeUnpaidOrders: TEN_MINUTES,
  renewDue: TEN_MINUTES,
  closeCancelledRenewals: TEN_MINUTES,
  approveHeldCommissions: TEN_MINUTES,
  announceWaitingOutbox: TEN_MINUTES,
  announceWaitingExports: TEN_MINUTES,
  readPaymentEvents: HOUR,
  noticeRenewals: HOUR,
  noticeExpiringCards: HOUR,
  deleteExpiredDrafts: HOUR,
  sweepUploads: HOUR,
  deleteOldExports: HOUR,
  deleteOldRecords: HOUR,
} as const;

export type BillingJob = keyof typeof billingJobs;

/** A job that has not run for three of its turns is late; `since` is its last run, or when the portal was set up. */
export const isLate = (job: BillingJob, since: number, now: number) => now - since > 3 * billingJobs[job];
