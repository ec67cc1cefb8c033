import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { paths } from "~/paths";
import { cartMails, checkoutDrafts, orderItems, orders, packages, services, users } from "~db/schema";
import { KEPT_CART } from "../checkout/checkoutQuery";
import { CLOSE_UNPAID_AFTER_MS } from "../checkout/closeUnpaidOrders";
import type { Context } from "../context";
import { STOP_CART_MAILS } from "../mailKinds";
import { composeMail } from "../notifications/composeMail";
import { draftChoices } from "./draftChoices";
import { cartUnsubscribeLink } from "./stopCartMails";
import { takesCartMails } from "./takesCartMails";

interface QueuedCartMail {
  cartKey: string;
  number: 1 | 2;
  userId: string;
}

type SendContext = Pick<Context, "db" | "now" | "signer" | "siteUrl" | "settings">;
interface CartMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/**
 * Sends a mail about an unpaid checkout at most once: it is marked as sent before it leaves, whatever becomes of
 * `send`. Sends nothing when the checkout was paid or closed, or its client has closed the account or unsubscribed
 * (rules.md carts/mails).
 */
export async function sendCartMail(
  ctx: SendContext,
  queued: QueuedCartMail,
  send: (mail: CartMail) => Promise<unknown>,
): Promise<void> {
  if (!ctx.settings.orders.cartMails) return;
  const mail = await cartMail(ctx, queued);
  if (mail && (await claimMail(ctx, queued))) await send(mail);
}

async function claimMail({ db, now }: SendContext, { cartKey, number }: QueuedCartMail): Promise<boolean> {
  const claimed = await db
    .update(cartMails)
    .set({ sentAt: now })
    .where(
      and(
        eq(cartMails.cartKey, cartKey),
        eq(cartMails.number, number),
        isNull(cartMails.sentAt),
        takesCartMails(cartMails.clientId),
        // A first mail that was held up is not sent together with the second one.
        sql`not exists (select 1 from cart_mails later where later.cart_key = ${cartKey} and later.number > ${number})`,
        sql`case when exists (select 1 from orders where orders.checkout_key = ${cartKey})
          then exists (select 1 from orders where orders.checkout_key = ${cartKey} and orders.client_id = ${cartMails.clientId}
            and orders.pay_state = 'unpaid' and orders.status <> 'Cancelled' and orders.created_at > ${now - CLOSE_UNPAID_AFTER_MS})
          else exists (select 1 from checkout_drafts draft where draft.client_id = ${cartMails.clientId}
            and draft.form ->> 'checkoutKey' = ${cartKey} and draft.expires_at > ${now}) end`,
      ),
    )
    .returning({ cartKey: cartMails.cartKey });
  return claimed.length > 0;
}

async function cartMail(ctx: SendContext, { cartKey, number, userId }: QueuedCartMail): Promise<CartMail | null> {
  const cart = (await orderCart(ctx, cartKey)) ?? (await draftCart(ctx, cartKey, userId));
  const reader = await ctx.db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  if (!cart || !reader) return null;
  const unsubscribe = ctx.siteUrl + (await cartUnsubscribeLink(ctx, userId));
  return {
    to: reader.email,
    ...composeMail(ctx, number === 1 ? "cartFirst" : "cartSecond", {
      firstName: reader.firstName,
      values: { service: cart.service, items: cart.items },
      action: { label: "Complete your order", url: ctx.siteUrl + cart.path },
      choice: { label: STOP_CART_MAILS, url: unsubscribe },
    }),
    // One click in the mail program (RFC 8058).
    headers: { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

interface ShownCart {
  service: string;
  items: string;
  /** Where the checkout goes on. */
  path: string;
}

const itemsText = (items: readonly { name: string; count: number }[]) =>
  items.map(({ name, count }) => `${count} × ${name}`).join(", ");

async function orderCart({ db }: SendContext, cartKey: string): Promise<ShownCart | null> {
  const lines = await db
    .select({ id: orders.id, service: orders.serviceName, name: orderItems.packageName, count: orderItems.quantity })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(orders.checkoutKey, cartKey))
    .orderBy(asc(orderItems.sequence));
  const [first] = lines;
  return first ? { service: first.service, items: itemsText(lines), path: paths.orderPay(first.id) } : null;
}

async function draftCart({ db, now }: SendContext, cartKey: string, userId: string): Promise<ShownCart | null> {
  const draft = await db
    .select({ serviceId: checkoutDrafts.serviceId, form: checkoutDrafts.form, service: services.name })
    .from(checkoutDrafts)
    .innerJoin(services, and(eq(services.id, checkoutDrafts.serviceId), isNull(services.archivedAt)))
    .where(
      and(
        eq(checkoutDrafts.clientId, userId),
        gt(checkoutDrafts.expiresAt, now),
        sql`${checkoutDrafts.form} ->> 'checkoutKey' = ${cartKey}`,
      ),
    )
    .orderBy(desc(checkoutDrafts.createdAt))
    .limit(1)
    .get();
  if (!draft) return null;
  const chosen = draftChoices(draft.form).packages;
  const sold = await db
    .select({ id: packages.id, name: packages.name })
    .from(packages)
    .where(and(eq(packages.serviceId, draft.serviceId), isNull(packages.archivedAt)));
  const items = chosen.flatMap(({ packageId, count }) => {
    const name = sold.find(({ id }) => id === packageId)?.name;
    return name ? [{ packageId, name, count }] : [];
  });
  return {
    service: draft.service,
    items: itemsText(items) || "a list of links",
    path: paths.checkoutWith(draft.serviceId, {
      packages: items.map(({ packageId, count }) => ({ name: packageId, count })),
      [KEPT_CART]: "1",
    }),
  };
}
