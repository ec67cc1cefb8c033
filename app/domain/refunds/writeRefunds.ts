import { and, eq, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { named } from "~db/named";
import { invoices, orders, refunds, users } from "~db/schema";
import { adjustCommissionToOrder } from "../commissions/adjustCommissionToOrder";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { statusAfterCancelling } from "../intake/statusAfterCancelling";
import type { Cents } from "../money";
import { type StoredOrder, writeOrder } from "../orders/editableOrder";
import { refundedColumns } from "../orders/refundedColumns";
import { statusNotices } from "../orders/statusNotices";
import type { ProviderRefund } from "../ports/payments";
import { retryOnConflict } from "../retryOnConflict";
import { numberCreditNote } from "./numberCreditNote";
import { providerLabel } from "./providerLabel";
import { followRefunds, refundedLinks } from "./refundedLinks";
import { type RefundedOrder, refundNotices } from "./refundNotices";
import type { RefundState } from "./refundStates";
import { owedClaims, reopenClaims } from "./reopenClaims";

export type RefundRow = typeof refunds.$inferSelect;

/** Shown as the requester of a refund made at the provider. */
export const CARD_PROVIDER = "Card provider";

/** Retries when someone changed the order between read and write. */

/** The refunded total. Cents. */
export const succeededSum = (rows: readonly Pick<RefundRow, "amount" | "state">[]): Cents =>
  rows.reduce((sum, row) => sum + (row.state === "succeeded" ? row.amount : 0), 0);

/** Withdrawn by disputes and not returned. Cents. */
export const disputedSum = (rows: readonly Pick<RefundRow, "amount" | "disputeId">[]): Cents =>
  rows.reduce((sum, row) => sum + (row.disputeId === null ? 0 : row.amount), 0);

/** Refunded or pending, which reduces what can still be refunded. Cents. */
export const heldSum = (rows: readonly Pick<RefundRow, "amount" | "state">[]): Cents =>
  rows.reduce((sum, row) => sum + (row.state === "failed" ? 0 : row.amount), 0);

/** A consistent read of an order with its refunds and payer. Throws NotFound. */
export async function readRefunds(
  ctx: Context,
  orderId: string,
): Promise<{ order: StoredOrder; payer: RefundedOrder["payer"]; rows: RefundRow[] }> {
  // The invoiced client, even after a move, because the refund goes to their card (rules.md orders/move).
  const invoicedTo = sql`(select ${invoices.clientId} from ${invoices} join users known on known.id = ${invoices.clientId}
    where ${invoices.orderId} = ${orders.id})`;
  const [[found], rows] = await ctx.db.batch([
    ctx.db
      .select({
        order: orders,
        payer: { id: named(users.id, "payer_id"), email: users.email, firstName: users.firstName },
      })
      .from(orders)
      .innerJoin(users, eq(users.id, sql`coalesce(${invoicedTo}, ${orders.clientId})`))
      .where(eq(orders.id, orderId)),
    ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId)),
  ]);
  if (!found) throw new NotFound();
  return { ...found, rows };
}

/** A refund that is new here or changed its state. */
interface Change {
  /** The stored row; null for a new one made at the provider. */
  row: RefundRow | null;
  reported: ProviderRefund;
}

/** States only advance: pending, succeeded, and a succeeded one can still fail at the bank. */
const mayBecome = (row: RefundRow, state: RefundState) =>
  (row.state === "pending" && state !== "pending") ||
  (row.state === "succeeded" && state === "failed") ||
  // Marked failed without a response, although the provider made it.
  (row.state === "failed" && row.providerId === null && state !== "failed");

function changesBy(rows: readonly RefundRow[], reported: readonly ProviderRefund[]): Change[] {
  return reported.flatMap((one): Change[] => {
    const row =
      rows.find(({ providerId }) => providerId === one.id) ??
      rows.find(({ id, providerId }) => providerId === null && id === one.metadata.refund_id) ??
      null;
    if (!row) return [{ row, reported: one }];
    return mayBecome(row, one.state) || row.providerId === null ? [{ row, reported: one }] : [];
  });
}

/**
 * Merges the provider's refunds of an order into its rows. Idempotent, in any order: one row per refund,
 * `orders.refunded` sums the succeeded ones, and each notifies once.
 */
