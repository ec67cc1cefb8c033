import type Stripe from "stripe";
import { dashboard } from "~/domain/dashboard/dashboard";
import { projectDetails } from "~/domain/intake/projectDetails";
import { findMessages } from "~/domain/messages/findMessages";
import { shareOf } from "~/domain/money";
import { findReports } from "~/domain/orderReports/findReports";
import { findOrders } from "~/domain/orders/findOrders";
import { orderDetails } from "~/domain/orders/orderDetails";
import { withoutAddedTax } from "~/domain/taxes";
import type { TestContext } from "../support/testContext";
import { cardInvariants } from "./cardInvariants";
import { claimInvariants } from "./claimInvariants";
import { clockInvariants } from "./clockInvariants";
import { aClient, aTeamMember } from "./engine/agency";
import { clock } from "./engine/clock";
import { type Books, grouped, type Invariant, none, rule, words } from "./engine/invariant";
import { DAY } from "./engine/world";
import { linkWatchInvariants } from "./linkWatchInvariants";
import { messageInvariants } from "./messageInvariants";
import { taxInvariants } from "./taxInvariants";
import { teamworkInvariants } from "./teamworkInvariants";

const paidIntents = ({ provider }: Books) => provider.intents.filter(({ status }) => status === "succeeded");
const isOurs = ({ metadata }: Stripe.PaymentIntent) => Boolean(metadata.order_id ?? metadata.subscription_id);
/** The order or cycle that an intent was made to pay. */
const purposeOf = ({ metadata }: Stripe.PaymentIntent) =>
  metadata.subscription_id ? `${metadata.subscription_id} cycle ${metadata.cycle}` : `order ${metadata.order_id}`;

