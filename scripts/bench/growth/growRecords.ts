import type { Growth } from "./growth";
import { DAYS, ORDERS } from "./sizes";

const DAY_MS = 86_400_000;
/** Numbers of grown orders begin above the seeded ones. */
const FIRST_NUMBER = 20_000;
/** Added people who buy: a prime, so that their orders are spread over statuses and services. */
const CLIENTS = 19_501;
const SERVICES_USED = 300;
const STAFF_USED = 50;

const status = `case i % 20 when 1 then 'Abandoned_Checkout' when 11 then 'Payment_Failed' when 2 then 'Cancelled'
  when 3 then 'Active' when 4 then 'Inputs_Required' when 5 then 'Working' else 'Completed' end`;

/** Orders with lines, refunds, subscriptions and commissions, and what is written about the largest of them. */
export async function growRecords(growth: Growth, binding: D1Database): Promise<void> {
  await growOrders(growth, binding);
  await growAfterOrders(growth);
  await growLinks(growth, binding);
  await growCommissions(growth);
  await growOneOrder(growth);
  await growThreads(growth);
}

async function growOrders(
  { run, count, now, idAt, userId, staffId, serviceId, subscriptionId, seeded }: Growth,
  binding: D1Database,
) {
  // Row by row, triggers and indexes would take most of the time. Conversations refer to the number of an order.
  const { results: made } = await binding
    .prepare(
      "select type, name, sql from sqlite_master where tbl_name = 'orders' and type in ('trigger', 'index') and sql is not null and name <> 'orders_number'",
    )
    .all<{ type: string; name: string; sql: string }>();
  for (const { type, name } of made) await run(`drop ${type} "${name}"`);
  const step = (DAYS * DAY_MS) / ORDERS;
  // An order in ten is a cycle of a subscription: the first of forty begins it, three follow.
  await run(`insert into orders
    (id, number, service_id, service_name, client_id, billing, status, sub_statuses, assigned_to_id, payment_type, account,
     order_duration, frequency, subtotal, tiered_total, total, subscription_id, cycle, source, created_by, created_at,
     started_at, paid_at, completed_at, pay_state)
    ${count(ORDERS)} select ${idAt("at", "i")}, ${FIRST_NUMBER} + i, ${serviceId(`1 + buyer % ${SERVICES_USED}`)},
      'Link package ' || (1 + buyer % ${SERVICES_USED}), iif(buyer % 66 = 0, ${seeded.customer}, ${userId(`1 + buyer * 13 % ${CLIENTS}`)}), '{}', status, '[]',
      case i % 60 when 0 then null when 1 then null when 2 then ${seeded.manager} else ${staffId(`1 + i * 17 % ${STAFF_USED}`)} end,
      iif(cyclic, 'SUBSCRIPTION', 'DIRECT'), 'regular', 1, 'MONTH', total, total, total,
      iif(cyclic and not unpaid, ${subscriptionId("buyer")}, null), iif(cyclic and not unpaid, 1 + i % 40 / 10, null), '{}', 'grown', at,
      iif(unpaid, null, at + 600000), iif(unpaid, null, at + 600000), iif(status = 'Completed', min(at + 259200000, ${now}), null),
      iif(unpaid, 'unpaid', 'paid')
    from (select i, ${now} - (${ORDERS} - i) * ${step} - 7200000 as at, i % 10 = 0 as cyclic, iif(i % 10 = 0, i - i % 40, i) as buyer,
      iif(i % 10 = 0, 'Completed', ${status}) as status, i % 10 <> 0 and i % 20 in (1, 11) as unpaid, 5000 + i % 97 * 500 as total from n)`);
  await run(
    "update orders set pay_state = 'partly_refunded', refunded = total / 4 where created_by = 'grown' and number % 50 = 13",
  );
  await run("delete from order_counters");
  const paid = "sum(pay_state <> 'unpaid'), sum(iif(pay_state <> 'unpaid', total, 0))";
  await run(`insert into order_counters (scope, status, count, paid_count, paid_amount)
    select 'all', status, count(*), ${paid} from orders group by status
    union all select client_id, status, count(*), ${paid} from orders group by client_id, status`);
  for (const { sql } of made) await run(sql);
}