export async function writeRefunds(ctx: Context, orderId: string, reported: readonly ProviderRefund[]): Promise<void> {
  const attempt = async () => {
    const { order, payer, rows } = await readRefunds(ctx, orderId);
    const changes = changesBy(rows, reported);
    if (changes.length === 0) return;
    const after = [...rows];
    const notices: BatchStatement[] = [];
    const moved: RefundRow[] = [];
    const written = changes.map(({ row, reported: one }) => {
      const values = valuesAfter(row, one);
      const stored = row ? { ...row, ...values } : madeAtProvider(ctx, order, one, values);
      const before = succeededSum(after);
      after.splice(row ? rows.indexOf(row) : after.length, row ? 1 : 0, stored);
      if (stored.state !== (row?.state ?? "pending")) {
        moved.push(stored);
        notices.push(historyOf(ctx, stored, before, succeededSum(after)));
        notices.push(...refundNotices(ctx, { ...order, payer }, stored, row?.state === "succeeded"));
      }
      return row
        ? ctx.db
            .update(refunds)
            .set(values)
            .where(and(eq(refunds.id, row.id), eq(refunds.state, row.state)))
        : ctx.db.insert(refunds).values(stored);
    });
    const links = moved.length > 0 ? await refundedLinks(ctx, orderId) : [];
    const done = links.filter(({ refundId }) =>
      moved.some(({ id, state }) => id === refundId && state === "succeeded"),
    );
    const failed = moved.filter(({ state }) => state === "failed").map(({ id }) => id);
    const owed = failed.length > 0 ? await owedClaims(ctx, orderId, failed) : [];
    const status = await statusAfterCancelling(ctx, order, done);
    const change = { ...refundedColumns(order.total, succeededSum(after)), status };
    await writeOrder(ctx, order, change, [
      ...written,
      ...moved.filter(({ state }) => state === "succeeded").map((refund) => numberCreditNote(ctx, refund)),
      ...notices,
      ...(status === order.status ? [] : startStatements(ctx, order, status)),
      ...(await adjustCommissionToOrder(ctx, { ...order, ...change, version: order.version + 1 })),
      ...followRefunds(ctx, links, moved, replacementsOf(owed)),
      ...(failed.length > 0 ? await reopenClaims(ctx, orderId, owed, failed) : []),
    ]);
  };
  await retryOnConflict(ctx, attempt);
}

/** Records the provider's rejection. The row stays for the record and releases its amount. */
export async function failRefund(ctx: Context, refund: RefundRow, message: string): Promise<void> {
  const attempt = async () => {
    const { order, rows } = await readRefunds(ctx, refund.orderId);
    const row = rows.find(({ id }) => id === refund.id);
    if (row?.state !== "pending") return;
    await writeOrder(ctx, order, {}, [
      // Clears the key, so resubmitting the form makes a new refund.
      ctx.db.update(refunds).set({ state: "failed", requestKey: null }).where(eq(refunds.id, row.id)),
      historyStatement(ctx, {
        entity: "order",
        entityId: order.id,
        action: "Refund refused",
        changes: [
          { field: "refundAmount", before: row.amount, after: null },
          { field: "reason", before: null, after: message },
        ],
        dedupeKey: `refund.failed:${row.id}`,
      }),
      ...followRefunds(
        ctx,
        await refundedLinks(ctx, order.id),
        [{ id: row.id, state: "failed" }],
        replacementsOf(await owedClaims(ctx, order.id, [row.id])),
      ),
    ]);
  };
  await retryOnConflict(ctx, attempt);
}

const replacementsOf = (owed: readonly { replacementId: string | null }[]) =>
  new Set(owed.map(({ replacementId }) => replacementId));

function valuesAfter(row: RefundRow | null, reported: ProviderRefund) {
  const state = row && !mayBecome(row, reported.state) ? row.state : reported.state;
  return {
    providerId: reported.id,
    state,
    // The provider's time, so revenue counts it on the same day however late the event arrives.
    refundedAt: state === "succeeded" ? (row?.refundedAt ?? reported.createdAt) : null,
  };
}

const madeAtProvider = (
  ctx: Context,
  order: StoredOrder,
  reported: ProviderRefund,
  values: ReturnType<typeof valuesAfter>,
): RefundRow => ({
  id: newId(ctx.now),
  orderId: order.id,
  account: order.account,
  disputeId: null,
  amount: reported.amount,
  reason: providerLabel(reported.reason ?? ""),
  source: "provider",
  requestKey: null,
  createdById: CARD_PROVIDER,
  createdAt: reported.createdAt,
  creditNumber: null,
  ...values,
});

/** For an order that waited for the pages of refunded links alone. */
const startStatements = (ctx: Context, order: StoredOrder, status: StoredOrder["status"]) => [
  historyStatement(ctx, {
    entity: "order",
    entityId: order.id,
    action: "Order updated",
    changes: [{ field: "status", before: order.status, after: status }],
  }),
  ...statusNotices(ctx, order, status, order.assignedToId),
];

const historyOf = (ctx: Context, refund: RefundRow, before: Cents, after: Cents) =>
  historyStatement(ctx, {
    entity: "order",
    entityId: refund.orderId,
    action: refund.state === "succeeded" ? "Order refunded" : "Refund failed",
    changes: [
      { field: "refunded", before, after },
      ...(refund.state === "failed" ? [{ field: "refundAmount", before: refund.amount, after: null }] : []),
      ...(refund.reason && refund.source === "provider"
        ? [{ field: "reason", before: null, after: refund.reason }]
        : []),
    ],
    dedupeKey: `refund.${refund.state}:${refund.id}`,
  });