export const invariants: Invariant[] = [
  rule("charged-once", "The provider charges an order or a cycle at most once.", async (books) => {
    const counted = grouped(paidIntents(books).filter(isOurs), purposeOf);
    return [...counted]
      .filter(([, intents]) => intents.length > 1)
      .map(([purpose, { length }]) => `${purpose}: ${length}`);
  }),
  rule("charge-has-order", "Every payment belongs to one paid order, or is listed as unmatched.", async (books) => {
    const known = await books.rows<{ id: string }>(
      `select payment_intent_id as id from orders where pay_state <> 'unpaid' and payment_intent_id is not null
       union all select payment_intent_id from unmatched_payments`,
    );
    const ids = known.map(({ id }) => id);
    return paidIntents(books)
      .filter((intent) => ids.filter((id) => id === intent.id).length !== 1)
      .map((intent) => `${intent.id} of ${purposeOf(intent)}`);
  }),
  rule("order-has-charge", "Every order paid by card has a payment of its amount.", async (books) => {
    const orders = await books.rows<{ id: string; total: number; intent: string | null }>(
      `select id, total, payment_intent_id as intent from orders
       where pay_state <> 'unpaid' and payment_type <> 'MANUAL' and total > 0`,
    );
    const received = new Map(paidIntents(books).map((intent) => [intent.id, intent.amount_received]));
    return orders.filter(({ intent, total }) => received.get(intent ?? "") !== total).map(words);
  }),
  rule("refunds-agree", "Both sides know the same refunds.", async (books) => {
    const stored = await books.rows<{ id: string; amount: number; state: string }>(
      "select provider_id as id, amount, state from refunds where provider_id is not null and dispute_id is null",
    );
    const paid = new Set(
      (await books.rows<{ id: string }>("select payment_intent_id as id from orders")).map(({ id }) => id),
    );
    const states: Record<string, string> = { canceled: "failed", requires_action: "pending" };
    const at = (refund: Stripe.Refund) => states[refund.status ?? ""] ?? refund.status;
    const ours = books.provider.refunds.filter(({ payment_intent }) => paid.has(String(payment_intent)));
    return [
      ...ours
        .filter((one) => !stored.some((row) => row.id === one.id && row.amount === one.amount && row.state === at(one)))
        .map(({ id, amount, status }) => `${id} of ${amount} ${status} is not stored so`),
      ...stored.filter(({ id }) => !ours.some((one) => one.id === id)).map((row) => `${row.id} is not at the provider`),
    ];
  }),
  none(
    "refunds-below-payment",
    "Refunds never exceed the payment with its taxes.",
    `select o.id, o.total, sum(r.amount) as refunded from orders o join refunds r on r.order_id = o.id
     where r.state <> 'failed' and r.dispute_id is null group by o.id having refunded > o.total`,
  ),
  none(
    "refunded-is-sum",
    "An order's refunded amount and pay state follow from its refunds.",
    `select o.id, o.total, o.refunded, o.pay_state, coalesce(sum(r.amount), 0) as sum from orders o
     left join refunds r on r.order_id = o.id and r.state = 'succeeded' where o.pay_state <> 'unpaid' group by o.id
     having o.refunded <> sum or o.pay_state <> case when sum <= 0 then 'paid' when sum < o.total then 'partly_refunded' else 'refunded' end`,
  ),
  none(
    "cycles-unbroken",
    "No cycle of a subscription is skipped or doubled.",
    `select s.id, s.current_cycle, count(o.id) as orders, max(o.cycle) as last from subscriptions s
     left join orders o on o.subscription_id = s.id and o.pay_state <> 'unpaid' group by s.id
     having orders <> s.current_cycle or last <> s.current_cycle`,
  ),
  none(
    "first-order",
    "An account that was made by ordering has its order, and a password only after its address was proven.",
    `select s.id, u.email, 'without its order' as what from sessions s join users u on u.id = s.user_id
     where s.kind = 'checkout' and not exists (select 1 from orders o where o.created_by = u.id and o.created_at = s.created_at)
     union all select s.id, u.email, 'with a password' from sessions s join users u on u.id = s.user_id
     where s.kind = 'checkout' and u.password_hash is not null and u.email_verified_at is null`,
  ),
  rule("acknowledged", "Everything that was answered with success can be read.", async ({ world, rows }) => {
    const missing = [];
    for (const { what, table, id } of world.acknowledged)
      if ((await rows(`select id from ${table} where id = ?`, id)).length === 0) missing.push(`${what} ${id}`);
    return missing;
  }),
  rule("disputes-agree", "Both sides know the same disputes, and the money that they moved.", async (books) => {
    const stored = await books.rows<{ id: string; amount: number; status: string; moved: number }>(
      `select d.provider_id as id, d.amount, d.status, coalesce(sum(r.amount), 0) as moved from disputes d
       left join refunds r on r.dispute_id = d.id and r.state = 'succeeded' group by d.id`,
    );
    const paid = new Set(
      (await books.rows<{ id: string }>("select payment_intent_id as id from orders where pay_state <> 'unpaid'")).map(
        ({ id }) => id,
      ),
    );
    const ours = books.provider.disputes.filter(({ payment_intent }) => paid.has(String(payment_intent)));
    const movedBy = (dispute: Stripe.Dispute) =>
      -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
    return ours
      .filter((one) => {
        const row = stored.find(({ id }) => id === one.id);
        return row?.amount !== one.amount || row.status !== one.status || row.moved !== movedBy(one);
      })
      .map(
        (one) =>
          `${one.id} ${one.status} of ${one.amount}, moved ${movedBy(one)}: ${words(stored.find(({ id }) => id === one.id) ?? {})}`,
      );
  }),
  none(
    "cycle-has-order",
    "A paid cycle has its order, and an order of a later cycle has its paid cycle.",
    `select c.subscription_id as id, c.cycle, c.state, c.order_id, o.id as order_of from billing_cycles c
     left join orders o on o.subscription_id = c.subscription_id and o.cycle = c.cycle
     where (c.state = 'paid') <> (o.id is not null) or (o.id is not null and c.order_id is not o.id)
     union all select o.id, o.cycle, 'none', null, null from orders o left join billing_cycles c
     on c.subscription_id = o.subscription_id and c.cycle = o.cycle where o.cycle > 1 and c.cycle is null`,
  ),
  none(
    "subscription-per-order",
    "A paid order of a subscription starts one, and only such an order does.",
    `select o.id, o.payment_type, o.pay_state, count(s.id) as started from orders o
     left join subscriptions s on s.initial_order_id = o.id where coalesce(o.cycle, 1) = 1 group by o.id
     having started > (o.payment_type = 'SUBSCRIPTION' and o.pay_state <> 'unpaid')
     or (started = 0 and o.payment_type = 'SUBSCRIPTION' and o.pay_state <> 'unpaid' and not exists (select 1 from history h
       where h.entity = 'order' and h.entity_id = o.id and h.action in ('Order cancelled', 'closedUnpaid')))`,
  ),
  none(
    "renewal-amount",
    "A renewal costs what the subscription agreed, whatever the catalogue says today.",
    `select o.id, o.total, s.renewal_amount from orders o join subscriptions s on s.id = o.subscription_id
     where o.cycle > 1 and o.total - o.tax <> s.renewal_amount
     union all select s.id, o.tiered_total, s.renewal_amount from subscriptions s join orders o on o.id = s.initial_order_id
     where s.renewal_amount <> o.tiered_total`,
  ),
  none(
    "price-and-tax",
    "An order is charged its price and the taxes in its lines, and a cycle the same as its order.",
    `select o.id, o.total, o.tax, o.tax_lines from orders o
     where o.tax <> (select coalesce(sum(l.value ->> 'amount'), 0) from json_each(o.tax_lines) l where not l.value ->> 'inclusive')
     or o.total - o.tax > o.tiered_total or (o.coupon_code is null and o.total - o.tax <> o.tiered_total)
     union all select c.subscription_id, c.amount, c.tax, c.tax_rates from billing_cycles c join orders o on o.id = c.order_id
     where c.amount <> o.total or c.tax <> o.tax`,
  ),
  none(
    "next-payment-later",
    "The next payment comes after the last one, so a late payment bills no time twice.",
    `select id, previous_payment, next_payment from subscriptions where next_payment <= previous_payment
     union all select c.subscription_id, o.paid_at, c.due_at from billing_cycles c join orders o
     on o.subscription_id = c.subscription_id and o.cycle = c.cycle - 1 where c.state = 'paid' and c.due_at <= o.paid_at`,
  ),
  rule("closed-payments", "Nothing can be paid for a cancelled order or subscription any more.", async (books) => {
    const closed = await books.rows<{ id: string }>(
      `select payment_intent_id as id from orders where status = 'Cancelled' and pay_state = 'unpaid'
       union all select c.payment_intent_id from billing_cycles c join subscriptions s on s.id = c.subscription_id
       where s.status = 'Cancelled' and c.state <> 'paid'`,
    );
    const ids = new Set(closed.map(({ id }) => id));
    return books.provider.intents
      .filter(({ id, status }) => ids.has(id) && status !== "canceled")
      .map((intent) => `${intent.id} ${intent.status} of ${purposeOf(intent)}`);
  }),
  none(
    "no-refused-payment",
    "No payment is refused: the provider has none that the agency did not ask for.",
    "select entity_id as id, changes from history where dedupe_key like 'payment.refused:%'",
  ),
  rule(
    "no-unmatched-payment",
    "A payment finds its order again, unless a restore lost its client, its service or its free first order.",
    async (books) => {
      const unmatched = await books.rows<{ intent: string; reason: string }>(
        "select payment_intent_id as intent, reason from unmatched_payments",
      );
      const wrong = [];
      const lacksService = (reason: string) => /service|package/i.test(reason);
      for (const { intent, reason } of unmatched) {
        const metadata = books.provider.intents.find(({ id }) => id === intent)?.metadata ?? {};
        const client = await books.rows("select id from users where id = ?", metadata.client_id ?? "");
        // A subscription is rebuilt from the payment of its first order, unless that was free or is lost as well.
        const first = metadata.initial_order_id;
        const hasFirst = books.provider.intents.some(
          (one) =>
            one.metadata.order_id === first &&
            one.status === "succeeded" &&
            !unmatched.some((other) => other.intent === one.id && lacksService(other.reason)),
        );
        const isLost =
          books.world.counts.restores > 0 &&
          (client.length === 0 || lacksService(reason) || (first !== undefined && !hasFirst));
        if (!isLost) wrong.push(`${intent}: ${reason}`);
      }
      return wrong;
    },
  ),
  rule("no-charge-after-cancelling", "A cancelled subscription is not charged any more.", async (books) => {
    const cancelled = await books.rows<{ id: string; at: number }>(
      "select id, cancelled_at as at from subscriptions where status = 'Cancelled'",
    );
    const CHARGE_UNDER_WAY_S = 15 * 60;
    // A bank that takes its time: such a payment can no longer be stopped.
    const heldByBank = new Map(
      books.world.provider.events
        .map(({ body }) => JSON.parse(body) as Stripe.Event)
        .filter(({ type }) => type === "payment_intent.processing")
        .map(({ created, data }) => [(data.object as Stripe.PaymentIntent).id, created]),
    );
    return books.provider.charges
      .filter(({ status, metadata, created, payment_intent: intent }) => {
        const subscription = cancelled.find(({ id }) => id === metadata.subscription_id);
        const begun = heldByBank.get(String(intent)) ?? created;
        return status === "succeeded" && subscription && begun > subscription.at / 1000 + CHARGE_UNDER_WAY_S;
      })
      .map(({ id, metadata }) => `${id} of ${metadata.subscription_id}`);
  }),
  none(
    "order-has-lines",
    "Every order has lines, and their sum is its total before the coupon.",
    `select o.id, o.tiered_total, sum(i.line_total) as sum from orders o left join order_items i on i.order_id = o.id
     group by o.id having sum is null or sum <> o.tiered_total`,
  ),
  none(
    "invoice-per-payment",
    "Every paid order has one invoice over what was charged, and no other order has one.",
    `select o.id, o.pay_state, o.total, i.number, i.charged from orders o left join invoices i on i.order_id = o.id
     where (o.pay_state <> 'unpaid') <> (i.id is not null) or i.charged <> o.total`,
  ),
  none(
    "credit-note-per-refund",
    "Every refund that succeeded has one credit note, and money that a dispute moved has none.",
    `select r.id, r.state, r.dispute_id, r.credit_number from refunds r
     where (r.state = 'succeeded' and r.dispute_id is null and r.credit_number is null
         and exists (select 1 from invoices i where i.order_id = r.order_id))
       or (r.dispute_id is not null and r.credit_number is not null)`,
  ),
  rule("numbers-once", "No order number is given twice, also after a restore.", async (books) => {
    const numbers = new Map<string, Set<string>>();
    const add = (number: unknown, id: string | undefined) => {
      if (number && id) numbers.set(String(number), (numbers.get(String(number)) ?? new Set()).add(id));
    };
    // An intent that was never paid leaves no order after a restore.
    for (const { metadata } of paidIntents(books)) add(metadata.order_number, metadata.order_id);
    for (const { number, id } of await books.rows<{ number: number; id: string }>("select number, id from orders"))
      add(number, id);
    return [...numbers].filter(([, ids]) => ids.size > 1).map(([number, ids]) => `${number}: ${[...ids]}`);
  }),
  none(
    "coupon-state",
    "A coupon's use is held by an open order, used by a paid one and released by a cancelled one.",
    `select u.order_id, u.state, o.status, o.pay_state from coupon_uses u join orders o on o.id = u.order_id
     where u.state <> case when o.status = 'Cancelled' and o.pay_state = 'unpaid' then 'released'
       when o.status = 'Cancelled' then u.state when o.pay_state = 'unpaid' then 'held' else 'used' end
     union all select o.id, 'none', o.status, o.pay_state from orders o left join coupon_uses u on u.order_id = o.id
     where o.coupon_id is not null and u.order_id is null and coalesce(o.cycle, 1) = 1`,
  ),
  none(
    "coupon-limit",
    "A coupon is used at most as often as it allows.",
    `select c.id, c.usage_limit, count(*) as uses from coupons c join coupon_uses u on u.coupon_id = c.id
     join orders o on o.id = u.order_id
     where u.state <> 'released' and c.version = 1 and not exists (select 1 from history h
       where h.entity = 'order' and h.entity_id = o.id and h.action in ('Cancelled order reopened', 'paid') and o.status_before_cancel is not null)
     and not exists (select 1 from history h where h.entity = 'order' and h.entity_id = o.id and h.action = 'Cancelled order reopened')
     group by c.id having uses > c.usage_limit`,
  ),
  none(
    "coupon-once-per-client",
    "A client uses a coupon for one order only, where it says so.",
    `select c.id, u.client_id, count(*) as uses from coupons c join coupon_uses u on u.coupon_id = c.id
     where u.state <> 'released' and c.version = 1 and c.limit_one_per_customer = 1
     and not exists (select 1 from history h where h.entity = 'order' and h.entity_id = u.order_id and h.action = 'Cancelled order reopened')
     group by c.id, u.client_id having uses > 1`,
  ),
  rule("commission-amount", "A commission is its rate times what remains of the order.", async ({ rows }) => {
    const lines = await rows<{
      id: string;
      status: string;
      remains: number;
      total: number;
      tax: number;
      percent: number;
      sum: number;
      voided: number;
    }>(
      `select o.id, o.status, max(0, o.total - o.refunded) as remains, o.total, o.tax, e.percent, e.voided_at is not null as voided,
         (select sum(amount) from commissions k where k.order_id = o.id and k.voided_at is null) as sum
       from orders o join commissions e on e.order_id = o.id and e.kind = 'earned'`,
    );
    return lines
      .filter(
        ({ status, remains, percent, sum, ...order }) =>
          (sum ?? 0) !== (status === "Cancelled" ? 0 : shareOf(withoutAddedTax(remains, order), percent)),
      )
      .map(words);
  }),
  none(
    "commission-per-credit",
    "An order that earns has one commission, and every order of a referred client is credited or says why not.",
    `select o.id, c.reason, count(k.id) as lines from orders o join order_credits c on c.order_id = o.id
     left join commissions k on k.order_id = o.id and k.kind = 'earned' group by o.id
     having lines <> (c.reason in ('perpetual', 'firstTime'))
     union all select o.id, 'not credited', 0 from orders o join invoices i on i.order_id = o.id
     join attributions a on a.user_id = i.client_id and a.affiliate_id is not null
     left join order_credits c on c.order_id = o.id where c.order_id is null`,
  ),
  rule("payout-sum", "A payout pays its commissions, each approved before and paid once.", async ({ rows }) =>
    (
      await rows<object>(
        `select p.id, h.changes ->> '$[0].after' as paid, sum(k.amount) as sum, count(*) as lines,
           sum(k.status <> 'PAID' or k.paid_at is null or k.approved_at is null or k.approved_at > k.paid_at) as wrong
         from payouts p join history h on h.entity = 'payout' and h.entity_id = p.id and h.action = 'Paid out'
         join history kh on kh.entity = 'commission' and kh.action = 'Paid out' and kh.created_at = p.created_at
         join commissions k on k.id = kh.entity_id
         where not exists (select 1 from history t where t.entity = 'commission' and t.entity_id = k.id
           and t.action = 'Commission status changed' and t.created_at >= p.created_at)
         and (select count(*) from payouts q where q.created_at = p.created_at) = 1
         group by p.id having wrong > 0 or (sum <> paid and not exists (select 1 from history t
           where t.entity = 'commission' and t.action = 'Commission status changed' and t.created_at >= p.created_at))`,
      )
    ).map(words),
  ),
  none(
    "payout-has-commissions",
    "No payout is empty.",
    `select p.id from payouts p where not exists (select 1 from commissions k where k.payout_id = p.id)
     and not exists (select 1 from history h where h.entity = 'commission' and h.action = 'Commission status changed'
       and h.created_at >= p.created_at)`,
  ),
  none(
    "void-stays-void",
    "A void commission is neither approved nor paid.",
    `select k.id, k.status from commissions k join history h on h.entity = 'commission' and h.entity_id = k.id
     where k.voided_at is not null and h.created_at > k.voided_at and h.action in ('Commission status changed', 'Paid out')`,
  ),
  none(
    "first-time-once",
    "An agreement for the first time pays for one order of a client.",
    `select i.client_id, o.service_id, count(*) as times from order_credits c join orders o on o.id = c.order_id
     join invoices i on i.order_id = o.id where c.reason = 'firstTime' group by i.client_id, o.service_id having times > 1`,
  ),
  none(
    "message-once",
    "A message that is sent again after a lost answer is stored once.",
    `select order_id, body_source, count(*) as times from order_messages group by author_id, order_id, body_source having times > 1`,
  ),
  none(
    "paid-commission-stays",
    "A paid commission is not changed; a later refund adds a line.",
    `select k.id, k.amount, h.changes from commissions k join history h on h.entity = 'commission' and h.entity_id = k.id
     where k.payout_id is not null and h.created_at > k.paid_at and h.action in ('Commission changed', 'Commission voided')`,
  ),
  none(
    "order-counters",
    "The counters of orders equal the counted rows.",
    `select 'all' as scope, s.status, c.count, count(o.id) as counted from (select distinct status from order_counters) s
     left join order_counters c on c.scope = 'all' and c.status = s.status left join orders o on o.status = s.status
     group by s.status having coalesce(c.count, 0) <> counted
     union all select c.scope, c.status, c.count, (select count(*) from orders o where o.client_id = c.scope and o.status = c.status) as counted
     from order_counters c where c.scope <> 'all' and c.count <> counted`,
  ),
  none(
    "paid-counters",
    "The counters of paid orders and their amounts equal the paid rows.",
    `select c.scope, c.status, c.paid_count, c.paid_amount, count(o.id) as counted, coalesce(sum(o.total), 0) as amount
     from order_counters c left join orders o
       on o.status = c.status and o.pay_state <> 'unpaid' and (c.scope = 'all' or o.client_id = c.scope)
     group by c.scope, c.status having c.paid_count <> counted or c.paid_amount <> amount`,
  ),
  none(
    "other-counters",
    "The counters of commissions, coupons, subscriptions, accounts and visits equal the counted rows.",
    `select 'commissions' as what, status as id, count, (select count(*) from commissions k where k.status = c.status) as counted
     from commission_counters c where count <> counted
     union all select 'coupon', id, held_count * 1000 + used_count, (select coalesce(sum((state = 'held') * 1000 + (state = 'used')), 0)
       from coupon_uses u where u.coupon_id = c.id) as counted from coupons c where held_count * 1000 + used_count <> counted
     union all select 'subscriptions', status, count, (select count(*) from subscriptions s where s.status = c.status) as counted
     from subscription_counters c where count <> counted
     union all select 'users', role, count, (select count(*) from users u where u.role = t.role and u.deleted_at is null) as counted
     from user_totals t where count <> counted
     union all select 'visits', affiliate_id, sum(visits), (select count(*) from visits v where v.affiliate_id = t.affiliate_id and not v.bot) as counted
     from visit_totals t group by affiliate_id having sum(visits) < counted`,
  ),
  none(
    "open-commissions",
    "A client who is no affiliate any more has as many open commissions as are counted.",
    `select id, open_commissions, iif(affiliate = 1 and deleted_at is null, 0, (select count(*)
       from commissions k where k.affiliate_id = u.id and k.status <> 'PAID' and k.voided_at is null)) as counted
     from users u where open_commissions <> counted`,
  ),
  none(
    "affiliate-counters",
    "The counters of affiliates' commissions and referrals equal the counted rows.",
    `select c.affiliate_id as id, c.status, c.count, c.amount from affiliate_commissions c
     where c.count <> (select count(*) from commissions k where k.affiliate_id = c.affiliate_id and k.status = c.status and k.voided_at is null)
       or c.amount <> (select coalesce(sum(k.amount), 0) from commissions k where k.affiliate_id = c.affiliate_id and k.status = c.status and k.voided_at is null)
     union all select affiliate_id, 'referrals', referrals, 0 from affiliate_totals t
     where referrals <> (select count(*) from attributions a where a.affiliate_id = t.affiliate_id)`,
  ),
  none(
    "payout-shares",
    "The totals of a payout and its shares equal the sums of its commissions.",
    `select id, lines, total from payouts p where json_array(affiliates, lines, total) <>
       (select json_array(count(distinct affiliate_id), count(*), coalesce(sum(amount), 0)) from commissions where payout_id = p.id)
     union all select payout_id, lines, total from payout_shares s where json_array(lines, total) <>
       (select json_array(count(*), coalesce(sum(amount), 0)) from commissions k where k.payout_id = s.payout_id and k.affiliate_id = s.affiliate_id)`,
  ),
  none(
    "affiliate-revenue",
    "An affiliate's revenue is what the referred clients paid less refunds.",
    `select t.affiliate_id as id, t.revenue, (select coalesce(sum(o.total - o.refunded), 0) from attributions a
       join orders o on o.client_id = a.user_id where a.affiliate_id = t.affiliate_id and o.pay_state <> 'unpaid') as counted
     from affiliate_totals t where t.revenue <> counted`,
  ),
  rule("history-unbroken", "An order's history leads from status to status without a gap.", async ({ rows }) => {
    const entries = await rows<{ id: string; before: string | null; after: string; status: string }>(
      `select o.id, c.value ->> 'before' as before, c.value ->> 'after' as after, o.status from orders o
       join history h on h.entity = 'order' and h.entity_id = o.id, json_each(h.changes) c
       where c.value ->> 'field' = 'status' order by o.id, h.created_at, h.id`,
    );
    const broken: string[] = [];
    for (const [id, chain] of grouped(entries, (entry) => entry.id)) {
      const steps = chain.map(({ before, after }) => `${before} to ${after}`).join(", ");
      const gap = chain.some(({ before }, at) => at > 0 && before !== chain[at - 1]!.after);
      if (gap || chain.at(-1)!.after !== chain[0]!.status) broken.push(`${id} is ${chain[0]!.status}: ${steps}`);
    }
    return broken;
  }),
  none(
    "history-of-payment",
    "Each payment is in the history once.",
    `select o.id, o.pay_state, count(h.id) as entries from orders o left join history h
     on h.entity = 'order' and h.entity_id = o.id and h.action = 'paid' group by o.id
     having entries <> (o.pay_state <> 'unpaid') and o.payment_type <> 'MANUAL'`,
  ),
  rule("files-have-bytes", "No stored file is without its bytes.", async ({ world, rows }) => {
    // Objects do not go back with the database.
    if (world.counts.restores > 0) return [];
    const stored = await rows<{ key: string }>("select key from uploads where stored_at is not null");
    return stored.filter(({ key }) => !world.files.objects.has(key)).map(({ key }) => key);
  }),
  none(
    "reports-have-files",
    "Each report of an order has its file.",
    `select r.id from order_reports r left join uploads u on u.key = r.upload_key
     where r.url is null and (u.stored_at is null or u.attached_to <> 'order:' || r.order_id)`,
  ),
  none(
    "notified-once",
    "A person is notified of one event once.",
    `select user_id, type_system_id, description, count(*) as times from notifications
     where (description like '%paid%' and type_system_id <> 'commissions') or description like 'New order%' or description like '%signed up%'
     group by user_id, type_system_id, description, created_at having times > 1
     union all select user_id, type_system_id, description, count(*) as times from notifications
     where dedupe_key like 'order.paid:%' or dedupe_key like 'order.new:%' or dedupe_key like 'payout:%' or dedupe_key like 'signup:%'
     group by user_id, type_system_id, substr(dedupe_key, 1, 9) having times > 1`,
  ),
  rule("buyer-heard", "The buyer of a paid order is notified of it and gets one receipt.", async ({ rows }) => {
    const orders = await rows<{ id: string; total: number; notices: number; receipts: number }>(
      `select o.id, o.total, o.payment_type, i.client_id,
         (select count(*) from notifications n where n.user_id = i.client_id and n.dedupe_key = 'order.paid:' || o.id || ':' || i.client_id) as notices,
         (select count(*) from outbox x where x.dedupe_key = 'email:receipt:' || o.id) as receipts
       from orders o join invoices i on i.order_id = o.id where o.paid_at > ?`,
      // Delivered rows are kept for a week.
      clock.now - 5 * DAY,
    );
    return orders.filter(({ receipts, notices, total }) => receipts !== (total > 0 ? 1 : 0) || notices < 1).map(words);
  }),
  rule("mailed-once", "A mail is sent once, unless the answer of its sending was lost.", async ({ world }) => {
    const sent = grouped(world.mails, ({ mailId }) => mailId);
    return [...sent]
      .filter(([mailId, mails]) => mails.length > 1 && !world.uncertainMails.has(mailId))
      .map(([, mails]) => `${mails.length} x ${mails[0]!.subject}`);
  }),
  rule("cart-mails", "At most two mails about a cart leave, and none after it was paid.", async ({ world, rows }) => {
    const queued = await rows<{ id: string; cart: string; number: number }>(
      "select id, payload ->> 'cartKey' as cart, payload ->> 'number' as number from outbox where kind = 'cartMail'",
    );
    const sent = grouped(world.mails, ({ mailId }) => mailId);
    const late = await rows<{ cart: string }>(
      `select m.cart_key as cart from cart_mails m join orders o on o.checkout_key = m.cart_key
       join history h on h.dedupe_key = 'order.paid:' || o.id where m.sent_at > h.created_at + 60000`,
    );
    return [
      // Also when the answer of its sending was lost.
      ...queued.filter(({ id }) => (sent.get(id)?.length ?? 0) > 1).map(words),
      ...late.map(({ cart }) => `${cart}: after it was paid`),
    ];
  }),
  rule("receipt-once", "A client gets one receipt for each payment.", async ({ world }) => {
    const certain = world.mails.filter(({ mailId }) => !world.uncertainMails.has(mailId));
    const receipts = certain.filter(({ subject }) => /receipt/i.test(subject));
    return [...grouped(receipts, ({ to, subject }) => `${to}: ${subject}`)]
      .filter(([, mails]) => mails.length > 1)
      .map(([what, mails]) => `${mails.length} x ${what}`);
  }),
  rule(
    "dashboard-agrees",
    "The dashboard's revenue is the sum of the provider's ledger and of manual orders.",
    async (books) => {
      const unmatched = new Set(
        (await books.rows<{ id: string }>("select payment_intent_id as id from unmatched_payments")).map(
          ({ id }) => id,
        ),
      );
      const intents = paidIntents(books).filter(({ id }) => !unmatched.has(id));
      const ids = new Set(intents.map(({ id }) => id));
      const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
      const received = sum(intents.map((intent) => intent.amount_received));
      const returned = sum(
        books.provider.refunds
          .filter(({ status, payment_intent }) => status === "succeeded" && ids.has(String(payment_intent)))
          .map(({ amount }) => amount),
      );
      const disputed = sum(
        books.provider.disputes
          .filter(({ payment_intent }) => ids.has(String(payment_intent)))
          .flatMap((dispute) => dispute.balance_transactions.map(({ amount }) => amount)),
      );
      const [manual] = await books.rows<{ sum: number }>(
        `select coalesce(sum(o.total - o.refunded), 0) as sum from orders o where o.payment_intent_id is null and o.pay_state <> 'unpaid'`,
      );
      const staff = await aTeamMember(books.world, 0, "SuperAdmin");
      if (!staff) return [];
      const range = { from: clock.now - 800 * DAY, to: clock.now + DAY };
      const shown = await books.world.act("dashboard", staff, null, (ctx) => dashboard(ctx, range));
      if (shown.kind !== "ok") return ["The dashboard does not answer"];
      const expected = received - returned + disputed + manual!.sum;
      return shown.value.totalRevenue === expected ? [] : [`${shown.value.totalRevenue} instead of ${expected}`];
    },
  ),
  rule("own-rows-only", "A client reads their own orders only.", async ({ world, rows }) => {
    const wrong: string[] = [];
    const client = await aClient(world, world.counts.commands);
    if (!client) return [];
    const list = await world.act("own orders", client, null, (ctx) =>
      findOrders(ctx, { page: 0, pageSize: 100, filters: [], sort: { by: "createdTime", direction: "desc" } }),
    );
    const owned = new Set(
      (await rows<{ id: string }>("select id from orders where client_id = ?", client.id)).map(({ id }) => id),
    );
    if (list.kind === "ok") for (const { id } of list.value.content) if (!owned.has(id)) wrong.push(`list shows ${id}`);
    const [other] = await rows<{ id: string }>(
      "select id from orders where client_id <> ? order by id desc limit 1",
      client.id,
    );
    if (!other) return wrong;
    const reads = {
      details: (ctx: TestContext) => orderDetails(ctx, other.id),
      messages: (ctx: TestContext) => findMessages(ctx, { orderId: other.id, thread: "Customer" } as never),
      reports: (ctx: TestContext) => findReports(ctx, other.id),
      answers: (ctx: TestContext) => projectDetails(ctx, other.id),
    };
    for (const [what, read] of Object.entries(reads)) {
      const { kind } = await world.act<unknown>(`foreign ${what}`, client, null, read);
      if (kind !== "refused") wrong.push(`${client.email} reads ${what} of ${other.id}`);
    }
    return wrong;
  }),
  none(
    "links-per-unit",
    "Every paid unit of a tracked package is one link, numbered without a gap, and no other unit is.",
    `select o.id, i.id as item, i.quantity, p.tracking ->> 'tracked' as tracked, count(l.id) as links
     from orders o join order_items i on i.order_id = o.id join packages p on p.id = i.package_id
     left join placements l on l.order_item_id = i.id and l.replaces_id is null
     group by i.id having links <> iif(o.pay_state <> 'unpaid' and tracked, i.quantity, 0)
     union all select order_id, number, max(sequence), 1, count(*) as links from placements group by order_id
     having max(sequence) <> links`,
  ),
  none(
    "link-shares",
    "The shares of an order's links add up to what was paid for its tracked packages.",
    `select o.id, o.total, sum(l.share) as shares from orders o join placements l on l.order_id = o.id group by o.id
     having shares > o.total or (shares <> o.total and (select count(distinct order_item_id) from placements m where m.order_id = o.id)
       = (select count(*) from order_items i where i.order_id = o.id))`,
  ),
  none(
    "refunded-shares",
    "A refund never names links that cost more than it returns.",
    `select r.id, r.amount, sum(l.share) as shares from refunds r join placements l on l.refund_id = r.id
     group by r.id having shares > r.amount or r.state = 'failed'`,
  ),
  none(
    "links-follow-orders",
    "Links belong to the client of their order, and a closed order has no open ones but replacements, nor has a refund.",
    `select l.id, l.number, l.state, o.status, l.client_id, o.client_id as owner from placements l join orders o on o.id = l.order_id
     where l.client_id <> o.client_id or (o.status in ('Completed', 'Cancelled') or exists (select 1 from refunds r
       where r.id = l.refund_id and r.state = 'succeeded')) <> (l.state = 'cancelled')
       and l.state not in ('live', 'replaced') and l.replaces_id is null`,
  ),
  none(
    "link-clock",
    "A link is due while the agency works on it, and never while the client is asked or after it is live.",
    `select id, number, state, due_at from placements where (state in ('ready', 'in_progress', 'submitted')) <> (due_at is not null)
     union all select id, number, state, answer_by from placements where answer_by is not null and state not in ('site_review', 'content_review')`,
  ),
  none(
    "link-has-page",
    "Work begins on links that have a page, and a live link has its address and day.",
    `select id, number, state from placements where state not in ('needs_input', 'cancelled') and target_url = '' and agency_chooses = 0
     union all select id, number, state from placements where (state in ('live', 'replaced')) <> (live_at is not null and live_url <> '')`,
  ),
  none(
    "link-terms",
    "A site whose approval was agreed is never left out.",
    `select l.id, l.number, l.state from placements l where l.state in ('in_progress', 'content_review', 'submitted', 'live')
     and l.terms ->> 'approveSite' and not exists (select 1 from history h where h.entity = 'placement' and h.entity_id = l.id
       and (h.action like 'Site accepted%' or h.action like 'No answer, site%'))`,
  ),
  none(
    "link-counters",
    "The counters of links equal the counted rows.",
    `select c.scope, c.state, c.count, count(l.id) as counted from placement_counters c
     left join placements l on l.state = c.state and (c.scope = 'all' or l.client_id = c.scope)
     group by c.scope, c.state having c.count <> counted`,
  ),
  rule("link-history-unbroken", "A link's history leads from state to state without a gap.", async ({ rows }) => {
    const entries = await rows<{ id: string; before: string; after: string; state: string }>(
      `select l.id, c.value ->> 'before' as before, c.value ->> 'after' as after, l.state from placements l
       join history h on h.entity = 'placement' and h.entity_id = l.id, json_each(h.changes) c
       where c.value ->> 'field' = 'state' order by l.id, h.created_at, h.id`,
    );
    const broken: string[] = [];
    for (const [id, chain] of grouped(entries, (entry) => entry.id)) {
      const gap = chain.some(({ before }, at) => at > 0 && before !== chain[at - 1]!.after);
      const steps = chain.map(({ before, after }) => `${before} to ${after}`).join(", ");
      if (gap || chain.at(-1)!.after !== chain[0]!.state) broken.push(`${id} is ${chain[0]!.state}: ${steps}`);
    }
    return broken;
  }),
  ...linkWatchInvariants,
  ...claimInvariants,
  ...clockInvariants,
  ...cardInvariants,
  ...teamworkInvariants,
  ...messageInvariants,
  ...taxInvariants,
  none(
    "unpaid-orders-close",
    "An order that stays unpaid is closed after a day.",
    `select id, status from orders where pay_state = 'unpaid' and status in ('Abandoned_Checkout', 'Payment_Failed')
     and created_at < (select max(read_up_to) from payment_event_marks) - ${2 * DAY}
     and not exists (select 1 from history h where h.entity = 'order' and h.entity_id = orders.id and h.action = 'Cancelled order reopened')`,
  ),
];