async function growAfterOrders({ run, now, subscriptionId, packageId, seeded }: Growth) {
  const grown = "orders.created_by = 'grown'";
  await run(`insert into order_items (id, order_id, package_id, package_name, quantity, unit_price, line_total, sequence)
    select '2' || substr(id, 2), id, ${packageId("cast(substr(service_id, 11) as integer)", "number % 6")}, 'DA 20+', 1, total, total, 0
    from orders where ${grown}`);
  await run(`insert into refunds (id, order_id, account, amount, source, state, created_by_id, created_at, refunded_at)
    select '3' || substr(id, 2), id, account, refunded, 'portal', 'succeeded', ${seeded.superAdmin}, min(paid_at + 604800000, ${now}), min(paid_at + 604800000, ${now})
    from orders where ${grown} and refunded > 0`);
  await run(`insert into subscriptions
    (id, client_id, service_id, service_name, initial_order_id, account, customer_id, payment_method_id, status, current_cycle,
     renewal_amount, order_duration, frequency, anchor_day, previous_payment, next_payment, created_at, cancelled_at, card_brand, card_last4)
    select ${subscriptionId(`number - ${FIRST_NUMBER}`)}, client_id, service_id, service_name, id, account, 'cus_grown', 'pm_grown',
      case number % 400 when 0 then 'Past_Due' when 40 then 'Cancelled' when 80 then 'Cancelled' when 120 then 'Due' else 'Active' end,
      4, total, 1, 'MONTH', 1, created_at, ${now} + (number % 29 + 1) * ${DAY_MS}, created_at, iif(number % 400 in (40, 80), ${now}, null), 'visa', '4242'
    from orders where ${grown} and cycle = 1`);
  await run(`insert into coupon_uses (order_id, coupon_id, client_id, state, created_at, changed_at)
    select o.id, c.id, o.client_id, 'used', o.created_at, o.paid_at from orders o
    join coupons c on c.code = 'GROWN' || (1 + o.number / 10 % 300) where o.created_by = 'grown' and o.number % 10 = 7`);
  await run(`insert into affiliate_totals (affiliate_id, revenue, latest_paid_at, latest_order_id)
    select a.affiliate_id, sum(o.total - o.refunded), max(o.paid_at), o.id from attributions a
    join orders o on o.client_id = a.user_id and o.pay_state <> 'unpaid' and o.total > 0
    where a.affiliate_id is not null group by a.affiliate_id
    on conflict (affiliate_id) do update set revenue = excluded.revenue, latest_paid_at = excluded.latest_paid_at,
      latest_order_id = excluded.latest_order_id`);
}

