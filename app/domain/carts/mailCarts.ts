import { and, asc, count, eq, gt, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { cartMails, checkoutDrafts, orders } from "~db/schema";
import { authorize } from "../access";
import { DRAFT_MS } from "../checkout/checkoutDraft";
import { CLOSE_UNPAID_AFTER_MS } from "../checkout/closeUnpaidOrders";
import type { Context } from "../context";
import { queueMail } from "../notifications/queueMail";
import type { OrderRow } from "../orderPaid";
import { unpaidStatuses } from "../orders/orderStates";
import { type RunResult, runEach, turnOffset } from "../payments/runEach";
import { settleFromProvider } from "../settlement/settleFromProvider";
import { draftChoices } from "./draftChoices";
import { takesCartMails } from "./takesCartMails";

const HOUR_MS = 60 * 60_000;
/** Each order takes at most two provider calls. Later runs take the rest. */
const MAX_PER_RUN = 25;

interface Cart {
  key: string;
  number: 1 | 2;
  clientId: string;
}

/**
 * Every ten minutes: queues the mails about checkouts that a client left unpaid, at most two for each (rules.md
 * carts/mails). Asks the provider first, so that no client is reminded after paying. Bounded; one failure never stops
 * the rest.
 */
export async function mailCarts(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "carts.mail");
  if (!ctx.settings.orders.cartMails) return { done: 0, failed: 0 };
  const [dueOrders, dueDrafts] = await Promise.all([unpaidOrders(ctx), unfinishedDrafts(ctx)]);
  let queued = 0;
  const queue = async (cart: Cart) => {
    if (await queueCartMail(ctx, cart)) queued++;
  };
  const results = [
    await runEach(
      dueOrders,
      async ({ order, number }) => {
        if (await isStillUnpaid(ctx, order)) await queue({ key: order.checkoutKey!, number, clientId: order.clientId });
      },
      onFailure,
    ),
    await runEach(
      dueDrafts,
      async ({ form, number, clientId, key }) => {
        const { packages, hasList } = draftChoices(form);
        if (packages.length > 0 || hasList) await queue({ key, number, clientId: clientId! });
      },
      onFailure,
    ),
  ];
  if (queued > 0) ctx.after(() => ctx.publish.outboxWaiting());
  return { done: queued, failed: results.reduce((sum, { failed }) => sum + failed, 0) };
}

/** Which mail a checkout is due for, by its age. */
function dueMail(ctx: Context, createdAt: SQL) {
  const { firstCartMailHours, secondCartMailHours } = ctx.settings.orders;
  const number = sql<1 | 2>`(case when ${createdAt} <= ${ctx.now - secondCartMailHours * HOUR_MS} then 2 else 1 end)`;
  return {
    number,
    before: ctx.now - firstCartMailHours * HOUR_MS,
    isNotQueued: (key: SQL) =>
      sql`not exists (select 1 from cart_mails mail where mail.cart_key = ${key} and mail.number = ${number})`,
  };
}

async function unpaidOrders(ctx: Context): Promise<{ order: OrderRow; number: 1 | 2 }[]> {
  const { number, before, isNotQueued } = dueMail(ctx, sql`${orders.createdAt}`);
  const due = and(
    inArray(orders.status, [...unpaidStatuses]),
    lte(orders.createdAt, before),
    gt(orders.createdAt, ctx.now - CLOSE_UNPAID_AFTER_MS),
    eq(orders.payState, "unpaid"),
    isNotNull(orders.checkoutKey),
    // The client began it, and not staff: neither by hand nor while acting as the client.
    eq(orders.createdBy, orders.clientId),
    sql`not exists (select 1 from history where history.entity = 'order' and history.entity_id = ${orders.id}
      and history.action = 'created' and history.real_actor_id is not null)`,
    // The client began again, or bought the same.
    sql`not exists (select 1 from orders later where later.client_id = ${orders.clientId}
      and later.created_at > ${orders.createdAt} and later.service_id = ${orders.serviceId}
      and (later.pay_state = 'unpaid' or later.subtotal = ${orders.subtotal}))`,
    isNotQueued(sql`${orders.checkoutKey}`),
    takesCartMails(orders.clientId),
  );
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(orders).where(due);
  if (total === 0) return [];
  return await ctx.db
    .select({ order: orders, number })
    .from(orders)
    .where(due)
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(MAX_PER_RUN)
    .offset(turnOffset(ctx.now, total, MAX_PER_RUN));
}

async function isStillUnpaid(ctx: Context, order: OrderRow): Promise<boolean> {
  const { outcome, state } = await settleFromProvider(ctx, order);
  return outcome === "open" && state?.status !== "processing";
}

/** The newest saved checkout of a client and service, unless an order followed it. */
async function unfinishedDrafts(ctx: Context) {
  const { number, before, isNotQueued } = dueMail(ctx, sql`${checkoutDrafts.createdAt}`);
  const key = sql<string>`(${checkoutDrafts.form} ->> 'checkoutKey')`;
  return await ctx.db
    .select({ key, number, clientId: checkoutDrafts.clientId, form: checkoutDrafts.form })
    .from(checkoutDrafts)
    .where(
      and(
        isNotNull(checkoutDrafts.clientId),
        lte(checkoutDrafts.createdAt, before),
        gt(checkoutDrafts.createdAt, ctx.now - DRAFT_MS),
        isNotNull(key),
        sql`not exists (select 1 from orders where orders.client_id = ${checkoutDrafts.clientId}
          and orders.created_at >= ${checkoutDrafts.createdAt} and orders.service_id = ${checkoutDrafts.serviceId})`,
        sql`not exists (select 1 from checkout_drafts later where later.client_id = ${checkoutDrafts.clientId}
          and later.service_id = ${checkoutDrafts.serviceId} and later.created_at > ${checkoutDrafts.createdAt})`,
        isNotQueued(key),
        takesCartMails(checkoutDrafts.clientId),
      ),
    )
    .orderBy(asc(checkoutDrafts.createdAt))
    .limit(MAX_PER_RUN);
}

/** Returns whether this run queued it. The mail's row is its claim: a parallel run that has it ends here. */
async function queueCartMail(ctx: Context, { key, number, clientId }: Cart): Promise<boolean> {
  try {
    await atomicBatch(ctx.db, [
      ctx.db.insert(cartMails).values({ cartKey: key, number, clientId, queuedAt: ctx.now }),
      queueMail(ctx, { kind: "cartMail", cartKey: key, number, userId: clientId }, `${key}:${number}`),
    ]);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
