const stripe = ["REGULAR", "CUSTOM"].flatMap((account) =>
  ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"].map((key) => `STRIPE_${account}_${key}`),
);

/** The secrets that each deployed part needs. Nobody else holds them, here and in production (rules.md security/keys). */
export const partSecrets = {
  portal: ["SITE_URL", "SESSION_SECRET", "CLICK_SECRET", ...stripe],
  /** Signs the card links of mails. */
  notifications: ["SITE_URL", "SESSION_SECRET"],
  /** Has no sessions and signs nothing. */
  billing: ["SITE_URL", ...stripe],
  referral: ["SITE_URL", "CLICK_SECRET"],
  /** Opens the scanner of uploads to nobody else. */
  scanner: ["SCANNER_TOKEN"],
} as const satisfies Record<string, readonly string[]>;

/** Replaced secrets that stay valid during a rotation. Only the portal checks what was signed before. */
export const previousSecrets = ["SESSION_SECRET_PREVIOUS", "CLICK_SECRET_PREVIOUS"] as const;
