import { grouped, type Invariant, none, rule, watched } from "./engine/invariant";

const ASSIGNED = "Assigned by the rule of the service";

/**
 * What must hold of assignment, of changes of many orders and of deliveries (rules.md orders/assignment, orders/bulk).
 */
export const teamworkInvariants: Invariant[] = [
  none(
    "one-rule-decision",
    "A rule decides about an order once, when it is paid.",
    `select entity_id as id, count(*) as times from history where entity = 'order' and action = '${ASSIGNED}'
     group by entity_id having times > 1`,
  ),
  watched("rule-is-followed", "A rule chooses the person whose turn it is, or the person with the fewest open orders."),
  rule(
    "turns-are-shared",
    "While the same people take turns, each gets as many orders as the others or one fewer, and no one who is away gets any.",
    async ({ world, rows }) => {
      const decisions = await rows<{ id: string; service: string; at: number; person: string }>(
        `select o.id, o.service_id as service, h.created_at as at, c.value ->> 'after' as person
         from history h join orders o on o.id = h.entity_id, json_each(h.changes) c
         where h.entity = 'order' and h.action = '${ASSIGNED}'`,
      );
      const { turns } = world.ledger;
      return turns.flatMap(({ at, until, services }, index) => {
        const end = Math.min(until, turns[index + 1]?.at ?? Number.POSITIVE_INFINITY);
        const inTime = decisions.filter((one) => one.at >= at && one.at < end);
        return services.flatMap(({ id, people }) => {
          const own = grouped(
            inTime.filter(({ service }) => service === id),
            ({ person }) => person,
          );
          const counts = people.map((person) => own.get(person)?.length ?? 0);
          const strangers = [...own.keys()].filter((person) => !people.includes(person));
          const isUneven = Math.max(0, ...counts) - Math.min(Number.POSITIVE_INFINITY, ...counts) > 1;
          return isUneven || strangers.length > 0
            ? [`${id} from ${at} to ${end}: ${people} got ${counts}, and ${strangers}`]
            : [];
        });
      });
    },
  ),
  rule("assignee-unbroken", "An order's history leads from assignee to assignee without a gap.", async ({ rows }) => {
    const entries = await rows<{ id: string; before: string | null; after: string | null; now: string | null }>(
      `select o.id, c.value ->> 'before' as before, c.value ->> 'after' as after,
         (select trim(first_name || ' ' || last_name) from users where id = o.assigned_to_id) as now from orders o
       join history h on h.entity = 'order' and h.entity_id = o.id, json_each(h.changes) c
       where c.value ->> 'field' = 'assignedTo' order by o.id, h.created_at, h.id`,
    );
    const broken: string[] = [];
    for (const [id, chain] of grouped(entries, (entry) => entry.id)) {
      const steps = chain.map(({ before, after }) => `${before} to ${after}`).join(", ");
      const gap = chain.some(({ before }, at) => at > 0 && before !== chain[at - 1]!.after);
      if (gap || chain.at(-1)!.after !== chain[0]!.now) broken.push(`${id} is ${chain[0]!.now}'s: ${steps}`);
    }
    return broken;
  }),
  watched(
    "hand-over-is-whole",
    "All open orders are handed over, to the named person or to one whom a rule may choose.",
  ),
  watched("bulk-once", "A change of many orders is made once for each, as a whole, or counted as skipped."),
  watched("undo-restores", "An undo puts back what the change set and no one changed since, once and in time."),
  watched("snooze-rests", "A snoozed order rests until its day, and not longer."),
  watched("client-wakes", "A client's message ends the snooze of its order."),
  none(
    "threads-follow-orders",
    "A conversation has the assignee and the snooze of its order.",
    `select o.id, t.assigned_to_id, o.assigned_to_id as assignee, t.snoozed_until, o.snoozed_until as snooze
     from message_threads t join orders o on o.number = t.order_number
     where t.assigned_to_id is not o.assigned_to_id or t.snoozed_until is not o.snoozed_until`,
  ),
  none(
    "delivered-once",
    "A link is delivered once, however often its form is sent.",
    "select url, count(*) as times from order_reports where url is not null group by url having times > 1",
  ),
];