/** One link of each paid order, a claim of each lost one, and a thousand checks of one of the seeded customer's. */
async function growLinks({ run, count, now, idAt, seeded }: Growth, binding: D1Database) {
  const { results: made } = await binding
    .prepare(
      "select type, name, sql from sqlite_master where tbl_name = 'placements' and type in ('trigger', 'index') and sql is not null",
    )
    .all<{ type: string; name: string; sql: string }>();
  for (const { type, name } of made) await run(`drop ${type} "${name}"`);
  await run(`insert into placements
    (id, number, order_id, order_item_id, sequence, service_id, client_id, assigned_to_id, state, target_url, anchor_text,
      site_domain, live_at, live_url, health, health_at, next_check_at, on_time, terms, share, clock_left_ms, created_at)
    select '4' || substr(id, 2), number || '-01', id, '2' || substr(id, 2), 1, service_id, client_id, assigned_to_id,
      iif(live, 'live', 'in_progress'), 'https://client.example.com/' || number, 'garden furniture', 'news' || number % 900 || '.example.org',
      iif(live, at, null), iif(live, 'https://news' || number % 900 || '.example.org/' || number, ''),
      iif(live, iif(number % 50 = 3, 'missing', 'ok'), null), iif(live, at + 86400000, null), iif(live, ${now} + 86400000, null), iif(live, 1, null),
      '{"serviceName":"Link package","packageName":"DA 20+","guaranteeDays":365}', total, 0, created_at
    from (select *, coalesce(completed_at, created_at + 259200000) as at, status = 'Completed' as live from orders
      where created_by = 'grown' and paid_at is not null)`);
  await run("delete from placement_counters");
  await run(`insert into placement_counters (scope, state, count)
    select 'all', state, count(*) from placements group by state
    union all select client_id, state, count(*) from placements group by client_id, state`);
  await run("delete from link_health_counters");
  await run(`insert into link_health_counters (health, count)
    select health, count(*) from placements where health is not null group by health`);
  for (const { sql } of made) await run(sql);
  await run(`insert into claims
    (id, placement_id, order_id, client_id, service_id, opened_by, verdict, state, reason, repair_by, closed_at, created_at)
    select '5' || substr(id, 2), id, order_id, client_id, service_id, iif(n % 20, 'watch', 'client'), 'missing',
      iif(live_at > ${now} - 10 * ${DAY_MS}, 'repairing', case n % 4 when 0 then 'replaced' when 1 then 'refunded' else 'repaired' end),
      '', live_at + 10 * ${DAY_MS}, iif(live_at > ${now} - 10 * ${DAY_MS}, null, live_at + 9 * ${DAY_MS}), live_at + 3 * ${DAY_MS}
    from (select *, row_number() over (order by live_at) as n from placements where health = 'missing' and '4' = substr(id, 1, 1))`);
  const at = `${now} - (1001 - i) * 86400000`;
  await run(`insert into link_checks (id, placement_id, due_at, at, verdict, status, final_url, ms, prev_hash, hash)
    ${count(1000)} select ${idAt(at, "i")}, (${linkOf(seeded.customer)}), ${at}, ${at}, 'ok', 200, 'https://news1.example.org/a', 300, 'h' || (i - 1), 'h' || i from n`);
}

/** The link whose pages are measured. */
export const linkOf = (client: string) =>
  `select id from placements where client_id = ${client} order by state = 'live' desc, created_at, id limit 1`;

/**
 * 30,000 commissions on the newest orders of referred clients: two months wait, the rest is paid out month by month.
 */
async function growCommissions({ run, count, now, payoutId, idAt, seeded }: Growth) {
  const month = 30 * DAY_MS;
  await run(`insert into payouts (id, request_key, minimum, created_by_id, created_at)
    ${count(40)} select ${payoutId("i")}, 'grown' || i, 0, ${seeded.superAdmin}, ${now} - i * ${month} from n`);
  await run(`insert into commissions
    (id, kind, order_id, service_id, client_id, affiliate_id, order_amount, percent, amount, order_paid_at, status, approved_at, paid_at, payout_id, created_at)
    select ${idAt("paid", "number")}, 'earned', order_id, service_id, client_id, affiliate_id, total, 1000, total / 10, paid,
      iif(age < 1, 'CREATED', iif(age < 2, 'APPROVED', 'PAID')), iif(age < 1, null, paid + ${month}), iif(age < 2, null, paid + ${2 * month}),
      iif(age < 2, null, ${payoutId("age - 1")}), paid
    from (select o.id as order_id, o.number, o.service_id, o.client_id, a.affiliate_id, o.total, o.paid_at as paid, (${now} - o.paid_at) / ${month} as age
      from orders o join attributions a on a.user_id = o.client_id
      where o.created_by = 'grown' and a.affiliate_id is not null and o.paid_at is not null order by o.paid_at desc limit 30000)`);
  await run(`insert into order_credits (order_id, affiliate_id, source, reason, percent, decided_at)
    select order_id, affiliate_id, 'signUp', 'perpetual', 1000, order_paid_at from commissions where true on conflict do nothing`);
}

