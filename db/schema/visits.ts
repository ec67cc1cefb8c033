import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, time } from "../columns";

/** A visit through a referral link. The id is created at the edge, so a message delivered twice is stored once. */
export const visits = sqliteTable(
  "visits",
  {
    id: id(),
    affiliateCode: text().notNull(),
    /** The affiliate who owned the code when the visit was stored, because codes can change; null for none. */
    affiliateId: text(),
    landingPath: text().notNull(),
    referrer: text().notNull(),
    userAgent: text().notNull(),
    bot: flag().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    index("visits_created").on(t.createdAt, t.id),
    // Only visits without an affiliate are indexed by code; the others are found by affiliate, which saves one page
    // per write.
    index("visits_stray").on(t.affiliateCode, t.createdAt, t.id).where(sql`affiliate_id is null`),
    index("visits_affiliate").on(t.affiliateId, t.createdAt, t.id),
  ],
);

/** Every code that an affiliate has or had, kept by triggers on users: it maps a code to its affiliates' visits. */
export const affiliateCodes = sqliteTable(
  "affiliate_codes",
  { code: text().notNull(), affiliateId: text().notNull() },
  (t) => [primaryKey({ columns: [t.code, t.affiliateId] })],
);

/** Stored visits, bots separate, kept by triggers so that the unfiltered log counts no rows. */
export const visitCounts = sqliteTable("visit_counts", {
  bot: integer({ mode: "boolean" }).primaryKey(),
  count: integer().notNull(),
});
