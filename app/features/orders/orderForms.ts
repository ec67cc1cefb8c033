/** Order page forms that share one action, selected by `?do=`. */
export const orderForms = ["message", "report", "approve", "changes"] as const;
export type OrderForm = (typeof orderForms)[number];

/** The response to such a form: always on failure, and on success only to fetch requests. */
export interface OrderFormAnswer {
  form: OrderForm;
  /** By field; the empty key holds errors of the whole form. */
  errors: Record<string, string[]>;
  /** The submitted values. */
  values: Record<string, string>;
  /** Uploaded files, shown as received and resubmitted by key. */
  received: { key: string; name: string; size: number }[];
  /** The success message. */
  done?: string;
}
