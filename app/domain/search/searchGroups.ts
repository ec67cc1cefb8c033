export interface SearchHit {
  title: string;
  /** What tells it from others of the same name; may be empty. */
  detail: string;
  href: string;
}

/** In the order of results: a client stands before the orders that come with it. */
export const searchKinds = ["clients", "orders", "invoices", "links", "services", "coupons", "pages"] as const;

export interface SearchGroup {
  kind: (typeof searchKinds)[number];
  hits: SearchHit[];
}
