import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "~db/schema";
import { INTERNAL_HOLDER } from "../messages/messageFiles";

type Schema = typeof schema;
export type TableName = { [Key in keyof Schema]: Schema[Key] extends SQLiteTable ? Key : never }[keyof Schema];
type ColumnOf<Name extends TableName> = keyof Schema[Name]["_"]["columns"] & string;

/** The rows of a person, whose user id it is given. */
type RowsOf = (person: string) => SQL;

/** Rows are deleted, or columns of them emptied. The step of that name does what a statement on one table cannot. */
export type Erasure =
  | { delete: RowsOf }
  | { empty: Record<string, string | null>; where: RowsOf }
  | { step: "files" | "exports" | "mentions" | "history" | "profile" };

/** What the portal knows of people in one table: for the download, the erasure and docs/privacy.md. */
export interface DataTable {
  holds: string;
  why: string;
  /** How long, when the person does not ask for its erasure. */
  kept: string;
  /** Absent with `notDownloaded`, which says why. */
  download?: {
    rows: RowsOf;
    columns: readonly string[];
    /** Never in a download: internal, of other people, or secret. */
    withheld: readonly string[];
  };
  notDownloaded?: string;
  erasure: readonly Erasure[];
  /** What stays after the erasure, as the person reads it before. */
  stays?: string;
}

/** A table that holds nothing of a client. Its text says what it holds. */
type NoPersonalData = string;

const own = <Name extends TableName>(
  _: Name,
  rows: RowsOf,
  columns: readonly ColumnOf<Name>[],
  withheld: readonly ColumnOf<Name>[],
) => ({ rows, columns, withheld });

export const ordersOf = (person: string) => sql`(select id from orders where client_id = ${person})`;
const orderNumbersOf = (person: string) => sql`(select number from orders where client_id = ${person})`;
const subscriptionsOf = (person: string) => sql`(select id from subscriptions where client_id = ${person})`;
const placementsOf = (person: string) => sql`(select id from placements where client_id = ${person})`;
/** Orders that the person paid and that now belong to another client (rules.md orders/move). */
export const movedOrdersOf = (person: string) =>
  sql`(select invoices.order_id from invoices join orders on orders.id = invoices.order_id where invoices.client_id = ${person} and orders.client_id <> ${person})`;
/** Files of the person's profile and orders. Invoices are attached to `invoice:…` and stay. */
export const filesOf = (person: string) =>
  sql`(select ${`user:${person}`} union all select 'order:' || id from orders where client_id = ${person})`;
/** The files to erase: also those of the internal thread, and those of the person's messages in moved orders. */
export const erasedFilesOf = (person: string) =>
  sql`(attached_to in ${filesOf(person)}
    or attached_to in (select ${`${INTERNAL_HOLDER}:`} || id from orders where client_id = ${person})
    or (attached_to in (select 'order:' || order_id from ${movedOrdersOf(person)}) and owner_id = ${person} and kind = 'messageFile'))`;

const by =
  (column: string): RowsOf =>
  (person) =>
    sql`${sql.identifier(column)} = ${person}`;
const within =
  (column: string, ids: RowsOf): RowsOf =>
  (person) =>
    sql`${sql.identifier(column)} in ${ids(person)}`;

const ORDERS = "We need it to deliver, bill and prove your orders";
const BOOKS = "Tax and commercial law ask for it";
const SIGN_IN = "We need it to let you in, and nobody else";
const KEPT = "as long as the account";
const BY_LAW = "as long as the law asks";
const DEFENCE = "as long as a payment can be disputed";

/**
 * Every table of the database, with what it holds of a client. The compiler refuses a table that is missing here, and
 * `tests/domain/personalData.test.ts` a column (rules.md privacy/tables).
 */