/** A question and an answer about every second order, and the state of all conversations. */
async function growThreads({ run, idAt, seeded }: Growth) {
  for (const [author, minutes, id] of [
    ["client_id", 10, "number * 2"],
    [seeded.manager, 70, "number * 2 + 1"],
  ] as const) {
    const at = `created_at + ${minutes * 60_000}`;
    await run(`insert into order_messages (id, order_id, thread, author_id, body, body_source, created_at)
      select ${idAt(at, id)}, id, 'Customer', ${author}, '<p>When is it done?</p>', 'When is it done?', ${at}
      from orders where created_by = 'grown' and number % 2 = 0 ${author === "client_id" ? "" : "and number % 100 <> 0"}`);
  }
  await run(`insert into message_threads
      (order_number, service_id, assigned_to_id, state, last_message_at, first_unanswered_at, first_client_at, first_response_at, first_responder_id)
    select number, service_id, assigned_to_id, case when number % 100 = 0 then iif(number % 200 = 0, 'unread', 'open') when number % 10 = 2 then 'waiting' else 'resolved' end,
      created_at + 4200000, iif(number % 100 = 0, created_at + 600000, null), created_at + 600000,
      iif(number % 100 = 0, null, created_at + 4200000), iif(number % 100 = 0, null, ${seeded.manager})
    from orders where created_by = 'grown' and number % 2 = 0 on conflict do nothing`);
}

const paragraph =
  "The links of this week are live. Two editors asked for another anchor text, so I changed it in the brief and sent both pages back for review.";

/** One order with much written about it, and the notifications that went with it. */
async function growOneOrder({ run, count, now, idAt, seeded }: Growth) {
  const { order, customer, manager } = seeded;
  const message = (thread: string, author: string, to: number) =>
    run(`insert into order_messages (id, order_id, thread, author_id, body, body_source, created_at)
      ${count(to)} select ${idAt(`${now} - (${to} - i) * 600000 - 60000`, "i")}, ${order}, '${thread}', ${author},
        '<p>' || i || '. ${paragraph}</p>', i || '. ${paragraph}', ${now} - (${to} - i) * 600000 - 60000 from n`);
  await message("Customer", `iif(i % 2 = 0, ${manager}, ${customer})`, 4000);
  await message("Admin", manager, 200);
  await run(`insert into uploads (key, kind, file_name, content_type, size, owner_id, created_at, stored_at, attached_to)
    ${count(300)} select 'grown' || i, 'report', 'Report ' || i || '.pdf', 'application/pdf', 40000 + i, ${manager}, ${now} - i * 3600000, ${now} - i * 3600000,
      'order:' || ${order} from n`);
  await run(`insert into order_reports (id, order_id, upload_key, file_name, created_by_id, created_at)
    ${count(300)} select ${idAt(`${now} - (301 - i) * 3600000`, "i")}, ${order}, 'grown' || i, 'Report ' || i || '.pdf', ${manager}, ${now} - (301 - i) * 3600000 from n`);
  const items = JSON.stringify(
    ["Target URL", "Anchor text", "Keywords"].map((name, sequence) => ({
      id: `item${sequence}`,
      name,
      itemType: "TEXT",
      mandatory: true,
      placeHolder: "",
      helpText: "",
      sequence,
      value: "https://www.example.com/a-page-that-we-want-to-rank",
    })),
  );
  await run(`insert into order_entries (id, order_id, package_id, role, created_by_id, items, created_at)
    ${count(200)} select ${idAt(`${now} - (201 - i) * 3600000`, "i")}, ${order}, (select package_id from order_items where order_id = ${order} order by sequence limit 1),
      iif(i % 2 = 0, 'ADMIN', 'CUSTOMER'), ${manager}, coalesce((select items from order_entries where order_id = ${order} order by created_at limit 1), '${items}'),
      ${now} - (201 - i) * 3600000 from n`);
  await run(`insert into history (id, entity, entity_id, action, actor_id, changes, created_at)
    ${count(500)} select ${idAt(`${now} - i * 3600000`, "i")}, 'order', ${order}, 'updated', ${manager},
      '[{"field":"notes","before":"","after":"Called"}]', ${now} - i * 3600000 from n`);
  const notices = (person: string, to: number) =>
    run(`insert into notifications (id, user_id, description, type, type_system_id, created_at)
      ${count(to)} select ${idAt(`${now} - i * 600000`, "i")}, ${person}, 'Order ' || (${FIRST_NUMBER} + i) || ' has a new message', 'ORDER', ${order}, ${now} - i * 600000 from n`);
  await notices(manager, 20_000);
  await notices(customer, 3000);
}
