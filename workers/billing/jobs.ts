import { notifyReferrals } from "~/domain/affiliates/notifyReferrals";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { renewDue } from "~/domain/billing/renewDue";
import { checkBooks } from "~/domain/books/checkBooks";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { deleteExpiredDrafts } from "~/domain/checkout/deleteExpiredDrafts";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import { approveHeldCommissions } from "~/domain/commissions/changeCommissionStatuses";
import { deleteOldExports } from "~/domain/exports/deleteOldExports";
import { announceWaitingExports } from "~/domain/exports/exportWork";
import { watchHealth } from "~/domain/health/watchHealth";
import type { BillingJob } from "~/domain/jobs/billingJobs";
import { deleteOldNotices } from "~/domain/jobs/deleteOldNotices";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import type { Job } from "~/domain/jobs/runJob";
import { announceWaitingOutbox } from "~/domain/outbox/announceWaitingOutbox";
import { reconcileRefunds } from "~/domain/refunds/reconcileRefunds";
import { closeCancelledRenewals } from "~/domain/renewals/closeRenewal";
import { noticeExpiringCards, noticeRenewals } from "~/domain/renewals/noticeRenewals";
import { sweepUploads } from "~/domain/uploads/sweepUploads";

/**
 * The jobs of the billing Worker, in order; their table says how often. Jobs that call the provider come last, so
 * that a hanging provider delays nothing else.
 */
export const jobs: Record<BillingJob, Job> = {
  approveHeldCommissions,
  notifyReferrals,
  announceWaitingOutbox,
  announceWaitingExports,
  deleteExpiredDrafts,
  sweepUploads,
  deleteOldExports,
  deleteOldRecords,
  deleteOldNotices,
  noticeRenewals,
  reconcileOrders,
  reconcileRefunds,
  closeUnpaidOrders,
  renewDue,
  closeCancelledRenewals,
  readPaymentEvents,
  noticeExpiringCards,
  checkBooks,
  // Last of its trigger, as it reads how the others went.
  watchHealth,
};
