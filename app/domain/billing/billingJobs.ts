const MINUTE_MS = 60_000;
const TEN_MINUTES = 10 * MINUTE_MS;
const HOUR = 60 * MINUTE_MS;

/** Every job of the billing Worker and how often it runs (ms): its crons hold them to it, the health page lists them. */
export const billingJobs = {
  reconcileOrders: TEN_MINUTES,
  reconcileRefunds: TEN_MINUTES,
  closeUnpaidOrders: TEN_MINUTES,
  renewDue: TEN_MINUTES,
  closeCancelledRenewals: TEN_MINUTES,
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

/** A job that has not run for three of its turns is late. */
export const isLate = (job: BillingJob, startedAt: number | null, now: number) =>
  startedAt === null || now - startedAt > 3 * billingJobs[job];
