import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { beforeRow } from "~db/beforeRow";
import { fullNameById } from "~db/fullName";
import { named } from "~db/named";
import { orderEntries, orderItems, orders, packages } from "~db/schema";
import { authorize } from "../access";
import { type ClientReferral, clientReferral, selectReferral } from "../attribution/clientReferral";
import type { Frequency } from "../catalogue/serviceTypes";
import { type Context, isStaff } from "../context";
import { CURSOR_PAGE_SIZE, toCursorPage } from "../cursorPage";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import type { TaxLine } from "../taxes";
import { type LinkCounts, linkCountColumn, linkCountsOf } from "./linkCounts";
import { linkProjects } from "./linkProjects";
import { orderItemColumns } from "./orderItemColumns";
import type { BillingAddress, OrderItem, OrderProject, OrderSource, OrderSubStatus } from "./orderParts";
import { type OrderPaymentType, type OrderStatus, type PayState, unpaidStatuses } from "./orderStates";
import { readTags, tagsOfOrder } from "./orderTags";
import type { Priority } from "./priorities";
import { refundedColumns } from "./refundedColumns";
import { shownDueAt } from "./shownDueAt";
import type { Tag } from "./tagColors";
import { visibleOrders } from "./visibleOrders";

/** What a customer may see of an order. Cents and ms UTC. */
export interface CustomerOrder {
  view: "customer";
  id: string;
  number: number;
  version: number;
  serviceId: string;
  serviceName: string;
  clientId: string;
  clientName: string;
  billing: BillingAddress;
  status: OrderStatus;
  subStatuses: OrderSubStatus[];
  assignedToName: string | null;
  cancelReason: string | null;
  uploadKey: string | null;
  paymentType: OrderPaymentType;
  orderDuration: number;
  frequency: Frequency;
  subtotal: Cents;
  tieredTotal: Cents;
  total: Cents;
  /** The added taxes in the total, and all that apply; null without a tax. */
  tax: Cents;
  taxLines: TaxLine[] | null;
  couponCode: string | null;
  /** Refunds only. Withdrawals by disputes are internal (`disputed`). */
  payState: PayState;
  refunded: Cents;
  invoiceId: string | null;
  createdAt: number;
  startedAt: number | null;
  paidAt: number | null;
  completedAt: number | null;
  /** When the customer approved the delivery. */
  approvedAt: number | null;
  changeRequests: number;
  /** Null while the clock stands still, and for customers whose service does not show it (rules.md orders/due). */
  dueAt: number | null;
  /** Imported: a separate call reads the older messages (rules.md orders/migrated). */
  migrated: boolean;
  /** True while it waits for payment (rules.md orders/unpaid). */
  payable: boolean;
  /** True when staff created it and ask for the payment: it is not closed after a day. */
  requested: boolean;
  /**
   * True when project details can be added: the service asks for them, or the order has some (rules.md
   * orders/add-entry).
   */
  takesEntries: boolean;
  /** True when the service has an intake form for one of the packages; tracked ones have links instead. */
  asksIntake: boolean;
  /** Null without tracked packages. */
  links: LinkCounts | null;
  /** True when the service is still sold, so that the customer can order it again. */
  orderableAgain: boolean;
  items: OrderItem[];
  projects: OrderProject[];
  /** Which entries `projects` holds: its oldest one, and whether there are earlier and later ones. */
  entries: { firstId: string | null; earlier: boolean; later: boolean };
}

/**
 * The order for staff. A separate type, so that its fields are never selected for a customer (rules.md
 * security/internal-text).
 */
export interface StaffOrder extends Omit<CustomerOrder, "view"> {
  view: "staff";
  assignedToId: string | null;
  notes: string;
  priority: Priority;
  tags: Tag[];
  snoozedUntil: number | null;
  snoozeReason: string | null;
  statusBeforeCancel: OrderStatus | null;
  paymentIntentId: string | null;
  transactionDetails: string | null;
  /** Withdrawn by disputes and not returned. */
  disputed: Cents;
  subscriptionId: string | null;
  cycle: number | null;
  /** Working ms until the deadline, of a clock that stands still. */
  clockLeftMs: number | null;
  source: OrderSource;
  /** How the client was referred; null for accounts older than the affiliate program. */
  referral: ClientReferral | null;
  createdBy: string;
}

