import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { firstPages } from "~/domain/accounts/firstPages";
import { paymentAccounts } from "~/domain/ports/payments";
import { clientTypes, privileges, roles, userStatuses } from "~/domain/roles";
import { flag, id, json, time, version } from "../columns";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    passwordHash: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Folded in code (NFKD, lower case): SQLite folds ASCII only and D1 rejects long patterns. */
    firstNameFolded: text().notNull(),
    lastNameFolded: text().notNull(),
    emailFolded: text().notNull(),
    role: text({ enum: roles }).notNull(),
    privileges: text({ enum: privileges }),
    photoKey: text(),
    /** Of a client; staff keep it. */
    company: text(),
    companyFolded: text(),
    taxId: text(),
    phoneNo: text(),
    address: text(),
    city: text(),
    state: text(),
    zipCode: text(),
    country: text(),
    firstLogin: flag().notNull().default(true),
    userStatus: text({ enum: userStatuses }).notNull().default("LEAD"),
    clientType: text({ enum: clientTypes }),
    affiliate: flag().notNull().default(false),
    affiliateCode: text(),
    /**
     * Commissions neither paid nor void of an account that is no affiliate any more, kept by triggers; 0 for affiliates
     * (rules.md affiliates/owed).
     */
    openCommissions: integer().notNull().default(0),
    /** The id that a migrated client had before ('provider-side id'); null for all others. */
    importedId: text(),
    lastLogin: time(),
    /** IANA name; null reads times in the agency's zone. */
    timeZone: text(),
    /** Where a sign-in of staff leads. */
    firstPage: text({ enum: firstPages }).notNull().default("dashboard"),
    /** Until then no rule assigns orders to this member of staff. */
    awayUntil: time(),
    /** Hosts for which the client orders no links. */
    excludedSites: json<string[]>().notNull().default([]),
    /** When a mailed link first proved that the person owns the address; null before. */
    emailVerifiedAt: time(),
    createdAt: time().notNull(),
    deletedAt: time(),
    version: version(),
  },
  (t) => [
    uniqueIndex("users_email").on(t.emailFolded).where(sql`deleted_at is null`),
    index("users_company").on(t.companyFolded, t.id).where(sql`company_folded is not null`),
    uniqueIndex("users_affiliate_code").on(t.affiliateCode).where(sql`affiliate_code is not null`),
    index("users_role_created").on(t.role, t.createdAt, t.id),
    index("users_listed_affiliates").on(t.createdAt, t.id).where(sql`affiliate = 1 or open_commissions > 0`),
  ],
);

/**
 * Every suffix of every folded full name ('ann smith', 'nn smith', ... 'h'), kept by triggers on users: a substring
 * search becomes a prefix search (see db/usersByNameSubstring).
 */
export const nameParts = sqliteTable("name_parts", { part: text().notNull(), userId: text().notNull() }, (t) => [
  primaryKey({ columns: [t.part, t.userId] }),
]);

/** Every second suffix of every folded email address, kept by triggers (see db/usersByEmailSubstring). */
export const emailParts = sqliteTable("email_parts", { part: text().notNull(), userId: text().notNull() }, (t) => [
  primaryKey({ columns: [t.part, t.userId] }),
]);

/** Accounts per role that are not deleted, kept by triggers so that no page counts rows. */
export const userTotals = sqliteTable("user_totals", {
  role: text({ enum: roles }).primaryKey(),
  count: integer().notNull(),
});

/** One customer record per payment account (rules.md payments/two-accounts). */
export const paymentCustomers = sqliteTable(
  "payment_customers",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    account: text({ enum: paymentAccounts }).notNull(),
    customerId: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.account] })],
);

/**
 * checkout: of a buyer whose first order is not paid yet. It becomes a page session then (rules.md
 * checkout/new-account).
 */
export const sessionKinds = ["page", "api", "checkout"] as const;

/**
 * One row per sign-in. The cookie or tokens name it; generation and hash prove the holder
 * (rules.md sessions/lifetimes).
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: sessionKinds }).notNull(),
    generation: integer().notNull().default(1),
    /** SHA-256 of the secret of the current generation. */
    secretHash: text().notNull(),
    /** When the generation last changed. */
    rotatedAt: time().notNull(),
    /** When the current generation was first used. Null: its answer may be lost, so the previous one stays valid. */
    usedAt: time(),
    accessExpiresAt: time().notNull(),
    /** No request renews it after this. */
    expiresAt: time().notNull(),
    /** The admin who impersonates, and the admin's own session to return to. */
    impersonatorId: text().references(() => users.id),
    impersonatorSessionId: text(),
    address: text(),
    userAgent: text(),
    createdAt: time().notNull(),
    lastSeenAt: time().notNull(),
    endedAt: time(),
    endReason: text(),
  },
  (t) => [
    index("sessions_user").on(t.userId, t.endedAt),
    index("sessions_ended").on(t.endedAt).where(sql`ended_at is not null`),
  ],
);

export const passwordResets = sqliteTable(
  "password_resets",
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    usedAt: time(),
    /** An invitation is valid longer than a reset, and its page welcomes the person. */
    purpose: text({ enum: ["reset", "invitation"] })
      .notNull()
      .default("reset"),
  },
  (t) => [
    index("password_resets_user").on(t.userId),
    index("password_resets_expires").on(t.expiresAt),
    index("password_resets_used").on(t.usedAt).where(sql`used_at is not null`),
  ],
);

/** Fixed windows: one row per limit and subject. */
export const rateLimits = sqliteTable("rate_limits", {
  key: text().primaryKey(),
  windowStartedAt: time().notNull(),
  count: integer().notNull(),
});
