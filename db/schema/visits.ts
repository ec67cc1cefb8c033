import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, time } from "../columns";

/** A visit through a referral link. The id is made at the edge, so a message delivered twice is stored once. */
export const visits = sqliteTable(
  "visits",
  {
    id: id(),
    affiliateCode: text().notNull(),
    /** Whose code it was when the visit was stored, as codes can be changed; null for nobody's. */
    affiliateId: text(),
    landingPath: text().notNull(),
    referrer: text().notNull(),
    userAgent: text().notNull(),
    bot: flag().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    index("visits_created").on(t.createdAt, t.id),
    // By code only what is nobody's: the others are found by their affiliate, and storing them writes one page less each.
    index("visits_stray").on(t.affiliateCode, t.createdAt, t.id).where(sql`affiliate_id is null`),
    index("visits_affiliate").on(t.affiliateId, t.createdAt, t.id),
  ],
);

/** Every code that somebody has or had, kept by triggers on users: whose visits to look at for a code. */
export const affiliateCodes = sqliteTable(
  "affiliate_codes",
  { code: text().notNull(), affiliateId: text().notNull() },
  (t) => [primaryKey({ columns: [t.code, t.affiliateId] })],
);

/** How many visits are stored, bots apart, kept by triggers so that the unfiltered log counts no rows. */
export const visitCounts = sqliteTable("visit_counts", {
  bot: integer({ mode: "boolean" }).primaryKey(),
  count: integer().notNull(),
});
