import { clock } from "./engine/clock";
import { HOUR, MINUTE, type World } from "./engine/world";

/** How many times the crons may run until nothing is left to do. */
const MAX_ROUNDS = 30;

/** What the crons still have to do, by kind. */
const pendingWork = (now: number) => [
  "select 'lease of ' || subscription_id || ' cycle ' || cycle as what from billing_cycles where lease_until is not null",
  "select 'refund ' || id as what from refunds where state = 'pending' and dispute_id is null",
  `select 'mail ' || dedupe_key as what from outbox where delivered_at is null and available_at <= ${now + 2 * HOUR}`,
  // A customer's request to cancel stops its renewals until staff answer.
  `select 'renewal of ' || id as what from subscriptions
   where status = 'Active' and cancel_requested_at is null and next_payment <= ${now - 20 * MINUTE}`,
  `select 'event ' || id as what from payment_event_failures where last_failed_at > ${now - 2 * HOUR}`,
  `select 'claim ' || c.id || ' ' || c.state as what from claims c join orders o on o.id = c.order_id
   left join placements n on n.id = c.replacement_id
   where c.state = 'replacing' and n.state = 'live' or c.state in ('confirmed', 'repairing') and c.repair_by <= ${now - 20 * MINUTE}
     and o.status <> 'Cancelled' and not exists (select 1 from disputes d where d.order_id = o.id)`,
  `select 'later message ' || id as what from scheduled_messages where problem is null and send_at <= ${now - 20 * MINUTE}`,
  `select 'mark of ' || account as what from payment_event_marks where read_up_to < ${now - 2 * HOUR}`,
];

/** No more faults: the crons run, a bounded number of times, until nothing is pending. */
export async function comeToRest(world: World): Promise<void> {
  let pending: { what: string }[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    world.report(`rest, round ${round}`);
    await world.provider.settle();
    await world.provider.readEvents();
    clock.now += 11 * MINUTE;
    await world.allCrons();
    await world.deliver();
    pending = (await Promise.all(pendingWork(clock.now).map((query) => world.rows<{ what: string }>(query)))).flat();
    if (pending.length === 0 && round >= 2) break;
    // Mails and events are tried again with growing pauses.
    if (round > 8) clock.now += HOUR;
  }
  for (const { what } of pending) world.fail("comes-to-rest", what);
}