export const MIGRATION = "Migration";

// Inner selects name the table of each column, because drizzle omits it in a select with one table.
const nameOf = (column: "client_id" | "assigned_to_id", alias: string) =>
  fullNameById(sql.raw(`orders.${column}`)).as(alias);

const customerColumns = {
  id: orders.id,
  number: orders.number,
  version: orders.version,
  serviceId: orders.serviceId,
  serviceName: orders.serviceName,
  clientId: orders.clientId,
  clientName: nameOf("client_id", "client_name"),
  billing: orders.billing,
  status: orders.status,
  subStatuses: orders.subStatuses,
  assignedToName: nameOf("assigned_to_id", "assigned_to_name"),
  cancelReason: orders.cancelReason,
  uploadKey: orders.uploadKey,
  paymentType: orders.paymentType,
  orderDuration: orders.orderDuration,
  frequency: orders.frequency,
  subtotal: orders.subtotal,
  tieredTotal: orders.tieredTotal,
  total: orders.total,
  tax: orders.tax,
  taxLines: orders.taxLines,
  couponCode: orders.couponCode,
  payState: orders.payState,
  refunded: orders.refunded,
  disputed:
    sql<Cents>`(select coalesce(sum(refunds.amount), 0) from refunds where refunds.order_id = orders.id and refunds.dispute_id is not null)`.as(
      "disputed",
    ),
  // After a move the invoice stays with the client it was issued to (rules.md orders/move).
  invoiceId: sql<
    string | null
  >`(select invoices.id from invoices where invoices.order_id = orders.id and invoices.client_id = orders.client_id)`.as(
    "invoice_id",
  ),
  createdAt: orders.createdAt,
  startedAt: orders.startedAt,
  paidAt: orders.paidAt,
  completedAt: orders.completedAt,
  approvedAt: orders.approvedAt,
  changeRequests: orders.changeRequests,
  dueAt: shownDueAt.as("shown_due_at"),
  linkCounts: linkCountColumn,
  migrated: sql<number>`${orders.createdBy} = ${MIGRATION}`.as("migrated"),
  requested: sql<number>`exists (select 1 from users where users.id = orders.created_by and users.role = 'ADMIN')`.as(
    "requested",
  ),
  hasIntake: sql<number>`exists (select 1 from intake_fields where intake_fields.service_id = orders.service_id)`.as(
    "has_intake",
  ),
  soldStill:
    sql<number>`exists (select 1 from services where services.id = orders.service_id and services.archived_at is null)`.as(
      "sold_still",
    ),
};

const staffColumns = {
  ...customerColumns,
  invoiceId: sql<string | null>`(select invoices.id from invoices where invoices.order_id = orders.id)`.as(
    "invoice_id",
  ),
  assignedToId: orders.assignedToId,
  notes: orders.notes,
  priority: orders.priority,
  tags: tagsOfOrder(sql.raw("orders.id")).as("order_tags_json"),
  snoozedUntil: orders.snoozedUntil,
  snoozeReason: orders.snoozeReason,
  statusBeforeCancel: orders.statusBeforeCancel,
  paymentIntentId: orders.paymentIntentId,
  transactionDetails: orders.transactionDetails,
  subscriptionId: orders.subscriptionId,
  cycle: orders.cycle,
  dueAt: sql<number | null>`orders.due_at`.as("due_at"),
  clockLeftMs: orders.clockLeftMs,
  source: orders.source,
  createdBy: orders.createdBy,
};

/** The entries that a page shows. */
interface EntryPart {
  /** The id of the entry that follows them; null for the newest. */
  before: string | null;
}

/**
 * One order in one round trip, with all entries or those of a page. Staff see everything; the order's customer sees no
 * notes and nothing internal (rules.md security/internal-text). Throws NotFound for any other id.
 */
