const MINUTE_MS = 60_000;
const TEN_MINUTES = 10 * MINUTE_MS;
const HOUR = 60 * MINUTE_MS;

/** The Cron Triggers of the billing Worker with their intervals (ms). */
export const billingCrons: Record<string, number> = { "*/10 * * * *": TEN_MINUTES, "0 * * * *": HOUR };

/** Every job of the billing Worker with its interval (ms). The crons follow this table and the health page shows it. */
export const billingJobs = {
  reconcileOrders: TEN_MINUTES,
  reconcileRefunds: TEN_MINUTES,
  closeUnpaidOrders: TEN_MINUTES,
  mailCarts: TEN_MINUTES,
  renewDue: TEN_MINUTES,
  endSubscriptions: TEN_MINUTES,
  closeCancelledRenewals: TEN_MINUTES,
  approveHeldCommissions: TEN_MINUTES,
  notifyReferrals: TEN_MINUTES,
  sendScheduledMessages: TEN_MINUTES,
  proposalDeadlines: TEN_MINUTES,
  claimDeadlines: TEN_MINUTES,
  notifyCommissions: TEN_MINUTES,
  announceWaitingOutbox: TEN_MINUTES,
  announceWaitingExports: TEN_MINUTES,
  checkFiles: TEN_MINUTES,
  checkProvider: TEN_MINUTES,
  watchHealth: TEN_MINUTES,
  readPaymentEvents: HOUR,
  noticeRenewals: HOUR,
  noticeExpiringCards: HOUR,
  remindOfCancelRequests: HOUR,
  deleteExpiredDrafts: HOUR,
  sweepUploads: HOUR,
  deleteOldExports: HOUR,
  deleteOldRecords: HOUR,
  deleteOldNotices: HOUR,
  erasePeople: TEN_MINUTES,
  countFiles: HOUR,
  checkBooks: HOUR,
} as const;

export type BillingJob = keyof typeof billingJobs;

/** ms UTC. */
export interface JobTimes {
  startedAt: number;
  finishedAt: number;
}

/**
 * A job is late after two missed runs; half an interval allows for their delay. `since` is its last run, or when the
 * portal was set up. ms UTC.
 */
export const isLate = (job: BillingJob, since: number, now: number) => now - since > 2.5 * billingJobs[job];
