import { and, asc, eq, sql } from "drizzle-orm";
import { defineSheet, type Sheet, sheetOf } from "~/list/defineSheet";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { attributions, commissions, orders, payouts, users } from "~db/schema";
import { authorize } from "../access";
import { reversalLabel, shareLabel } from "../commissions/commissionLabels";
import { type Context, readerZone, userOf } from "../context";
import { NotFound } from "../errors";
import type { PayoutStatement, StatementLine } from "../ports/printer";
import { letterhead } from "../settings/letterhead";

/** Returns one affiliate's statement of a payout. Customers get only their own. Throws NotFound. */
export async function payoutStatement(
  ctx: Context,
  { payoutId, affiliateId }: { payoutId: string; affiliateId: string },
): Promise<PayoutStatement> {
  authorize(ctx, "payouts.statement");
  const user = userOf(ctx.actor);
  if (user?.role === "CUSTOMER" && user.id !== affiliateId) throw new NotFound();
  const { db } = ctx;
  const [[head], lines] = await db.batch([
    db
      .select({
        paidAt: payouts.createdAt,
        name: fullName(users).as("name"),
        email: users.email,
      })
      .from(payouts)
      .innerJoin(users, eq(users.id, affiliateId))
      .where(eq(payouts.id, payoutId)),
    db
      .select({
        orderNumber: orders.number,
        serviceName: orders.serviceName,
        clientName: sql<
          string | null
        >`iif(${attributions.affiliateId} = ${commissions.affiliateId}, ${fullName(users)}, null)`.as("client_name"),
        orderPaidAt: commissions.orderPaidAt,
        orderAmount: commissions.orderAmount,
        percent: commissions.percent,
        kind: commissions.kind,
        amount: named(commissions.amount, "commission_amount"),
      })
      .from(commissions)
      .innerJoin(orders, eq(orders.id, commissions.orderId))
      .innerJoin(users, eq(users.id, commissions.clientId))
      .leftJoin(attributions, eq(attributions.userId, commissions.clientId))
      .where(and(eq(commissions.payoutId, payoutId), eq(commissions.affiliateId, affiliateId)))
      .orderBy(asc(commissions.orderPaidAt), asc(commissions.id)),
  ]);
  if (!head || lines.length === 0) throw new NotFound();
  const { paidAt, ...affiliate } = head;
  return {
    letterhead: letterhead(ctx.settings),
    paidAt,
    zone: readerZone(ctx),
    affiliate,
    lines,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
  };
}

export const OTHER_CUSTOMER = "Another customer";

/** The description of a line. */
export const statementLineText = (line: StatementLine) =>
  line.kind === "earned" ? shareLabel(line) : reversalLabel(line.amount);

const columns = defineSheet<StatementLine>([
  { label: "Order ID", kind: "number", width: 12, value: (line) => line.orderNumber },
  { label: "Service", kind: "text", width: 36, value: (line) => line.serviceName },
  { label: "Customer Name", kind: "text", width: 28, value: (line) => line.clientName ?? OTHER_CUSTOMER },
  { label: "Order Paid Date", kind: "time", width: 24, value: (line) => line.orderPaidAt },
  { label: "Order Amount", kind: "cents", width: 16, value: (line) => line.orderAmount },
  { label: "Commission", kind: "text", width: 32, value: statementLineText },
  { label: "Commission Amount", kind: "cents", width: 20, value: (line) => line.amount },
]);

/** The statement as a spreadsheet with the total as its last row. */
export function statementSheet({ lines, total, zone }: PayoutStatement): Sheet {
  const sheet = sheetOf("Statement", columns, { total: lines.length, pages: once(lines) });
  return { ...sheet, zone, pages: withTotal(sheet.pages, ["", "Total", "", null, null, "", total]) };
}

async function* once<Row>(rows: Row[]) {
  yield rows;
}

async function* withTotal(pages: Sheet["pages"], last: (string | number | null)[]) {
  yield* pages;
  yield [last];
}

/** 'Statement-2026-11-21.pdf'. */
export const statementFileName = ({ paidAt }: PayoutStatement) =>
  `Statement-${new Date(paidAt).toISOString().slice(0, 10)}.pdf`;
