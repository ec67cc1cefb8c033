/** Of a new password (document 1 section 5), said beside its field and when it does not fit (decision R16). */
export const PASSWORD_HINT =
  "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";
