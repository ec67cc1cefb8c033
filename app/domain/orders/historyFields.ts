/** Fields of the order history in cents. */
export const moneyFields: ReadonlySet<string> = new Set([
  "received",
  "total",
  "refunded",
  "refundAmount",
  "disputed",
  "disputeAmount",
]);
/** Fields of the order history in ms UTC. */
export const timeFields: ReadonlySet<string> = new Set([
  "startedDate",
  "completedDate",
  "paidDate",
  "approvedDate",
  "evidenceDue",
]);
