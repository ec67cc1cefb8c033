import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import * as schema from "~db/schema";

type Schema = typeof schema;
type TableName = { [Key in keyof Schema]: Schema[Key] extends SQLiteTable ? Key : never }[keyof Schema];
type ColumnOf<Name extends TableName> = keyof Schema[Name]["_"]["columns"] & string;

/** Left out as a whole, and why. */
type LeftOut = string;
/** The columns that are left out. */
type Without<Name extends TableName> = readonly ColumnOf<Name>[];

const SIGN_IN = "It lets people in";
const COUNTED = "It is counted or derived from other tables";
const WORK = "It is work of the portal that is under way";

/**
 * Every table, as an export of everything takes it (rules.md data/everything). The compiler refuses a table that is
 * missing here, and `tests/domain/exportEverything.test.ts` a column that sounds like a secret.
 */
export const exportedTables: { readonly [Name in TableName]: Without<Name> | LeftOut } = {
  users: ["passwordHash", "firstNameFolded", "lastNameFolded", "emailFolded", "companyFolded"],
  cartMails: "Named by the key of a checkout form, which only its browser knows",
  clientNotes: [],
  paymentCustomers: [],
  notificationChoices: [],
  services: ["nameFolded"],
  formerSlugs: [],
  packages: [],
  intakeFields: [],
  customerInterfaces: [],
  orders: ["checkoutKey"],
  orderItems: [],
  tags: ["nameFolded"],
  orderTags: [],
  orderUndos: WORK,
  savedViews: ["nameFolded"],
  orderEntries: [],
  orderMessages: ["dedupeKey"],
  messageReads: [],
  scheduledMessages: ["dedupeKey"],
  importedMessages: [],
  messageThreads: [],
  messageDrafts: "Texts that their authors have not sent",
  savedReplies: ["nameFolded"],
  orderReports: [],
  orderCredits: [],
  placements: [],
  linkChecks: [],
  claims: [],
  subscriptions: [],
  billingCycles: [],
  missedCycles: [],
  invoices: [],
  invoiceHeads: [],
  refunds: ["requestKey"],
  disputes: [],
  disputeAnswers: [],
  unmatchedPayments: [],
  coupons: [],
  couponServices: [],
  couponUses: [],
  attributions: [],
  affiliateCodes: [],
  affiliateProgramme: [],
  commissionSettings: [],
  commissions: ["dedupeKey"],
  payouts: ["requestKey"],
  payoutShares: [],
  visits: [],
  visitTotals: [],
  announcements: [],
  announcementDismissals: [],
  creatives: [],
  notifications: ["dedupeKey"],
  history: ["dedupeKey", "formKey"],
  securityEvents: [],
  settings: [],
  uploads: [],
  deletionRequests: [],
  balanceTransactions: [],
  bookDifferences: [],
  sessions: SIGN_IN,
  passwordResets: SIGN_IN,
  signInLinks: SIGN_IN,
  signInChallenges: SIGN_IN,
  twoFactors: SIGN_IN,
  recoveryCodes: SIGN_IN,
  payeeDetails: "Bank details of affiliates stay sealed",
  outbox: "Mails hold links that let people in",
  formAnswers: "Answers may hold links that let people in",
  rateLimits: "It holds network addresses for a day",
  checkoutDrafts: "Visitors typed it before they signed in",
  deadLetters: WORK,
  inboundMails: WORK,
  exports: WORK,
  fileCounts: WORK,
  pageFacts: WORK,
  cronRuns: WORK,
  jobRuns: WORK,
  webhookEvents: WORK,
  paymentEventMarks: WORK,
  paymentEventFailures: WORK,
  numberFloors: WORK,
  bookChecks: WORK,
  bookCursors: WORK,
  bookChanges: WORK,
  balanceMarks: COUNTED,
  balanceTotals: COUNTED,
  nameParts: COUNTED,
  emailParts: COUNTED,
  userTotals: COUNTED,
  orderCounters: COUNTED,
  placementCounters: COUNTED,
  linkHealthCounters: COUNTED,
  subscriptionCounters: COUNTED,
  commissionCounters: COUNTED,
  affiliateCommissions: COUNTED,
  affiliateTotals: COUNTED,
  visitCounts: COUNTED,
};

export interface ExportedTable {
  /** As the database calls it. */
  name: string;
  table: SQLiteTable;
  without: readonly string[];
}

const byName: Record<string, unknown> = { ...schema };
const tableOf = (name: string) => byName[name] as SQLiteTable;
const nameOf = (name: string) => getTableConfig(tableOf(name)).name;

/** The tables in the order of the files. */
export const tablesOfEverything = (): ExportedTable[] =>
  Object.entries(exportedTables).flatMap(([name, rule]) =>
    typeof rule === "string" ? [] : [{ name: nameOf(name), table: tableOf(name), without: rule as readonly string[] }],
  );

/** The tables that are left out, as the manifest names them. */
export const leftOutOfEverything = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(exportedTables).flatMap(([name, rule]) => (typeof rule === "string" ? [[nameOf(name), rule]] : [])),
  );
