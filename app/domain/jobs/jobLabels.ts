import type { BillingJob } from "./billingJobs";

export const jobLabels: Record<BillingJob, string> = {
  reconcileOrders: "Check unpaid orders with the card provider",
  reconcileRefunds: "Check pending refunds with the card provider",
  closeUnpaidOrders: "Close orders that were not paid in time",
  renewDue: "Charge due renewals",
  approveHeldCommissions: "Approve commissions after their holding period",
  notifyReferrals: "Notify affiliates of sign-ups",
  closeCancelledRenewals: "Close open payments of canceled subscriptions",
  announceWaitingOutbox: "Send queued emails and notifications",
  announceWaitingExports: "Make waiting exports",
  readPaymentEvents: "Read the card provider's events",
  noticeRenewals: "Remind customers of renewals three days ahead",
  noticeExpiringCards: "Remind customers of expiring cards",
  watchHealth: "Look for failures and mail them",
  deleteExpiredDrafts: "Delete expired checkout drafts",
  sweepUploads: "Delete unused uploads",
  deleteOldExports: "Delete exports older than 30 days",
  deleteOldRecords: "Delete records past their retention period",
  deleteOldNotices: "Delete old notifications and sent emails (daily at 03:00 UTC)",
  checkBooks: "Check the books once a day",
};
