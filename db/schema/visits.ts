import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, time } from "../columns";

/** A visit through a referral link. The id is made at the edge, so a message delivered twice is stored once. */
export const visits = sqliteTable(
  "visits",
  {
    id: id(),
    affiliateCode: text().notNull(),
    landingPath: text().notNull(),
    referrer: text().notNull(),
    userAgent: text().notNull(),
    bot: flag().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index("visits_created").on(t.createdAt, t.id), index("visits_code").on(t.affiliateCode, t.createdAt, t.id)],
);
