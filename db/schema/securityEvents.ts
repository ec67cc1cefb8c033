import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, time } from "../columns";

export const securityEventKinds = [
  "signedIn",
  "signInFailed",
  "codeFailed",
  "lockedOut",
  "forbidden",
  "limited",
  "roleChanged",
  "passwordChanged",
  "twoFactorChanged",
  "sessionsEnded",
  "addressConfirmed",
  "impersonationStarted",
  "impersonationEnded",
  "exported",
  "oldKeyUsed",
  "tokenReused",
  "replyRefused",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** What happened around sign-in and access. Ids sort by time, so the key is the order of the list. */
export const securityEvents = sqliteTable(
  "security_events",
  {
    id: id(),
    kind: text({ enum: securityEventKinds }).notNull(),
    /** The account it is about; null when no account matches. */
    userId: text(),
    /** Who did it, when it was not that account: a team member, or the admin behind an impersonation. */
    actorId: text(),
    /** The network address; null for the own machine. */
    address: text(),
    userAgent: text().notNull(),
    /** What was refused, exported or changed. Never input that could be a secret. */
    detail: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    index("security_events_kind").on(t.kind, t.id),
    index("security_events_user").on(t.userId, t.kind, t.id).where(sql`user_id is not null`),
    index("security_events_address").on(t.address, t.id).where(sql`address is not null`),
  ],
);
