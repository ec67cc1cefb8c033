import type { BatchStatement } from "~db/client.server";
import { settleClient } from "../clients/settleClient";
import { settleCommission } from "../commissions/settleCommission";
import type { Context } from "../context";
import { settleCoupon } from "../coupons/couponUses";
import { settleHistory } from "../history/settleHistory";
import { settleInvoice } from "../invoices/settleInvoice";
import { settleNotifications } from "../notifications/settleNotifications";
import { settleReceipt } from "../notifications/settleReceipt";
import { settlePayState } from "../orders/settlePayState";
import { settleCycle } from "../subscriptions/settleCycle";
import { settleSubscription } from "../subscriptions/settleSubscription";
import type { SettleContributor, Settlement } from "./settlement";

/** What happens when an order is paid, noun by noun. The pay state is first: its guard decides for all others. */
const settleContributors: readonly SettleContributor[] = [
  settlePayState,
  settleInvoice,
  settleCoupon,
  settleSubscription,
  settleCycle,
  settleClient,
  settleCommission,
  settleNotifications,
  settleReceipt,
  settleHistory,
];

/**
 * The batch that makes an order paid. It is taken back as a whole (GuardFailed) when the order was paid or changed since
 * it was read. Also for an order inserted as unpaid earlier in the same batch.
 */
export const settlementStatements = (ctx: Context, settlement: Settlement): BatchStatement[] =>
  settleContributors.flatMap((contribute) => contribute(ctx, settlement));
