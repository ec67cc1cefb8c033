/** Groups of commands, one of which is the focus of a run. Host and worker read this list, so it imports nothing. */
export const focuses = [
  "checkout",
  "orders",
  "placements",
  "linkWatch",
  "claims",
  "disputes",
  "refunds",
  "coupons",
  "subscriptions",
  "catalogue",
  "people",
  "affiliates",
  "provider",
  "recovery",
  "races",
  "teamwork",
  "bulk",
  "messages",
  "time",
] as const;
export type Focus = (typeof focuses)[number];

/** The focus follows from the seed, so that a seed alone gives its run again. */
export const focusOf = (seed: number): Focus => focuses[seed % focuses.length]!;

/** The n-th seed from `first` on that has this focus. */
export const seedWith = (focus: Focus, first: number, n: number): number =>
  first + ((focuses.indexOf(focus) - (first % focuses.length) + focuses.length) % focuses.length) + n * focuses.length;
