import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { claimOpeners, claimStates, openClaimStates } from "~/domain/claims/claimStates";
import { verdicts } from "~/domain/verdicts";
import { flag, id, json, time, version } from "../columns";
import { orders } from "./orders";
import { placements } from "./placements";
import { disputes, refunds } from "./refunds";
import { services } from "./services";
import { users } from "./users";

/** One row per look at a live link: a chain per link, each row signing the one before (rules.md watch/chain). */
export const linkChecks = sqliteTable(
  "link_checks",
  {
    id: id(),
    placementId: text()
      .notNull()
      .references(() => placements.id),
    /** When the check was due. One row per due check, however often its Worker was killed. */
    dueAt: time().notNull(),
    at: time().notNull(),
    verdict: text({ enum: verdicts }).notNull(),
    /** HTTP status of the last answer; null without one. */
    status: integer(),
    finalUrl: text().notNull().default(""),
    /** The words of the link's rel attribute, and its text. */
    rel: text().notNull().default(""),
    anchor: text().notNull().default(""),
    /** How long the page took, in ms. */
    ms: integer().notNull().default(0),
    /** R2: headers and 64 kB around the link. */
    evidenceKey: text(),
    /** SHA-256 in hex of the body that was read. */
    bodySha256: text().notNull().default(""),
    /** Who looked and what they wrote, when a person had to look. */
    seenById: text().references(() => users.id),
    note: text().notNull().default(""),
    /** Deleted with its evidence after that; null for good. Not part of the chain. */
    keptUntil: time(),
    /** SHA-256 in hex over this row and the hash before it; the first has ''. */
    prevHash: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [
    uniqueIndex("link_checks_due").on(t.placementId, t.dueAt),
    // Two checks cannot follow the same one.
    uniqueIndex("link_checks_chain").on(t.placementId, t.prevHash),
    index("link_checks_placement").on(t.placementId, t.at, t.id),
    index("link_checks_at").on(t.at, t.verdict),
    index("link_checks_kept").on(t.keptUntil).where(sql`kept_until is not null`),
  ],
);

/** One row per lost or reported link under its guarantee (rules.md claims/states). */
export const claims = sqliteTable(
  "claims",
  {
    id: id(),
    placementId: text()
      .notNull()
      .references(() => placements.id),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    openedBy: text({ enum: claimOpeners }).notNull(),
    /** Null when the watch opened it. */
    openedById: text().references(() => users.id),
    /** The verdict that opened it. */
    verdict: text({ enum: verdicts }).notNull(),
    /** What the client or staff wrote. */
    reason: text().notNull().default(""),
    state: text({ enum: claimStates }).notNull(),
    /** Until then staff can repair; afterwards a replacement begins. Null before the claim is confirmed. */
    repairBy: time(),
    /** Until then a replacement can go live; afterwards its share is refunded. Null before a replacement began. */
    replaceBy: time(),
    replacementId: text().references(() => placements.id),
    refundId: text().references(() => refunds.id),
    /** Why it was rejected, as the client reads it. */
    rejectReason: text().notNull().default(""),
    /** Internal; never sent to clients. */
    note: text().notNull().default(""),
    closedAt: time(),
    version: version(),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex("claims_open")
      .on(t.placementId)
      .where(sql.raw(`state in (${openClaimStates.map((state) => `'${state}'`).join(", ")})`)),
    index("claims_placement").on(t.placementId, t.createdAt, t.id),
    index("claims_created").on(t.createdAt, t.id),
    index("claims_state").on(t.state, t.createdAt, t.id),
    index("claims_client").on(t.clientId, t.createdAt, t.id),
    index("claims_client_state").on(t.clientId, t.state, t.createdAt, t.id),
    index("claims_opener_state").on(t.openedBy, t.state, t.createdAt, t.id),
    index("claims_order").on(t.orderId),
    index("claims_replacement").on(t.replacementId).where(sql`replacement_id is not null`),
    index("claims_repair").on(t.repairBy).where(sql`state in ('confirmed', 'repairing')`),
    index("claims_replace").on(t.replaceBy).where(sql`state = 'replacing'`),
  ],
);

/** The agency's answer to a dispute: prepared once, sent once (rules.md disputes/answer). */
export const disputeAnswers = sqliteTable("dispute_answers", {
  disputeId: text()
    .primaryKey()
    .references(() => disputes.id),
  /** The provider's evidence fields as they were staged; files by their id at the provider. */
  fields: json<Record<string, string>>().notNull(),
  stagedAt: time().notNull(),
  stagedById: text()
    .notNull()
    .references(() => users.id),
  submittedAt: time(),
  submittedById: text().references(() => users.id),
  version: version(),
});

/** What a client's own page answered before an order, by address, for a day (rules.md preflight/pages). */
export const pageFacts = sqliteTable(
  "page_facts",
  {
    address: text().primaryKey(),
    status: integer().notNull(),
    noindex: flag().notNull(),
    finalUrl: text().notNull(),
    seenAt: time().notNull(),
  },
  (t) => [index("page_facts_seen").on(t.seenAt)],
);
