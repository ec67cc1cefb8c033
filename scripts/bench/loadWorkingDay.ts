import { DAY_MS } from "~/domain/days";
import { bulkService, bulkUser } from "../../tests/support/manyOrders";

type Run = (sql: string, ...values: unknown[]) => Promise<unknown>;

/** The newest orders have no dates: the parts that draw the list's page compare it with a table without them. */
const UNDATED = 1000;

/** One client has this name, and one in a hundred has the short one. */
export const rareClient = {
  id: bulkUser(4242),
  firstName: "Katharina",
  lastName: "Lindqvist",
  email: "k.lindqvist@rare.example",
};
export const SHORT_NAME = "zoe";

/** Keeps the saved views, so that the pages of other staff are compared without any. */
export const viewKeeperEmail = "user2@example.com";
/** Addresses that they keep: as many as are counted, on filters that an index answers. */
export const viewSearches = [
  "status=Working",
  "status=Active",
  "status=Active&status=Working",
  `assignedToAdminId=${bulkUser(1)}`,
  `assignedToAdminId=${bulkUser(2)}&status=Working`,
  `serviceId=${bulkService(3)}`,
  `serviceId=${bulkService(4)}&status=Working`,
  "status=Inputs_Required",
];

/**
 * A working day on the orders of a bench: one message an order on average, in conversations of three, due dates around
 * today, deliveries that wait, snoozes, links in progress, names to search for and saved views.
 */
export async function loadWorkingDay(run: Run, orders: number) {
  const now = Date.now();
  const isOpen = "status in ('Active', 'Working')";
  await run(
    `update orders set due_at = ${now} + (number * 7 % 400 - 200) * ${DAY_MS},
      awaiting_since = iif(number % 30 = 1, ${now} - number % 20 * ${DAY_MS}, null)
    where ${isOpen} and number <= ${10_000 + orders - UNDATED}`,
  );
  await run(`update orders set snoozed_until = ${now} + (1000 + number % 90) * ${DAY_MS}, snooze_reason = 'The client is away'
    where ${isOpen} and number % 40 = 3`);
  await run(
    `update placements set due_at = ${now} + (cast(number as integer) * 7 % 400 - 200) * ${DAY_MS} where state = 'in_progress'`,
  );
  await loadConversations(run);
  await run(`update users set first_name = 'Zoe', first_name_folded = '${SHORT_NAME}'
    where role = 'CUSTOMER' and created_at % 100 = 57`);
  const { id, firstName, lastName, email } = rareClient;
  await run(
    "update users set first_name = ?, first_name_folded = ?, last_name = ?, last_name_folded = ?, email = ?, email_folded = ? where id = ?",
    ...[firstName, firstName.toLowerCase(), lastName, lastName.toLowerCase(), email, email, id],
  );
  for (const [position, search] of viewSearches.entries())
    await run(
      `insert into saved_views (id, owner_id, name, name_folded, list, search, team, position, created_at)
        values (?, ?, ?, ?, '/orders', ?, 0, ?, 1)`,
      ...[`V${position}`, bulkUser(2), `View ${position}`, `view ${position}`, search, position],
    );
}

/** The client, staff and the client again, in every third order. */
async function loadConversations(run: Run) {
  const staff = `coalesce(assigned_to_id, '${bulkUser(1)}')`;
  for (const [turn, author] of ["client_id", staff, "client_id"].entries())
    await run(`insert into order_messages (id, order_id, thread, author_id, body, body_source, created_at)
      select 'M${turn}' || id, id, 'Customer', ${author}, '<p>When is it done?</p>', 'When is it done?', created_at + ${turn + 1} * 3600000
      from orders where number % 3 = 0`);
  await run(`insert into message_threads
      (order_number, service_id, assigned_to_id, snoozed_until, state, last_message_at, first_unanswered_at, first_client_at, first_response_at, first_responder_id)
    select number, service_id, assigned_to_id, snoozed_until,
      case when number % 24 = 0 then 'unread' when number % 24 = 3 then 'open' when number % 24 < 10 then 'waiting' else 'resolved' end,
      created_at + 10800000, iif(number % 24 in (0, 3), created_at + 10800000, null), created_at + 3600000, created_at + 7200000, ${staff}
    from orders where number % 3 = 0`);
}
