/** Fields of an order's history whose numbers are cents. */
export const moneyFields: ReadonlySet<string> = new Set([
  "received",
  "total",
  "refunded",
  "refundAmount",
  "disputed",
  "disputeAmount",
]);
/** Those whose numbers are ms UTC. */
export const timeFields: ReadonlySet<string> = new Set([
  "startedDate",
  "completedDate",
  "paidDate",
  "approvedDate",
  "evidenceDue",
]);
