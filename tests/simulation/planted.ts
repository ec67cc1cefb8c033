import type { Replacement } from "./host";

export interface Planted extends Replacement {
  name: string;
}

const plant = (name: string, file: string, find: string, replace: string): Planted => ({
  ...{ name, find, replace },
  file: `app/domain/${file}`,
});

/** Defects that the simulation must find. They exist only in its own bundle, so the product has no switch for them. */
export const planted: Planted[] = [
  plant(
    "a refund made at the provider is not summed",
    "refunds/writeRefunds.ts",
    `sum + (row.state === "succeeded" ? row.amount : 0)`,
    `sum + (row.state === "succeeded" && row.source === "portal" ? row.amount : 0)`,
  ),
  plant(
    "a refund leaves the commission as it was",
    "refunds/writeRefunds.ts",
    "...(await adjustCommissionToOrder(ctx, { ...order, ...change, version: order.version + 1 })),",
    "",
  ),
  plant(
    "the key of a payment is the same for all orders",
    "payments/payable.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the product's source
    "`order:${order.id}:${kind}`;",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    "`order:${kind}`;",
  ),
  plant(
    "a late payment bills each month that passed",
    "subscriptions/advanceSubscriptionOnPaid.ts",
    "while (nextPayment <= paidAt)",
    "while (false)",
  ),
  plant(
    "a renewal skips a cycle",
    "subscriptions/advanceSubscriptionOnPaid.ts",
    "currentCycle: cycle.cycle,",
    "currentCycle: cycle.cycle + 1,",
  ),
  plant(
    "a renewal keeps the coupon's price",
    "subscriptions/startSubscriptionOnPaid.ts",
    "renewalAmount: order.tieredTotal",
    "renewalAmount: order.total",
  ),
  plant(
    "an invoice shows the price before the coupon",
    "invoices/issueInvoiceOnPaid.ts",
    "charged: order.total",
    "charged: order.tieredTotal",
  ),
  plant(
    "a paid order does not use up its coupon",
    "coupons/couponUses.ts",
    `moveUse(ctx, order, "used")`,
    `moveUse(ctx, order, "held")`,
  ),
  plant(
    "a cancelled order keeps its coupon",
    "coupons/couponUses.ts",
    `moveUse(ctx, order, "released")`,
    `moveUse(ctx, order, "held")`,
  ),
  plant(
    "the coupon's limit is not checked while writing",
    "coupons/couponUses.ts",
    "and (coupons.usage_limit is null or coupons.held_count + coupons.used_count < coupons.usage_limit)",
    "",
  ),
  plant(
    "an unpaid order is closed, but not its payment",
    "checkout/closeUnpaidOrders.ts",
    "const closed = await closePayable(ctx, order);",
    `const closed = { result: "closed" } as Awaited<ReturnType<typeof closePayable>>;`,
  ),
  plant(
    "a commission ignores refunds",
    "commissions/commissionAfter.ts",
    "order.total - order.refunded",
    "order.total",
  ),
  plant(
    "every order is the first of its client",
    "commissions/orderCredit.ts",
    `paidBefore ? "notTheFirst" : "firstTime"`,
    `"firstTime"`,
  ),
  plant(
    "void commissions can be approved",
    "commissions/changeCommissionStatuses.ts",
    "when k.voided_at is not null then 'voided'",
    "",
  ),
  plant(
    "a payout leaves its commissions without a date",
    "payouts/makePayout.ts",
    `status: "PAID", paidAt: now, payoutId: id,`,
    `status: "PAID", payoutId: id,`,
  ),
  plant("a payout does not check what it pays", "payouts/makePayout.ts", "assertRowsChanged(db, lines.length),", ""),
  plant(
    "clients see every order",
    "orders/visibleOrders.ts",
    "return user ? eq(orders.clientId, user.id) : sql`0`;",
    "return user ? undefined : sql`0`;",
  ),
  plant(
    "the money that a dispute returns is withdrawn again",
    "disputes/recordDisputes.ts",
    "        amount,\n        reason: providerLabel",
    "        amount: Math.abs(amount),\n        reason: providerLabel",
  ),
  plant(
    "the receipt is named after the client",
    "orders/sendReceiptOnPaid.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the product's source
    "`receipt:${order.id}`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    "`receipt:${order.clientId}`",
  ),
  plant(
    "a delivered mail is not marked",
    "outbox/deliverOutbox.ts",
    "({ deliveredAt: now, leaseUntil: null, lastError: null })",
    "({ leaseUntil: null, lastError: null })",
  ),
  plant(
    "two runs of the outbox send the same mail",
    "outbox/deliverOutbox.ts",
    "or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, now)),",
    "",
  ),
  plant(
    "a change of status is not in the history",
    "orders/updateOrder.ts",
    `changed("status", order.status, status),`,
    "null,",
  ),
  plant(
    "an order moved by its answers is not in the history",
    "intake/saveProjectDetails.ts",
    `...(status === order.status ? [] : [{ field: "status", before: order.status, after: status }]),`,
    "",
  ),
  plant(
    "a report's file is not attached",
    "orderReports/addReports.ts",
    "...attachUploads(ctx, keys, attachedTo),",
    "",
  ),
  plant(
    "a file is stored without its bytes",
    "uploads/keepFile.ts",
    "await ctx.files.put(key, bytes, contentType, scanned);",
    "",
  ),
  plant(
    "an event is noted before its work is done",
    "billing/applyPaymentEvent.ts",
    `  await work(ctx, event);
  await ctx.db
    .insert(webhookEvents)
    .values({ id: event.id, account: event.account, type: event.type, receivedAt: ctx.now, missedAt })
    .onConflictDoNothing();`,
    `  await ctx.db
    .insert(webhookEvents)
    .values({ id: event.id, account: event.account, type: event.type, receivedAt: ctx.now, missedAt })
    .onConflictDoNothing();
  await work(ctx, event);`,
  ),
  plant("the end of a dispute is not heard", "billing/applyPaymentEvent.ts", `    case "charge.dispute.closed":\n`, ""),
  plant(
    "a message that is sent again is stored again",
    "messages/messageStatements.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the product's source
    "${key ? `${key}:${await digest(source)}` : id}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    "${id}",
  ),
  plant(
    "an order is written whatever its version",
    "orders/editableOrder.ts",
    "const isAsRead = and(eq(orders.id, order.id), eq(orders.version, order.version));",
    "const isAsRead = eq(orders.id, order.id);",
  ),
  plant(
    "a cancelled order keeps its commission",
    "cancellations/cancelOrder.ts",
    "...(await adjustCommissionToOrder(ctx, { ...order, status: change.status, version: order.version + 1 })),",
    "",
  ),
  plant(
    "numbers go on below the lost ones after a restore",
    "recovery/checkNumbers.ts",
    "...(lost.payments > 0 ? raiseNumberFloors(ctx, lost) : []),",
    "",
  ),
  plant(
    "an order that a restore lost is not rebuilt",
    "settlement/settleOrder.ts",
    ": await rebuildOrder(ctx, proof);",
    `: "It is gone";`,
  ),
  plant(
    "a paid renewal is refused the second time",
    "settlement/settleRenewal.ts",
    `if (cycle.state === "paid" && isItsIntent) return "already" as const;`,
    "",
  ),
  plant(
    "the dashboard forgets refunds",
    "dashboard/dashboard.ts",
    "select r.refunded_at, o.client_id, o.assigned_to_id, -r.amount",
    "select r.refunded_at, o.client_id, o.assigned_to_id, 0",
  ),
  plant(
    "a lease is never given back",
    "subscriptions/billingCycle.ts",
    "set({ leaseUntil: null }).where(heldCycle(leased))",
    "set({ leaseUntil: leased.leaseUntil }).where(heldCycle(leased))",
  ),
];