export const dataTables: { readonly [Name in TableName]: DataTable | NoPersonalData } = {
  users: {
    holds: "name, company and its tax id, email address, phone, postal address, photo, status, password (hashed)",
    why: "To know who you are and to reach you",
    kept: KEPT,
    download: own(
      "users",
      by("id"),
      [
        "id",
        "email",
        "firstName",
        "lastName",
        "role",
        "photoKey",
        "company",
        "taxId",
        "phoneNo",
        "address",
        "city",
        "state",
        "zipCode",
        "country",
        "userStatus",
        "clientType",
        "affiliate",
        "affiliateCode",
        "lastLogin",
        "emailVerifiedAt",
        "timeZone",
        "excludedSites",
        "createdAt",
      ],
      [
        "passwordHash",
        "firstNameFolded",
        "lastNameFolded",
        "emailFolded",
        "companyFolded",
        "privileges",
        "firstLogin",
        "openCommissions",
        "importedId",
        "firstPage",
        "awayUntil",
        "deletedAt",
        "version",
      ],
    ),
    erasure: [{ step: "profile" }],
    stays: "A number in place of your name",
  },
  nameParts: "parts of names for the search, which follow the account's row",
  emailParts: "parts of addresses for the search, which follow the account's row",
  userTotals: "the number of accounts",
  paymentCustomers: {
    holds: "the number that the card provider knows you by",
    why: "To charge and refund. The provider holds the card itself",
    kept: BY_LAW,
    download: own("paymentCustomers", by("user_id"), ["account", "customerId", "createdAt"], ["userId"]),
    erasure: [],
    stays: "Your customer number at the card provider, for refunds and disputes",
  },
  sessions: {
    holds: "where you are signed in: browser, network address, times",
    why: SIGN_IN,
    kept: "90 days after its end",
    download: own(
      "sessions",
      by("user_id"),
      ["kind", "address", "userAgent", "createdAt", "lastSeenAt", "expiresAt", "endedAt", "endReason"],
      [
        "id",
        "userId",
        "generation",
        "secretHash",
        "rotatedAt",
        "usedAt",
        "accessExpiresAt",
        "impersonatorId",
        "impersonatorSessionId",
      ],
    ),
    erasure: [{ delete: by("user_id") }],
  },
  passwordResets: {
    holds: "requests to set a new password",
    why: SIGN_IN,
    kept: "90 days after its end",
    download: own(
      "passwordResets",
      by("user_id"),
      ["createdAt", "expiresAt", "usedAt", "purpose"],
      ["tokenHash", "userId"],
    ),
    erasure: [{ delete: by("user_id") }],
  },
  signInLinks: {
    holds: "links to sign in that we mailed",
    why: SIGN_IN,
    kept: "90 days after its end",
    download: own(
      "signInLinks",
      by("user_id"),
      ["createdAt", "expiresAt", "usedAt", "redirectTo"],
      ["tokenHash", "userId"],
    ),
    erasure: [{ delete: by("user_id") }],
  },
  signInChallenges: {
    holds: "sign-ins that wait for the second factor",
    why: SIGN_IN,
    kept: "90 days after its end",
    download: own(
      "signInChallenges",
      by("user_id"),
      ["createdAt", "expiresAt", "usedAt"],
      ["id", "tokenHash", "userId"],
    ),
    erasure: [{ delete: by("user_id") }],
  },
  twoFactors: {
    holds: "the second factor (sealed)",
    why: SIGN_IN,
    kept: KEPT,
    download: own("twoFactors", by("user_id"), ["createdAt", "enabledAt"], ["userId", "secret", "lastStep"]),
    erasure: [{ delete: by("user_id") }],
  },
  recoveryCodes: {
    holds: "recovery codes (hashed)",
    why: SIGN_IN,
    kept: KEPT,
    download: own("recoveryCodes", by("user_id"), ["usedAt"], ["userId", "codeHash"]),
    erasure: [{ delete: by("user_id") }],
  },
  rateLimits: {
    holds: "how often an address or network tried to sign in",
    why: "To stop attacks",
    kept: "1 day",
    notDownloaded: "counts of the last day, found by the attacked address and not by an account",
    erasure: [{ step: "mentions" }],
  },
  securityEvents: {
    holds: "sign-ins, failures, changes of the password: network address, browser, time",
    why: "To notice and prove misuse",
    kept: "90 days, or longer as the agency sets it",
    download: own(
      "securityEvents",
      by("user_id"),
      ["kind", "address", "userAgent", "createdAt"],
      ["id", "userId", "actorId", "detail"],
    ),
    erasure: [{ delete: by("user_id") }],
  },
  inboundMails: {
    holds: "which order you answered by email, when, and whether we took it",
    why: "To take each email once",
    kept: "90 days",
    download: own(
      "inboundMails",
      by("user_id"),
      ["outcome", "reason", "orderId", "createdAt"],
      ["id", "keyHash", "userId"],
    ),
    erasure: [{ delete: by("user_id") }],
  },
  orders: {
    holds: "what you ordered, billing address, amounts, status, payment",
    why: ORDERS,
    kept: BY_LAW,
    download: own(
      "orders",
      by("client_id"),
      [
        "id",
        "number",
        "serviceId",
        "serviceName",
        "billing",
        "status",
        "subStatuses",
        "paymentType",
        "orderDuration",
        "frequency",
        "subtotal",
        "tieredTotal",
        "total",
        "tax",
        "taxLines",
        "couponCode",
        "payState",
        "refunded",
        "subscriptionId",
        "cycle",
        "source",
        "createdAt",
        "startedAt",
        "paidAt",
        "completedAt",
        "approvedAt",
        "dueAt",
        "awaitingSince",
        "changeRequests",
        "drip",
        "warnings",
      ],
      [
        "clientId",
        "statusBeforeCancel",
        "assignedToId",
        "notes",
        "cancelReason",
        "account",
        "couponId",
        "paymentIntentId",
        "checkoutSessionId",
        "setupIntentId",
        "statementText",
        "checkoutKey",
        "transactionDetails",
        "uploadKey",
        "createdBy",
        "clockLeftMs",
        "workedMs",
        "runningSince",
        "priority",
        "snoozedUntil",
        "snoozeReason",
        "version",
      ],
    ),
    erasure: [
      {
        empty: { notes: "", cancel_reason: null, upload_key: null, source: "{}", warnings: null, snooze_reason: null },
        where: by("client_id"),
      },
      {
        // An issued invoice prints the billing address.
        empty: { billing: '{"address":"","city":"","state":"","zipCode":"","country":"","phoneNo":""}' },
        where: (person) =>
          sql`client_id = ${person} and not exists (select 1 from invoices where invoices.order_id = orders.id)`,
      },
    ],
    stays: "Your orders: number, service, dates, amounts, and the billing address where we issued an invoice",
  },
  orderItems: {
    holds: "packages and prices of an order",
    why: ORDERS,
    kept: BY_LAW,
    download: own(
      "orderItems",
      within("order_id", ordersOf),
      ["orderId", "packageName", "addOn", "quantity", "unitPrice", "tierPercent", "lineTotal", "sequence"],
      ["id", "packageId"],
    ),
    erasure: [],
    stays: "Packages and prices of your orders",
  },
  orderTags: {
    holds: "words by which our team sorts your orders",
    why: ORDERS,
    kept: KEPT,
    notDownloaded: "They are our team's own notes",
    erasure: [{ delete: within("order_id", ordersOf) }],
  },
  tags: "words by which staff sort orders",
  orderUndos: "what a staff member changed last, for 15 seconds",
  savedViews: "addresses of lists that staff keep under a name",
  orderEntries: {
    holds: "project details that you and our team filled in",
    why: ORDERS,
    kept: KEPT,
    download: own(
      "orderEntries",
      within("order_id", ordersOf),
      ["id", "orderId", "packageId", "role", "items", "createdAt"],
      ["createdById", "version"],
    ),
    erasure: [{ delete: within("order_id", ordersOf) }],
  },
  orderCounters: "sums of orders",
  checkoutDrafts: {
    holds: "what you typed at a checkout that you left to sign in",
    why: "To continue where you left",
    kept: "1 day",
    download: own(
      "checkoutDrafts",
      by("client_id"),
      ["serviceId", "form", "createdAt", "expiresAt"],
      ["id", "clientId"],
    ),
    erasure: [{ delete: by("client_id") }],
  },
  cartMails: {
    holds: "when we reminded you of an order that you did not finish",
    why: "To remind you at most twice, and to count what came of it",
    kept: "13 months",
    download: own("cartMails", by("client_id"), ["number", "queuedAt", "sentAt"], ["cartKey", "clientId"]),
    erasure: [{ delete: by("client_id") }],
  },
  orderMessages: {
    holds: "messages between you and our team",
    why: ORDERS,
    kept: KEPT,
    download: own(
      "orderMessages",
      (person) => sql`order_id in ${ordersOf(person)} and thread = 'Customer'`,
      ["id", "orderId", "authorId", "bodySource", "createdAt", "files", "editedAt"],
      ["thread", "realAuthorId", "body", "dedupeKey"],
    ),
    erasure: [
      { delete: within("order_id", ordersOf) },
      { delete: (person) => sql`order_id in ${movedOrdersOf(person)} and author_id = ${person}` },
    ],
  },
  messageThreads: {
    holds: "whether your messages were read and answered, and when",
    why: ORDERS,
    kept: KEPT,
    download: own(
      "messageThreads",
      within("order_number", orderNumbersOf),
      ["orderNumber", "lastMessageAt", "firstClientAt", "firstResponseAt"],
      ["serviceId", "assignedToId", "snoozedUntil", "state", "firstUnansweredAt", "firstResponderId"],
    ),
    erasure: [{ delete: within("order_number", orderNumbersOf) }],
  },
  messageDrafts: {
    holds: "messages that you typed and have not sent",
    why: "To continue where you left",
    kept: "until you send or empty them",
    download: own("messageDrafts", by("user_id"), ["orderId", "thread", "body", "savedAt"], ["userId"]),
    erasure: [{ delete: by("user_id") }, { delete: within("order_id", ordersOf) }],
  },
  savedReplies: "texts of our team",
  messageReads: {
    holds: "when you last opened the messages of an order",
    why: "So that our team knows that a message reached you",
    kept: KEPT,
    download: own("messageReads", by("user_id"), ["orderId", "readAt"], ["userId"]),
    erasure: [{ delete: by("user_id") }, { delete: within("order_id", ordersOf) }],
  },
  scheduledMessages: {
    holds: "messages of our team to you that are not sent yet",
    why: ORDERS,
    kept: "until they are sent",
    notDownloaded: "They are drafts of our team. What was sent to you is among your messages",
    erasure: [{ delete: within("order_id", ordersOf) }, { delete: by("client_id") }],
  },
  importedMessages: {
    holds: "messages from the system that we used before",
    why: ORDERS,
    kept: KEPT,
    download: own(
      "importedMessages",
      within("order_id", ordersOf),
      ["id", "orderId", "fromName", "body", "createdAt"],
      [],
    ),
    erasure: [{ delete: within("order_id", ordersOf) }],
  },
  orderReports: {
    holds: "reports that our team delivered",
    why: ORDERS,
    kept: KEPT,
    download: own(
      "orderReports",
      within("order_id", ordersOf),
      ["id", "orderId", "uploadKey", "fileName", "url", "createdAt"],
      ["createdById"],
    ),
    erasure: [{ delete: within("order_id", ordersOf) }],
  },
  uploads: {
    holds: "files that you or our team uploaded",
    why: ORDERS,
    kept: KEPT,
    download: own(
      "uploads",
      (person) => sql`attached_to in ${filesOf(person)} and stored_at is not null`,
      ["key", "kind", "fileName", "contentType", "size", "createdAt", "attachedTo"],
      ["ownerId", "storedAt"],
    ),
    erasure: [{ step: "files" }],
    stays: "Invoices that were printed",
  },
  placements: {
    holds: "the links that you bought: your page, text of the link, briefing, site, dates",
    why: ORDERS,
    kept: KEPT,
    download: own(
      "placements",
      by("client_id"),
      [
        "id",
        "number",
        "orderId",
        "sequence",
        "clientReference",
        "targetUrl",
        "agencyChooses",
        "anchorText",
        "briefSource",
        "state",
        "siteDomain",
        "siteDr",
        "siteDa",
        "siteTraffic",
        "metricsSource",
        "metricsAt",
        "samplePage",
        "contentUrl",
        "contentSource",
        "contentApprovedAt",
        "proposedAt",
        "answerBy",
        "declineReason",
        "liveUrl",
        "liveAt",
        "onTime",
        "dueAt",
        "startsOn",
        "health",
        "healthAt",
        "createdAt",
      ],
      [
        "orderItemId",
        "serviceId",
        "clientId",
        "brief",
        "stateBeforeCancel",
        "contentKey",
        "content",
        "proposal",
        "remindedAt",
        "terms",
        "share",
        "refundId",
        "clockLeftMs",
        "assignedToId",
        "staffNote",
        "replacesId",
        "nextCheckAt",
        "checkLeaseUntil",
        "checkHash",
        "faultySince",
        "unreadableSince",
        "lostSince",
        "version",
      ],
    ),
    erasure: [
      {
        empty: {
          client_reference: "",
          brief: "",
          brief_source: "",
          content_url: "",
          content_key: null,
          content: "",
          content_source: "",
          decline_reason: "",
          staff_note: "",
        },
        where: by("client_id"),
      },
      { empty: { target_url: "", anchor_text: "" }, where: (person) => sql`client_id = ${person} and live_at is null` },
    ],
    stays: "Published links: site, page, and text of the link",
  },
  placementCounters: "sums of links",
  linkHealthCounters: "sums of links",
  linkChecks: {
    holds: "what we found when we looked at a published link",
    why: "To keep the guarantee",
    kept: "the guarantee and 13 months",
    download: own(
      "linkChecks",
      within("placement_id", placementsOf),
      ["id", "placementId", "at", "verdict", "status", "finalUrl", "rel", "anchor"],
      ["dueAt", "ms", "evidenceKey", "bodySha256", "seenById", "note", "keptUntil", "prevHash", "hash"],
    ),
    erasure: [],
    stays: "Checks of published links, until 13 months after their guarantee",
  },
  claims: {
    holds: "claims under the guarantee",
    why: ORDERS,
    kept: BY_LAW,
    download: own(
      "claims",
      by("client_id"),
      [
        "id",
        "placementId",
        "orderId",
        "openedBy",
        "verdict",
        "reason",
        "state",
        "repairBy",
        "replaceBy",
        "rejectReason",
        "closedAt",
        "createdAt",
      ],
      ["clientId", "serviceId", "openedById", "replacementId", "refundId", "note", "version"],
    ),
    erasure: [{ empty: { reason: "", reject_reason: "", note: "" }, where: by("client_id") }],
    stays: "Claims without their texts",
  },
  invoices: {
    holds: "invoices with the name and address that they print",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "invoices",
      by("client_id"),
      ["id", "orderId", "number", "clientName", "clientEmail", "issuer", "subtotal", "charged", "paidAt", "createdAt"],
      ["account", "clientId", "transactionId", "headId"],
    ),
    erasure: [],
    stays: "Issued invoices with the name, email address and billing address that they print",
  },
  refunds: {
    holds: "money that we paid back",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "refunds",
      within("order_id", ordersOf),
      ["id", "orderId", "amount", "source", "state", "createdAt", "refundedAt", "creditNumber"],
      ["account", "disputeId", "reason", "providerId", "requestKey", "createdById"],
    ),
    erasure: [{ empty: { reason: "" }, where: within("order_id", ordersOf) }],
    stays: "Refunds: amount and date",
  },
  disputes: {
    holds: "payments that you disputed with your bank",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "disputes",
      within("order_id", ordersOf),
      ["id", "orderId", "amount", "reason", "status", "openedAt"],
      ["account", "providerId", "evidenceDueAt"],
    ),
    erasure: [],
    stays: "Disputed payments: amount, reason and state",
  },
  disputeAnswers: {
    holds: "our answer to a disputed payment: name, address and the order's facts",
    why: "To defend a claim",
    kept: DEFENCE,
    notDownloaded: "prepared for a dispute between two parties; your bank has it",
    erasure: [],
    stays: "Our answers to disputed payments",
  },
  subscriptions: {
    holds: "what renews, its amount, the last digits of the card",
    why: ORDERS,
    kept: BY_LAW,
    download: own(
      "subscriptions",
      by("client_id"),
      [
        "id",
        "serviceName",
        "initialOrderId",
        "status",
        "currentCycle",
        "renewalAmount",
        "orderDuration",
        "frequency",
        "previousPayment",
        "nextPayment",
        "createdAt",
        "cancelledAt",
        "cardBrand",
        "cardLast4",
        "cardExpiresAt",
        "cancelRequestedAt",
        "cancelRequest",
        "endsAt",
      ],
      ["clientId", "serviceId", "account", "customerId", "paymentMethodId", "anchorDay", "cardGeneration", "version"],
    ),
    erasure: [
      {
        empty: { card_brand: null, card_last4: null, card_expires_at: null, cancel_request: null },
        where: by("client_id"),
      },
    ],
    stays: "Subscriptions: service, dates and amounts",
  },
  subscriptionCounters: "sums of subscriptions",
  billingCycles: {
    holds: "renewals that were charged",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "billingCycles",
      within("subscription_id", subscriptionsOf),
      ["subscriptionId", "cycle", "state", "amount", "tax", "taxRates", "dueAt", "lastFailure", "createdAt", "paidAt"],
      [
        "origin",
        "account",
        "sequence",
        "paymentIntentId",
        "statementText",
        "leaseUntil",
        "tries",
        "nextTryAt",
        "firstTriedAt",
        "lastChargeId",
        "lastFailureCode",
        "actionNeeded",
        "orderId",
      ],
    ),
    erasure: [],
    stays: "Charged renewals: amount and date",
  },
  missedCycles: {
    holds: "renewals that were not charged in time",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "missedCycles",
      within("subscription_id", subscriptionsOf),
      ["subscriptionId", "dueAt", "amount", "state", "createdAt"],
      ["cycle", "mailedAt", "decidedAt", "decidedById"],
    ),
    erasure: [],
    stays: "Renewals that were not charged: amount and date",
  },
  unmatchedPayments: {
    holds: "a payment that no order was found for: name and email address as the provider knows them",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "unmatchedPayments",
      (person) => sql`client_email = (select email from users where users.id = ${person})`,
      ["id", "amount", "clientName", "clientEmail", "orderNumber", "paidAt"],
      ["account", "paymentIntentId", "reason", "state", "refundedById", "createdAt"],
    ),
    erasure: [
      {
        empty: { client_name: null, client_email: null },
        where: (person) => sql`client_email = (select email from users where users.id = ${person})`,
      },
    ],
    stays: "Payments without an order: amount and date",
  },
  couponUses: {
    holds: "which coupon you used",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "couponUses",
      by("client_id"),
      ["orderId", "state", "createdAt", "changedAt"],
      ["couponId", "clientId"],
    ),
    erasure: [],
    stays: "Coupons of your orders",
  },
  // Before the attributions, which name the visit.
  visits: {
    holds: "the visit that brought you to us, and visits of your own affiliate link",
    why: "To count visits of affiliate links",
    kept: "13 months, or 4 to 25 as the agency sets it",
    download: own(
      "visits",
      (person) => sql`id = (select visit_id from attributions where attributions.user_id = ${person})`,
      ["landingPath", "referrer", "userAgent", "createdAt"],
      ["id", "affiliateCode", "affiliateId", "bot"],
    ),
    erasure: [
      {
        empty: { referrer: "", user_agent: "", landing_path: "" },
        where: (person) => sql`id = (select visit_id from attributions where attributions.user_id = ${person})`,
      },
      { empty: { affiliate_code: "" }, where: by("affiliate_id") },
    ],
    stays: "Visits of your affiliate link, without its code, until we delete them as all visits",
  },
  attributions: {
    holds: "whose link brought you to us",
    why: "To pay the affiliate who referred you",
    kept: KEPT,
    download: own(
      "attributions",
      by("user_id"),
      ["reason", "affiliateCode", "clickedAt", "decidedAt"],
      ["userId", "affiliateId", "selfReferral", "visitId"],
    ),
    erasure: [
      { empty: { visit_id: null }, where: by("user_id") },
      { empty: { affiliate_code: null }, where: by("affiliate_id") },
    ],
    stays: "Whose referral an account was, by numbers without a name",
  },
  affiliateCodes: {
    holds: "codes of your affiliate link",
    why: "To credit your referrals to you",
    kept: KEPT,
    download: own("affiliateCodes", by("affiliate_id"), ["code"], ["affiliateId"]),
    erasure: [{ delete: by("affiliate_id") }],
  },
  commissionSettings: {
    holds: "what you earn as an affiliate",
    why: "To pay you",
    kept: KEPT,
    download: own("commissionSettings", by("user_id"), ["serviceId", "percent", "firstTime", "perpetual"], ["userId"]),
    erasure: [{ delete: by("user_id") }],
  },
  orderCredits: {
    holds: "which orders you earned on",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "orderCredits",
      by("affiliate_id"),
      ["orderId", "source", "reason", "percent", "decidedAt"],
      ["affiliateId", "selfReferral"],
    ),
    erasure: [],
    stays: "Which orders you earned on, by numbers without a name",
  },
  commissions: {
    holds: "what you earned as an affiliate",
    why: BOOKS,
    kept: BY_LAW,
    download: own(
      "commissions",
      by("affiliate_id"),
      [
        "id",
        "kind",
        "orderId",
        "serviceId",
        "orderAmount",
        "percent",
        "amount",
        "orderPaidAt",
        "status",
        "voidedAt",
        "approvedAt",
        "paidAt",
        "payoutId",
        "createdAt",
      ],
      ["clientId", "affiliateId", "selfReferral", "voidReason", "dedupeKey", "version"],
    ),
    erasure: [],
    stays: "Commissions that you earned: amounts and dates",
  },
  payoutShares: {
    holds: "what was paid out to you",
    why: BOOKS,
    kept: BY_LAW,
    download: own("payoutShares", by("affiliate_id"), ["payoutId", "lines", "total"], ["affiliateId"]),
    erasure: [],
    stays: "Payouts that you received: amounts",
  },
  payeeDetails: {
    holds: "your bank details (sealed)",
    why: "To pay you",
    kept: KEPT,
    // The details themselves are a file of the download (`personalDataFiles`).
    download: own("payeeDetails", by("user_id"), ["updatedAt"], ["userId", "sealed"]),
    erasure: [{ delete: by("user_id") }],
  },
  notifications: {
    holds: "notifications in the portal",
    why: "To tell you what happens",
    kept: "90 days after you read it, else 180 days, or as the agency sets it",
    download: own(
      "notifications",
      by("user_id"),
      ["id", "description", "type", "readAt", "createdAt"],
      ["userId", "typeSystemId", "dedupeKey", "mailWantedAt", "mailOnly"],
    ),
    erasure: [{ delete: by("user_id") }, { step: "mentions" }],
  },
  notificationChoices: {
    holds: "which notifications you want",
    why: "To respect your choice",
    kept: KEPT,
    download: own("notificationChoices", by("user_id"), ["kind", "inApp", "email"], ["userId"]),
    erasure: [{ delete: by("user_id") }],
  },
  announcementDismissals: {
    holds: "announcements that you closed",
    why: "To respect your choice",
    kept: KEPT,
    download: own("announcementDismissals", by("user_id"), ["announcementId", "createdAt"], ["userId"]),
    erasure: [{ delete: by("user_id") }],
  },
  outbox: {
    holds: "emails on their way to you",
    why: "To send them, and not to send one twice",
    kept: "7 days after it was sent, mails about cards 45 days",
    notDownloaded: "copies of emails that you have received",
    erasure: [{ step: "mentions" }],
  },
  exports: {
    holds: "files that you or our team asked for",
    why: "To hand out large files",
    kept: "30 days",
    download: own(
      "exports",
      by("owner_id"),
      ["id", "kind", "state", "createdAt", "finishedAt"],
      ["ownerId", "search", "rowsDone", "rowsTotal", "uploadKey", "leaseUntil"],
    ),
    erasure: [{ step: "exports" }],
  },
  clientNotes: {
    holds: "internal notes of our team",
    why: ORDERS,
    kept: KEPT,
    notDownloaded: "internal notes of our team",
    erasure: [{ delete: by("client_id") }],
  },
  history: {
    holds: "who changed what and when",
    why: "To prove changes and find mistakes",
    kept: BY_LAW,
    notDownloaded: "internal, with names of our team",
    erasure: [{ step: "history" }],
    stays: "When orders and payments changed, without the texts",
  },
  deletionRequests: {
    holds: "when you asked to delete your account",
    why: "To prove that we did",
    kept: BY_LAW,
    download: own(
      "deletionRequests",
      by("client_id"),
      ["requestedAt", "dueAt", "undoneAt"],
      ["id", "clientId", "requestedById", "undoneById", "startedAt", "steps", "erasedAt", "finishedAt"],
    ),
    erasure: [],
    stays: "When you asked for the deletion",
  },
  deadLetters: "messages between parts of the portal that failed, with numbers of records, for 90 days",
  formAnswers: "the address of the page that followed a posted form, for 7 days",
  payouts: "payouts as a whole",
  commissionCounters: "sums of commissions",
  affiliateCommissions: "sums of commissions",
  affiliateTotals: "sums of referrals",
  affiliateProgramme: "settings of the affiliate programme",
  settings: "settings of the agency",
  invoiceHeads: "what invoices show of the agency",
  visitTotals: "sums of visits",
  visitCounts: "sums of visits",
  services: "the catalogue",
  formerSlugs: "earlier addresses of services in the shop",
  packages: "the catalogue",
  intakeFields: "the catalogue",
  customerInterfaces: "the catalogue",
  announcements: "announcements",
  creatives: "advertising material",
  coupons: "coupons",
  couponServices: "coupons",
  fileCounts: "the number and size of all files",
  pageFacts: "what pages answered before they were ordered a link, for one day, found by their address",
  cronRuns: "runs of jobs",
  jobRuns: "runs of jobs",
  bookChecks: "checks of the books",
  bookCursors: "checks of the books",
  bookChanges: "checks of the books",
  bookDifferences: "checks of the books: amounts and numbers of records",
  balanceTransactions: "movements of the agency's own balance",
  balanceTotals: "movements of the agency's own balance",
  balanceMarks: "movements of the agency's own balance",
  paymentEventMarks: "how far the provider's events were read",
  paymentEventFailures: "events of the provider that failed, by number",
  numberFloors: "numbers of orders, invoices and credit notes",
  webhookEvents: "events of the provider, by number, for 90 days",
};

const tables = new Map<string, unknown>(Object.entries(schema));

export const tablesOfPeople = (Object.entries(dataTables) as [TableName, DataTable | NoPersonalData][]).flatMap(
  ([name, data]) => (typeof data === "string" ? [] : [{ name, table: tables.get(name) as SQLiteTable, ...data }]),
);

/** What stays after the erasure, for the page that asks before. */
export const keptAfterErasure = [...new Set(tablesOfPeople.flatMap(({ stays }) => stays ?? []))];
