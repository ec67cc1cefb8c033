import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type InboundResult, inboundOutcomes } from "~/domain/inboundMail/inboundMail";
import { id, time } from "../columns";

/** What became of each answer by email, so that none is taken twice (rules.md inbound/once). Ids sort by time. */
export const inboundMails = sqliteTable(
  "inbound_mails",
  {
    id: id(),
    /** Of the reply address, the sender and the Message-ID. */
    keyHash: text().notNull(),
    outcome: text({ enum: inboundOutcomes }).notNull(),
    reason: text().$type<InboundResult["reason"]>(),
    /** The person of the reply address; null when no account proves it. */
    userId: text(),
    orderId: text(),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex("inbound_mails_key").on(t.keyHash),
    index("inbound_mails_user").on(t.userId).where(sql`user_id is not null`),
  ],
);
