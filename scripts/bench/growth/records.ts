import { mailKinds } from "~/domain/mailKinds";
import { reportTypes } from "~/domain/reports/reportTypes";
import { linkOf } from "./growRecords";

/** Values of a route's parameters that a person can open, by the parameter's name. System ids are not yet encoded. */
export type PersonRecords = Partial<Record<string, string[]>>;

/** Staff open the customer's records. */
export interface Records {
  customer: PersonRecords;
  affiliate: PersonRecords;
}

/** Parameters whose values are no system ids. */
export const wordParameters: Record<string, readonly string[]> = {
  reportType: reportTypes,
  operation: ["charge-now", "cancel"],
  mail: Object.keys(mailKinds),
};

/** Finds records of the seed for every parameter, and adds a note and a dispute, which the seed lacks. */
export async function recordsOf(binding: D1Database): Promise<Records> {
  const idOf = async (sql: string) => (await binding.prepare(sql).first<{ id: string }>())?.id;
  const manager = await idOf("select id from users where email = 'manager@example.com'");
  const of = async (mailbox: string): Promise<PersonRecords> => {
    const client = `(select id from users where email = '${mailbox}@example.com')`;
    const order = `(select o.id from orders o where o.client_id = ${client} and o.pay_state = 'paid'
      order by exists (select 1 from placements p where p.order_id = o.id), exists (select 1 from order_entries e where e.order_id = o.id) desc,
        exists (select 1 from order_reports r where r.order_id = o.id) desc, o.number limit 1)`;
    await binding
      .prepare(`insert into client_notes (id, client_id, author_id, body, created_at)
        select 'NOTE' || substr(id, 5), id, '${manager}', 'Prefers calls in the morning.', created_at from users where id = ${client}`)
      .run();
    await binding
      .prepare(`insert into disputes (id, order_id, account, provider_id, amount, reason, status, evidence_due_at, opened_at)
        select 'DISP' || substr(id, 5), id, account, 'dp_' || number, total, 'general', 'needs_response', paid_at + 864000000, paid_at
        from orders where id = ${order}`)
      .run();
    const found = {
      clientId: await idOf(`select ${client} as id`),
      orderId: await idOf(`select ${order} as id`),
      serviceId: await idOf(`select service_id as id from orders where id = ${order}`),
      slug: await idOf(
        `select slug as id from services where visible = 1 and listed_in_shop = 1 and id = (select service_id from orders where id = ${order})`,
      ),
      packageId: await idOf(`select package_id as id from order_items where order_id = ${order} order by sequence`),
      entryId: await idOf(`select id from order_entries where order_id = ${order} order by role = 'CUSTOMER' desc`),
      reportId: await idOf(`select id from order_reports where order_id = ${order}`),
      disputeId: await idOf(`select id from disputes where order_id = ${order}`),
      noteId: await idOf(`select id from client_notes where client_id = ${client}`),
      placementId: await idOf(linkOf(client)),
      linkedOrderId: await idOf(`select order_id as id from placements where id = (${linkOf(client)})`),
      subscriptionId: await idOf(
        `select id from subscriptions order by client_id = ${client} desc, status = 'Active' desc, id`,
      ),
      couponId: await idOf("select id from coupons where deleted_at is null order by id"),
      commissionId: await idOf(`select id from commissions order by affiliate_id = ${client} desc, id`),
      replyId: await idOf("select id from saved_replies order by name"),
      tagId: await idOf("select id from tags order by name_folded"),
      payoutId: await idOf("select id from payouts order by id"),
      affiliateId: await idOf("select id from users where email = 'affiliate@example.com'"),
      announcementId: await idOf("select id from announcements where deleted_at is null order by id"),
      creativeId: await idOf("select id from creatives where deleted_at is null order by id"),
      userId: manager,
      viewId: await idOf("select id from saved_views order by id"),
    };
    return Object.fromEntries(Object.entries(found).flatMap(([name, id]) => (id ? [[name, [id]]] : [])));
  };
  return { customer: await of("customer"), affiliate: await of("affiliate") };
}
