/** An order's two message threads as the wire names them: Admin is the team's own. */
export const messageThreads = ["Customer", "Admin"] as const;
export type MessageThread = (typeof messageThreads)[number];
/** Characters of one message. */
export const MAX_MESSAGE = 20_000;

/** Forms of an order page that one function answers, as `?do=` names them. */
export const orderWorkForms = ["message", "report", "approve", "changes"] as const;
export type OrderWorkForm = (typeof orderWorkForms)[number];

/** What such a form is answered when it did not go through, and to script also when it did. */
export interface OrderWorkAnswer {
  form: OrderWorkForm;
  /** By field; the empty name stands for the whole form. */
  errors: Record<string, string[]>;
  /** What was typed. */
  values: Record<string, string>;
  /** Files that arrived: shown as already received, sent again by their keys. */
  received: { key: string; name: string; size: number }[];
  /** What to say, once it is done. */
  done?: string;
}

/**
 * Where a refund was asked for: in the portal by staff, or at the provider, known here from its webhook
 * (rules.md refunds/recorded).
 */
export const refundSources = ["portal", "provider"] as const;

/** A refund counts from `succeeded` on; a `pending` one holds its amount, so that two cannot exceed what was paid. */
export const refundStates = ["pending", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];
