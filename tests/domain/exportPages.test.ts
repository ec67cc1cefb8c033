import { afterAll, beforeAll, expect, test } from "vitest";
import { affiliateList } from "~/domain/affiliates/affiliateList";
import { exportAffiliates } from "~/domain/affiliates/findAffiliates";
import { exportTrafficLogs } from "~/domain/affiliates/findTrafficLogs";
import { trafficLogList } from "~/domain/affiliates/trafficLogList";
import { clientList } from "~/domain/clients/clientList";
import { exportClients } from "~/domain/clients/findClients";
import { commissionList } from "~/domain/commissions/commissionList";
import { exportCommissions } from "~/domain/commissions/findCommissions";
import type { Context } from "~/domain/context";
import { exportSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { listFromUrl } from "~/list/listFromUrl";
import { EXPORT_PAGE } from "~db/exportList.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { bulkService, manyOrders } from "../support/manyOrders";
import { actingAs, testContext } from "../support/testContext";

/** Three full pages and part of a fourth; two of every three rows share a timestamp. */
const ROWS = 3 * EXPORT_PAGE + 350;
const COUNT = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`;
const AT = "1000000 + (i * 7919 % 1367)";

let database: TestDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  await manyOrders(database, { staff: 1, customers: ROWS, services: 1, orders: ROWS });
  const run = (sql: string) => database.binding.prepare(sql).run();
  await run(`${COUNT} update users set affiliate = 1, affiliate_code = 'CODE' || n.i, created_at = ${AT}
    from n where users.id = printf('U%025d', n.i + 1)`);
  await run(`${COUNT} insert or replace into affiliate_totals (affiliate_id, revenue, latest_paid_at, latest_order_id)
    select printf('U%025d', i + 1), i % 5, iif(i % 3 = 0, null, ${AT}), null from n where i % 7 > 0`);
  await run(`${COUNT} insert into visits
    (id, affiliate_code, affiliate_id, landing_path, referrer, user_agent, bot, created_at)
    select printf('V%025d', i), 'CODE1', null, '/', '', '', 0, ${AT} from n`);
  await run(`${COUNT} insert into subscriptions
    (id, client_id, service_id, service_name, initial_order_id, account, customer_id, payment_method_id, status,
     renewal_amount, order_duration, frequency, anchor_day, previous_payment, next_payment, created_at)
    select printf('T%025d', i), printf('U%025d', i + 1), '${bulkService(1)}', 'Service', printf('O%025d', i), 'regular', 'cus',
      'pm', iif(i % 2, 'Active', 'Cancelled'), 100, 1, 'MONTH', 1, 1, ${AT} + 5, ${AT} from n`);
  await run(`${COUNT} insert into commissions
    (id, kind, order_id, service_id, client_id, affiliate_id, order_amount, percent, amount, order_paid_at, status, created_at)
    select printf('C%025d', i), 'earned', printf('O%025d', i), '${bulkService(1)}', printf('U%025d', i + 1),
      printf('U%025d', 2 + i % 9), 1000, 500, 50, ${AT} + i % 3, 'APPROVED', ${AT} from n`);
  ctx = testContext(database.db, actingAs(await aStaffMember(database.db, { privileges: "SuperAdmin" })));
});
afterAll(() => database.dispose());

interface Exported {
  total: number;
  pages: AsyncIterable<unknown[]>;
}
const SITE = "http://portal.example.com/?sort=";
/** Each list with its source table and the columns of its sorts. */
const lists: [name: string, open: (sort: string) => Promise<Exported>, from: string, sorts: Record<string, string>][] =
  [
    [
      "clients",
      (sort) => exportClients(ctx, listFromUrl(clientList, SITE + sort)),
      "users where role = 'CUSTOMER'",
      { createdTime: "created_at" },
    ],
    [
      "affiliates",
      (sort) => exportAffiliates(ctx, listFromUrl(affiliateList, SITE + sort)),
      "users left join affiliate_totals on affiliate_id = id where affiliate = 1",
      {
        signedUpDate: "created_at",
        totalRevenue: "coalesce(revenue, 0)",
        latestRevenueDate: "coalesce(latest_paid_at, 0)",
      },
    ],
    [
      "visits",
      (sort) => exportTrafficLogs(ctx, listFromUrl(trafficLogList, SITE + sort)),
      "visits",
      { createdTime: "created_at" },
    ],
    [
      "subscriptions",
      (sort) => exportSubscriptions(ctx, listFromUrl(subscriptionList, SITE + sort)),
      "subscriptions",
      { createdTime: "created_at", nextPayment: "next_payment" },
    ],
    [
      "commissions",
      (sort) => exportCommissions(ctx, listFromUrl(commissionList, SITE + sort)),
      "commissions",
      { createdTime: "created_at", orderPaidDate: "order_paid_at" },
    ],
  ];
const cases = lists.flatMap(([name, open, from, sorts]) =>
  Object.entries(sorts).flatMap(([by, column]) =>
    (["asc", "desc"] as const).map((direction) => ({ name, open, from, by, column, direction })),
  ),
);

test.each(cases)(
  "exports $name by $by $direction without gaps or duplicates",
  async ({ open, from, by, column, direction }) => {
    const { total, pages } = await open(`${by}.${direction}`);
    const read: string[] = [];
    let pageCount = 0;
    for await (const page of pages) {
      pageCount += 1;
      for (const row of page as { id?: string; userId?: string }[]) read.push(row.id ?? row.userId ?? "");
    }
    const { results } = await database.binding
      .prepare(`select id from ${from} order by ${column} ${direction}, id ${direction}`)
      .all<{ id: string }>();
    expect(results).toHaveLength(ROWS);
    expect(total).toBe(ROWS);
    expect(pageCount).toBe(4);
    expect(read).toEqual(results.map(({ id }) => id));
  },
);
