import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, time } from "../columns";
import { users } from "./users";

/** A second factor. `secret` is sealed with the portal's key. Without `enabledAt` it was never confirmed. */
export const twoFactors = sqliteTable("two_factors", {
  userId: text()
    .primaryKey()
    .references(() => users.id),
  secret: text().notNull(),
  createdAt: time().notNull(),
  enabledAt: time(),
  /** The last accepted 30-second step, so that no code works twice. */
  lastStep: integer().notNull().default(0),
});

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    codeHash: text().notNull(),
    usedAt: time(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** A sign-in that still needs its second factor. One row per attempt, found by a cookie or by the API's answer. */
export const signInChallenges = sqliteTable(
  "sign_in_challenges",
  {
    id: id(),
    tokenHash: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [
    index("sign_in_challenges_expires").on(t.expiresAt),
    index("sign_in_challenges_used").on(t.usedAt).where(sql`used_at is not null`),
  ],
);

/** Sign-in by emailed link: single use, 10 minutes. */
export const signInLinks = sqliteTable(
  "sign_in_links",
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    /** Where the visitor wanted to go: a path of the portal. */
    redirectTo: text().notNull(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [
    index("sign_in_links_user").on(t.userId),
    index("sign_in_links_expires").on(t.expiresAt),
    index("sign_in_links_used").on(t.usedAt).where(sql`used_at is not null`),
  ],
);
