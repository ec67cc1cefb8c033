import type { SecurityEventKind } from "~db/schema/securityEvents";

export const securityEventLabels: Record<SecurityEventKind, string> = {
  signedIn: "Signed in",
  signInFailed: "Sign-in failed",
  codeFailed: "Wrong code",
  lockedOut: "Locked out",
  forbidden: "Access refused",
  limited: "Too many requests",
  roleChanged: "Role changed",
  passwordChanged: "Password changed",
  twoFactorChanged: "Two-factor sign-in changed",
  sessionsEnded: "Signed out by the team",
  addressConfirmed: "Email address confirmed",
  impersonationStarted: "Signed in as a client",
  impersonationEnded: "Returned from a client",
  exported: "List exported",
  oldKeyUsed: "Replaced key used",
  tokenReused: "Old session token reused",
  replyRefused: "Reply by email refused",
};
