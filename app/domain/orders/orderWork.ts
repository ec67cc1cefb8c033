/** An order's two message threads by API name. Admin is internal. */
export const messageThreads = ["Customer", "Admin"] as const;
export type MessageThread = (typeof messageThreads)[number];
/** Characters per message. */
export const MAX_MESSAGE = 20_000;

/** Order page forms that share one action, selected by `?do=`. */
export const orderWorkForms = ["message", "report", "approve", "changes"] as const;
export type OrderWorkForm = (typeof orderWorkForms)[number];

/** The response to such a form: always on failure, and on success only to fetch requests. */
export interface OrderWorkAnswer {
  form: OrderWorkForm;
  /** By field; the empty key holds errors of the whole form. */
  errors: Record<string, string[]>;
  /** The submitted values. */
  values: Record<string, string>;
  /** Uploaded files, shown as received and resubmitted by key. */
  received: { key: string; name: string; size: number }[];
  /** The success message. */
  done?: string;
}

/**
 * Where a refund was requested: by staff in the portal, or at the provider and reported by webhook (rules.md
 * refunds/recorded).
 */
export const refundSources = ["portal", "provider"] as const;

/** A refund counts once `succeeded`. A `pending` one reserves its amount, so two cannot exceed the payment. */
export const refundStates = ["pending", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];
