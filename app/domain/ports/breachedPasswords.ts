/** Passwords that became known through data breaches (rules.md accounts/breached-passwords). */
export interface BreachedPasswords {
  /** Whether a breach holds the password. False when that cannot be learned in time. */
  includes(password: string): Promise<boolean>;
}
