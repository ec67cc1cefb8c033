/** A click on a referral link, from the redirect or POST /affiliate/track. */
export interface LinkClick {
  code: string;
  landingPath: string;
  referrer: string;
  userAgent: string;
  /** The Cookie header of the visitor, whose earlier clicks stay. */
  cookies: string | null;
  /** True when no person opened the link as a page, whatever the user agent. */
  program?: boolean;
}

/** Records a click as the Referral Worker does, for visitors who did not come through its redirect. */
export interface Referrals {
  /** Queues the visit without waiting for it. Returns the Set-Cookie value that remembers the click. */
  click(click: LinkClick): Promise<string>;
  /** Puts a given-up visit into the queue again. Throws when the queue refuses it. */
  sendAgain(visit: unknown): Promise<void>;
}
