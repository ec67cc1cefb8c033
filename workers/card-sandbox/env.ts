/** Bindings that the sandbox's state needs. */
export interface WorldEnv {
  /** The portal, for signed webhooks. Without it events stay in the outbox. */
  PORTAL?: Fetcher;
  /** Answers `{"offsetMs": n}`. Without it the time is the real time. */
  CLOCK?: Fetcher;
  /** Origin of every absolute link: the hosted page, the 3-D Secure page, the webhook address. */
  SITE_URL: string;
  /** Settling time of refunds on 4000000000005126 and 4000000000007726, in milliseconds. */
  REFUND_SETTLES_AFTER_MS?: string;
}