export async function orderDetails(
  ctx: Context,
  id: string,
  part: EntryPart | null = null,
): Promise<CustomerOrder | StaffOrder> {
  authorize(ctx, "orders.read");
  if (isStaff(ctx.actor)) {
    const [[row], items, entries, [attribution]] = await ctx.db.batch([
      selectOne(ctx, staffColumns, id),
      ...partsOf(ctx, id, part),
      selectReferral(ctx, sql`(select orders.client_id from orders where orders.id = ${id})`),
    ]);
    if (!row) throw new NotFound();
    const order = await linkProjects(ctx, shaped(row, items, entries, part), part === null);
    return { view: "staff", ...order, tags: readTags(order.tags), referral: clientReferral(attribution) };
  }
  const [[row], items, entries] = await ctx.db.batch([selectOne(ctx, customerColumns, id), ...partsOf(ctx, id, part)]);
  if (!row) throw new NotFound();
  const { disputed: _, ...order } = await linkProjects(ctx, shaped(row, items, entries, part), part === null);
  return { view: "customer", ...order };
}

const selectOne = <Columns extends typeof customerColumns>(ctx: Context, columns: Columns, id: string) =>
  ctx.db
    .select(columns)
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, id)));

/** Items and entries (newest first) of a visible order, for the same batch. */
function partsOf(ctx: Context, id: string, part: EntryPart | null) {
  const seen = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, id)));
  return [
    ctx.db
      .select(orderItemColumns)
      .from(orderItems)
      .where(inArray(orderItems.orderId, seen))
      .orderBy(asc(orderItems.sequence)),
    ctx.db
      .select({
        id: named(orderEntries.id, "entry_id"),
        packageId: orderEntries.packageId,
        packageName: named(packages.name, "package_name"),
        role: orderEntries.role,
        version: named(orderEntries.version, "entry_version"),
        items: orderEntries.items,
      })
      .from(orderEntries)
      .innerJoin(packages, eq(packages.id, orderEntries.packageId))
      .where(and(inArray(orderEntries.orderId, seen), beforeRow(orderEntries, id, part?.before)))
      .orderBy(desc(orderEntries.createdAt), desc(orderEntries.id))
      .limit(part ? CURSOR_PAGE_SIZE + 1 : -1),
  ] as const;
}

type EntryRow = OrderProject["values"][number] & { packageId: string; packageName: string };
interface Unshaped extends Payment {
  clientName: string | null;
  migrated: number;
  requested: number;
  hasIntake: number;
  linkCounts: string;
  soldStill: number;
  status: OrderStatus;
}
interface Payment {
  payState: PayState;
  total: Cents;
  refunded: Cents;
  disputed: Cents;
}

function shaped<Row extends Unshaped>(
  { hasIntake, linkCounts, soldStill, clientName, migrated, requested, ...row }: Row,
  items: OrderItem[],
  newestEntries: EntryRow[],
  part: EntryPart | null,
) {
  const { status, payState } = row as Pick<Row, "status" | "payState">;
  const { rows: entries, ...around } = part
    ? toCursorPage(newestEntries, part.before)
    : { rows: newestEntries.toReversed(), earlier: false, later: false };
  const links = linkCountsOf(linkCounts);
  const asksIntake =
    hasIntake === 1 && (!links || items.some(({ packageId }) => !links.packageIds.includes(packageId)));
  return {
    ...row,
    ...byRefunds(row as Pick<Row, keyof Payment>),
    clientName: clientName ?? "",
    migrated: migrated === 1,
    requested: requested === 1,
    payable: payState === "unpaid" && (unpaidStatuses as readonly OrderStatus[]).includes(status),
    asksIntake,
    links,
    orderableAgain: soldStill === 1,
    takesEntries: asksIntake || entries.length > 0 || around.later,
    items,
    projects: projectsOf(items, entries),
    entries: { ...around, firstId: entries[0]?.id ?? null },
  };
}

/** The pay state without disputes: that money was returned by the bank, not by us. */
const byRefunds = ({ payState, total, refunded, disputed }: Payment) =>
  disputed === 0 ? { payState, refunded } : refundedColumns(total, refunded - disputed);

/** Entries by package: bought packages in order, then packages that only an entry refers to. */
function projectsOf(items: OrderItem[], entries: EntryRow[]): OrderProject[] {
  const projects = new Map<string, OrderProject>();
  for (const { packageId, packageName } of [...items, ...entries])
    if (!projects.has(packageId)) projects.set(packageId, { packageId, packageName, values: [] });
  for (const { packageId, packageName: _, ...value } of entries) projects.get(packageId)?.values.push(value);
  return [...projects.values()];
}
