import { notifyReferrals } from "~/domain/affiliates/notifyReferrals";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { renewDue } from "~/domain/billing/renewDue";
import { checkBooks } from "~/domain/books/checkBooks";
import { endSubscriptions } from "~/domain/cancellations/endSubscriptions";
import { remindOfCancelRequests } from "~/domain/cancellations/remindOfCancelRequests";
import { mailCarts } from "~/domain/carts/mailCarts";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { deleteExpiredDrafts } from "~/domain/checkout/deleteExpiredDrafts";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import { claimDeadlines } from "~/domain/claims/claimDeadlines";
import { approveHeldCommissions } from "~/domain/commissions/changeCommissionStatuses";
import { notifyCommissions } from "~/domain/commissions/notifyCommissions";
import { deleteOldExports } from "~/domain/exports/deleteOldExports";
import { announceWaitingExports } from "~/domain/exports/exportWork";
import { watchHealth } from "~/domain/health/watchHealth";
import type { BillingJob } from "~/domain/jobs/billingJobs";
import { checkFiles } from "~/domain/jobs/checkFiles";
import { checkProvider } from "~/domain/jobs/checkProvider";
import { countFiles } from "~/domain/jobs/countFiles";
import { deleteOldNotices } from "~/domain/jobs/deleteOldNotices";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { proposalDeadlines } from "~/domain/jobs/proposalDeadlines";
import type { Job } from "~/domain/jobs/runJob";
import { sendScheduledMessages } from "~/domain/jobs/sendScheduledMessages";
import { announceWaitingOutbox } from "~/domain/outbox/announceWaitingOutbox";
import { erasePeople } from "~/domain/personalData/erasePeople";
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
  sendScheduledMessages,
  proposalDeadlines,
  claimDeadlines,
  notifyCommissions,
  announceWaitingOutbox,
  announceWaitingExports,
  checkFiles,
  deleteExpiredDrafts,
  sweepUploads,
  deleteOldExports,
  deleteOldRecords,
  deleteOldNotices,
  noticeRenewals,
  remindOfCancelRequests,
  reconcileOrders,
  reconcileRefunds,
  closeUnpaidOrders,
  mailCarts,
  endSubscriptions,
  renewDue,
  closeCancelledRenewals,
  erasePeople,
  checkProvider,
  readPaymentEvents,
  noticeExpiringCards,
  checkBooks,
  countFiles,
  // Last of its trigger, as it reads how the others went.
  watchHealth,
};
