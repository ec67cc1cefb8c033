import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SoldTerms } from "~/domain/catalogue/tracking";
import { placementStates } from "~/domain/placements/placementStates";
import { verdicts } from "~/domain/verdicts";
import { cents, flag, id, json, time, version } from "../columns";
import { orderItems, orders } from "./orders";
import { refunds } from "./refunds";
import { services } from "./services";
import { users } from "./users";

/** Sorts links without a due date last. The planner uses an expression index only for the same expression. */
export const DUE_LAST = sql.raw("case when due_at is null then 9007199254740991 else due_at end");

/** One row per sold link of a tracked package (rules.md placements/rows). */
export const placements = sqliteTable(
  "placements",
  {
    id: id(),
    /** The order's number and the sequence, e.g. '10436-07'. */
    number: text().notNull(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    orderItemId: text()
      .notNull()
      .references(() => orderItems.id),
    sequence: integer().notNull(),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** The client's own client, for resellers. */
    clientReference: text().notNull().default(""),
    targetUrl: text().notNull().default(""),
    /** The client leaves the choice of the page to the agency. */
    agencyChooses: flag().notNull().default(false),
    anchorText: text().notNull().default(""),
    /** Sanitised HTML, and its Markdown source. */
    brief: text().notNull().default(""),
    briefSource: text().notNull().default(""),
    state: text({ enum: placementStates }).notNull(),
    /** The state to which a reopened order returns a cancelled link. */
    stateBeforeCancel: text({ enum: placementStates }),
    /** Registrable domain, lower case, punycode. */
    siteDomain: text(),
    siteDr: integer(),
    siteDa: integer(),
    siteTraffic: integer(),
    /** Who measured, e.g. 'Ahrefs', and when. */
    metricsSource: text().notNull().default(""),
    metricsAt: time(),
    samplePage: text().notNull().default(""),
    /** Content to approve: an address, a file, or rich text with its Markdown source. */
    contentUrl: text().notNull().default(""),
    contentKey: text(),
    content: text().notNull().default(""),
    contentSource: text().notNull().default(""),
    contentApprovedAt: time(),
    /** Counts what was proposed, so that the signed link of an earlier proposal does nothing. */
    proposal: integer().notNull().default(0),
    proposedAt: time(),
    /** Until then the client can answer; afterwards silence approves. Null: no deadline. */
    answerBy: time(),
    remindedAt: time(),
    /** Why the client declined the last proposal. */
    declineReason: text().notNull().default(""),
    liveUrl: text().notNull().default(""),
    liveAt: time(),
    /** Whether it went live by its due date; null before. */
    onTime: flag(),
    /** As agreed when it was bought. */
    terms: json<SoldTerms>().notNull(),
    /** The part of the order's total that paid for this link. */
    share: cents().notNull(),
    refundId: text().references(() => refunds.id),
    dueAt: time(),
    clockLeftMs: integer().notNull(),
    startsOn: time(),
    assignedToId: text().references(() => users.id),
    /** Internal; never sent to clients. */
    staffNote: text().notNull().default(""),
    replacesId: text(),
    /** What the latest check found; null before the first. */
    health: text({ enum: verdicts }),
    healthAt: time(),
    /** Null when nothing is to be checked. */
    nextCheckAt: time(),
    /** Until then one Worker has taken the due check. */
    checkLeaseUntil: time(),
    /** Hash of the latest check, which the next one signs. */
    checkHash: text().notNull().default(""),
    /** Since then each certain check found a fault. */
    faultySince: time(),
    /** Since then the page could not be read. */
    unreadableSince: time(),
    /** The first fault of a confirmed loss. */
    lostSince: time(),
    version: version(),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex("placements_number").on(t.number),
    uniqueIndex("placements_order").on(t.orderId, t.sequence),
    index("placements_created").on(t.createdAt, t.id),
    index("placements_state").on(t.state, t.createdAt, t.id),
    index("placements_client").on(t.clientId, t.createdAt, t.id),
    index("placements_client_state").on(t.clientId, t.state, t.createdAt, t.id),
    index("placements_service_state").on(t.serviceId, t.state, t.createdAt, t.id),
    // Also of unassigned links, which staff filter by.
    index("placements_assigned_state").on(t.assignedToId, t.state, t.createdAt, t.id),
    index("placements_client_reference")
      .on(t.clientId, t.clientReference, t.createdAt, t.id)
      .where(sql`client_reference <> ''`),
    index("placements_reference").on(t.clientReference, t.createdAt, t.id).where(sql`client_reference <> ''`),
    index("placements_site").on(t.siteDomain, t.createdAt, t.id).where(sql`site_domain is not null`),
    index("placements_health").on(t.health, t.createdAt, t.id).where(sql`health is not null`),
    index("placements_next_check").on(t.nextCheckAt).where(sql`next_check_at is not null`),
    index("placements_lease").on(t.siteDomain, t.checkLeaseUntil).where(sql`check_lease_until is not null`),
    index("placements_lost").on(t.lostSince, t.id).where(sql`lost_since is not null`),
    index("placements_due").on(DUE_LAST, t.id),
    index("placements_work").on(t.assignedToId, t.state, t.dueAt, t.id).where(sql`due_at is not null`),
    index("placements_live").on(t.liveAt, t.id),
    index("placements_answer").on(t.answerBy).where(sql`answer_by is not null`),
    index("placements_replaces").on(t.replacesId).where(sql`replaces_id is not null`),
  ],
);

/** Links by scope ('all' or a client id) and state, kept by triggers as the counters of orders are. */
export const placementCounters = sqliteTable(
  "placement_counters",
  {
    scope: text().notNull(),
    state: text({ enum: placementStates }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.state] })],
);

/** Links by what their latest check found, kept by triggers, for the health page. */
export const linkHealthCounters = sqliteTable("link_health_counters", {
  health: text({ enum: verdicts }).primaryKey(),
  count: integer().notNull(),
});
