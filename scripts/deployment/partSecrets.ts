const stripe = ["REGULAR", "CUSTOM"].flatMap((account) =>
  ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"].map((key) => `STRIPE_${account}_${key}`),
);

/**
 * The secrets that each deployed part needs. Nobody else holds them, here and in production (rules.md security/keys).
 */
export const partSecrets = {
  portal: ["SITE_URL", "SESSION_SECRET", "CLICK_SECRET", ...stripe],
  /** Signs the card links of mails, and the addresses of answers, which it also checks. */
  notifications: ["SITE_URL", "SESSION_SECRET", "SESSION_SECRET_PREVIOUS"],
  /** Parses emails of strangers, so it holds no secret. */
  "inbound-mail": [],
  /** Has no sessions. Alone signs evidence. */
  billing: ["SITE_URL", "EVIDENCE_KEY", ...stripe],
  /** Names its help page to the sites that it visits. Reads pages of strangers, so it holds no secret. */
  linkwatch: ["SITE_URL"],
  referral: ["SITE_URL", "CLICK_SECRET"],
  /** Opens the scanner of uploads to nobody else. */
  scanner: ["SCANNER_TOKEN"],
} as const satisfies Record<string, readonly string[]>;

/**
 * Replaced secrets that stay valid during a rotation. Besides the portal, the Notifications Worker checks what was
 * signed before.
 */
export const previousSecrets = ["SESSION_SECRET_PREVIOUS", "CLICK_SECRET_PREVIOUS"] as const;
