import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import {
  clientNotes,
  commissionSettings,
  deletionRequests,
  orderCounters,
  orders,
  paymentCustomers,
  services,
  twoFactors,
  users,
} from "~db/schema";
import { authorize } from "../access";
import { type UserRecord, userRecord } from "../accounts/userRecord";
import { type ClientReferral, clientReferral, selectReferral } from "../attribution/clientReferral";
import { accountOf, serviceTypes } from "../catalogue/serviceTypes";
import { actorId, type Context, userOf } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import type { PaymentAccount } from "../ports/payments";
import { isClientWithId } from "./storedClient";

/** Paid orders only (rules.md orders/unpaid). Cents, before refunds. */
export interface ClientTotals {
  ordersCount: number;
  sumOfOrderValues: Cents;
}

export interface CommissionSetting {
  serviceId: string;
  serviceName: string;
  /** Hundredths of a percent. */
  percent: number;
  firstTime: boolean;
  perpetual: boolean;
}

/** An internal note of staff. Times in ms UTC. */
export interface ClientNote {
  id: string;
  body: string;
  authorName: string;
  /** True for the reader's own note; only its author may change it. */
  own: boolean;
  createdAt: number;
  version: number;
}

/** A client's newest order. ms UTC. */
interface LastOrder {
  id: string;
  number: number;
  createdAt: number;
  /** Who works on it. */
  manager: string | null;
}

export interface ClientDetails extends UserRecord {
  /** The client's id in the old system; null if not migrated. */
  importedId: string | null;
  /** True when the client signs in with a second factor. */
  twoFactor: boolean;
  /** False until the client accepts the invitation. */
  passwordSet: boolean;
  /** The provider's customer id in each payment account, or null (rules.md payments/two-accounts). */
  paymentCustomers: { account: PaymentAccount; customerId: string | null }[];
  commissions: CommissionSetting[];
  /** Newest first. */
  notes: ClientNote[];
  notesAround: { earlier: boolean; later: boolean };
  totals: ClientTotals;
  lastOrder: LastOrder | null;
  referral: ClientReferral | null;
  /** When the account will be erased, ms UTC; null without a request (rules.md privacy/deletion). */
  deletionDueAt: number | null;
}

const selectTotals = (ctx: Context, id: string) =>
  ctx.db
    .select({
      ordersCount: sql<number>`coalesce(sum(${orderCounters.paidCount}), 0)`,
      sumOfOrderValues: sql<number>`coalesce(sum(${orderCounters.paidAmount}), 0)`,
    })
    .from(orderCounters)
    .where(eq(orderCounters.scope, id));

/** Notes on the page of a client. */
const NOTES = 10;

const selectNotes = (ctx: Context, id: string, which: SQL | undefined) =>
  ctx.db
    .select({
      id: named(clientNotes.id, "note_id"),
      body: clientNotes.body,
      authorId: clientNotes.authorId,
      authorName: fullName(users).as("author_name"),
      createdAt: named(clientNotes.createdAt, "written_at"),
      version: named(clientNotes.version, "note_version"),
    })
    .from(clientNotes)
    .innerJoin(users, eq(users.id, clientNotes.authorId))
    .where(and(eq(clientNotes.clientId, id), which))
    .orderBy(desc(clientNotes.createdAt), desc(clientNotes.id))
    .limit(NOTES + 1);

const selectLastOrder = ({ db }: Context, clientId: string) =>
  db
    .select({
      id: named(orders.id, "order_id"),
      number: named(orders.number, "order_number"),
      createdAt: named(orders.createdAt, "ordered_at"),
      manager: sql<string | null>`iif(${users.id} is null, null, ${fullName(users)})`.as("manager"),
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.assignedToId))
    .where(eq(orders.clientId, clientId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);

const accounts = [...new Set(serviceTypes.map(accountOf))];

const notesBefore = (clientId: string, noteId: string) =>
  sql`(${clientNotes.createdAt}, ${clientNotes.id}) < (select later.created_at, later.id from ${clientNotes} later where later.id = ${noteId} and later.client_id = ${clientId})`;

/**
 * All that staff see of a client, in one round trip, with the newest ten notes, or those before the note `before`.
 * Throws NotFound for anyone who is not a client.
 */
export async function clientDetails(ctx: Context, id: string, before: string | null = null): Promise<ClientDetails> {
  authorize(ctx, "clients.read");
  const { db } = ctx;
  const [[record], [more], customers, commissions, notes, [totals], [lastOrder], [attribution]] = await db.batch([
    userRecord(ctx, id),
    db
      .select({
        importedId: users.importedId,
        passwordSet: sql<number>`${users.passwordHash} is not null`,
        twoFactor: sql<number>`${twoFactors.enabledAt} is not null`,
        deletionDueAt: deletionRequests.dueAt,
      })
      .from(users)
      .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
      .leftJoin(deletionRequests, and(eq(deletionRequests.clientId, users.id), isNull(deletionRequests.undoneAt)))
      .where(isClientWithId(id)),
    db
      .select({ account: paymentCustomers.account, customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.userId, id)),
    db
      .select({
        serviceId: commissionSettings.serviceId,
        serviceName: services.name,
        percent: commissionSettings.percent,
        firstTime: commissionSettings.firstTime,
        perpetual: commissionSettings.perpetual,
      })
      .from(commissionSettings)
      .innerJoin(services, eq(services.id, commissionSettings.serviceId))
      .where(eq(commissionSettings.userId, id))
      .orderBy(asc(services.nameFolded), asc(services.id)),
    selectNotes(ctx, id, before ? notesBefore(id, before) : undefined),
    selectTotals(ctx, id),
    selectLastOrder(ctx, id),
    selectReferral(ctx, id),
  ]);
  if (record?.role !== "CUSTOMER" || !more || !totals) throw new NotFound();
  const reader = userOf(ctx.actor)?.id;
  return {
    ...record,
    importedId: more.importedId,
    passwordSet: more.passwordSet === 1,
    twoFactor: more.twoFactor === 1,
    paymentCustomers: accounts.map((account) => ({
      account,
      customerId: customers.find((customer) => customer.account === account)?.customerId ?? null,
    })),
    commissions,
    notes: notes.slice(0, NOTES).map(({ authorId, ...note }) => ({ ...note, own: authorId === reader })),
    notesAround: { earlier: notes.length > NOTES, later: before !== null },
    totals,
    lastOrder: lastOrder ?? null,
    referral: clientReferral(attribution),
    deletionDueAt: more.deletionDueAt,
  };
}

/** The actor's own note on a client. Throws NotFound for any other. */
export async function ownClientNote(ctx: Context, { clientId, id }: { clientId: string; id: string }) {
  authorize(ctx, "clients.edit");
  const [[client], [note]] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(isClientWithId(clientId)),
    selectNotes(ctx, clientId, eq(clientNotes.id, id)),
  ]);
  if (!client || !note || note.authorId !== actorId(ctx)) throw new NotFound();
  const { authorId: _, ...own } = note;
  return { ...own, own: true };
}

/**
 * Number and sum of a client's paid orders, in cents (GET /order/sum/client/{id}). Throws NotFound for anyone who is
 * not a client.
 */
export async function clientTotals(ctx: Context, id: string): Promise<ClientTotals> {
  authorize(ctx, "clients.read");
  const [[client], [totals]] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(isClientWithId(id)),
    selectTotals(ctx, id),
  ]);
  if (!client || !totals) throw new NotFound();
  return totals;
}
