/** Shown next to a new password, and as the error when it does not fit (rules.md accounts/password-texts). */
export const PASSWORD_HINT =
  "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";
