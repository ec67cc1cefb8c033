import { openClaimStates } from "~/domain/claims/claimStates";
import { findClaims } from "~/domain/claims/findClaims";
import { guaranteeReport } from "~/domain/reports/guaranteeReport";
import { faultVerdicts } from "~/domain/verdicts";
import { aClient, aTeamMember } from "./engine/agency";
import { clock } from "./engine/clock";
import { type Books, type Invariant, none, rule, words } from "./engine/invariant";
import { DAY } from "./engine/world";

const list = (states: readonly string[]) => states.map((state) => `'${state}'`).join(", ");
const OPEN = list(openClaimStates);
const FAULTS = list(faultVerdicts);

/** What must hold of claims under the guarantee, and of answers to disputes. */
export const claimInvariants: Invariant[] = [
  none(
    "one-claim-open",
    "A link has at most one open claim, and the watch opens none for a loss that had one.",
    `select placement_id, count(*) as claims from claims where state in (${OPEN}) group by placement_id having claims > 1
     union all select c.placement_id, c.created_at from claims c join placements l on l.id = c.placement_id
     where c.opened_by = 'watch' and exists (select 1 from claims earlier where earlier.placement_id = l.id
       and earlier.created_at >= l.lost_since and earlier.created_at < c.created_at)`,
  ),
  none(
    "claims-follow-links",
    "A claim belongs to the order and the client of its link.",
    `select c.id, c.client_id, l.client_id as owner from claims c join placements l on l.id = c.placement_id
     where c.client_id <> l.client_id or c.order_id <> l.order_id or c.service_id <> l.service_id`,
  ),
  none(
    "loss-ends-once",
    "Each loss ends in at most one of repaired, replaced, refunded and rejected.",
    `select c.id, c.state, l.state as link, n.state as replacement, r.state as refund, c.refund_id, c.closed_at
     from claims c join placements l on l.id = c.placement_id left join placements n on n.id = c.replacement_id
     left join refunds r on r.request_key like 'claim:' || c.id || '%' and r.state <> 'failed'
     where (c.state in (${OPEN})) <> (c.closed_at is null)
       or (c.state = 'replaced') <> coalesce(n.state in ('live', 'replaced'), 0) or (c.state = 'replaced' and l.state = 'live')
       or (r.id is not null and c.refund_id is not r.id) or (c.state = 'refunded') <> (c.refund_id is not null)
       or (c.state <> 'replacing' and n.state not in ('live', 'replaced', 'cancelled'))
     union all select c.placement_id, 'ends', sum(iif(h.action = 'Claim open again', -1, 1)) as ends, null, null, null, null
       from claims c join history h
       on h.entity = 'placement' and h.entity_id = c.placement_id
       -- At one moment the ids tell which came first.
       and (h.created_at > c.created_at or h.created_at = c.created_at and h.id > c.id)
       and h.action in ('Repaired', 'Replaced', 'Claim refunded', 'Claim rejected', 'Claim open again')
       and exists (select 1 from json_each(h.changes) x where x.value ->> 'field' = 'claim')
     where c.created_at = (select max(d.created_at) from claims d where d.placement_id = c.placement_id)
     group by c.placement_id having ends > 1`,
  ),
  none(
    "claim-refund",
    "A claim returns what was paid for its link, once, and the refunds of an order's links stay below its payment.",
    `with recursive chain(claim_id, id, replaces_id, share) as (
       select c.id, l.id, l.replaces_id, l.share from claims c join placements l on l.id = c.placement_id
       union all select chain.claim_id, l.id, l.replaces_id, l.share from chain join placements l on l.id = chain.replaces_id)
     select c.id, r.amount, chain.share, r.state from claims c join chain on chain.claim_id = c.id and chain.replaces_id is null
       join refunds r on r.request_key like 'claim:' || c.id || '%'
       where r.amount <> chain.share or r.order_id <> c.order_id or (r.state = 'succeeded' and c.state <> 'refunded')
     union all select c.id, r.amount, null, r.state from claims c left join refunds r on r.id = c.refund_id
       where c.state = 'refunded' and (r.order_id is not c.order_id or r.state is not 'succeeded')
     union all select request_key, count(*), null, null from refunds where request_key like 'claim:%'
       group by request_key having count(*) > 1
     union all select o.id, sum(l.share), o.refunded, o.pay_state from orders o join placements l on l.order_id = o.id
       join refunds r on r.id = l.refund_id and r.state = 'succeeded' group by o.id having sum(l.share) > o.refunded`,
  ),
  none(
    "replacement-is-free",
    "A replacement costs nothing, belongs to its lost link's order and to one claim.",
    `select n.id, n.share, n.order_id, l.order_id as lost_order, count(c.id) as claims from placements n
     join placements l on l.id = n.replaces_id left join claims c on c.replacement_id = n.id and c.placement_id = l.id
     group by n.id having n.share <> 0 or n.order_id <> l.order_id or claims <> 1`,
  ),
  none(
    "replacement-guarantee",
    "A replacement is guaranteed for the days that the lost link had left, and at least for one.",
    `select n.id, n.terms ->> 'guaranteeDays' as days, l.terms ->> 'guaranteeDays' as agreed, l.lost_since, l.live_at
     from placements n join placements l on l.id = n.replaces_id where days < 1 or days > agreed
       or (l.lost_since is not null and n.created_at >= l.lost_since
         and days > max(1, (l.live_at + agreed * ${DAY} - l.lost_since + ${DAY - 1}) / ${DAY}))`,
  ),
  none(
    "claim-is-covered",
    "A claim is opened for a fault within the guarantee, and never for a link that was refunded before.",
    `select c.id, c.state, c.created_at, l.live_at, l.terms ->> 'guaranteeDays' as days, r.created_at as refunded_at
     from claims c join placements l on l.id = c.placement_id left join placements root on root.id in (l.id, l.replaces_id)
       and root.refund_id is not null left join refunds r on r.id = root.refund_id
     where days = 0 or r.created_at < c.created_at or not exists (select 1 from link_checks k where k.placement_id = l.id
       and k.verdict in (${FAULTS}) and k.at <= c.created_at and k.at <= l.live_at + days * ${DAY})`,
  ),
  none(
    "deadlines-are-kept",
    "By itself a replacement begins after the time to repair, and a claim is refunded after the time to replace.",
    `select c.id, h.action, c.repair_by, c.replace_by, h.created_at as at from claims c join history h
       on h.entity = 'placement' and h.entity_id = c.placement_id and h.actor_id = 'test'
       -- At one moment the ids tell which came first.
       and (h.created_at > c.created_at or h.created_at = c.created_at and h.id > c.id)
     where c.created_at = (select max(d.created_at) from claims d where d.placement_id = c.placement_id)
       -- After a returned refund an Admin decides at any time.
       and not exists (select 1 from history o where o.entity = 'placement' and o.entity_id = c.placement_id
         and o.action = 'Claim open again' and o.created_at >= c.created_at)
       and (h.action = 'Replacement begun' and h.created_at < c.repair_by
         or h.action = 'Refund begun' and h.created_at < max(coalesce(c.repair_by, 0), coalesce(c.replace_by, 0)))`,
  ),
  rule("guarantee-report", "The report of the guarantee has every link, loss, repair and refund.", async (books) => {
    const staff = await aTeamMember(books.world, 0, "SuperAdmin");
    if (!staff) return [];
    const range = { from: clock.now - 3_000 * DAY, to: clock.now + DAY };
    const shown = await books.world.act("guarantee report", staff, null, (ctx) => guaranteeReport(ctx, range));
    if (shown.kind !== "ok") return ["The report does not answer"];
    const actual = { live: 0, lost: 0, repaired: 0, replaced: 0, refunded: 0 };
    for (const line of shown.value)
      for (const column of Object.keys(actual) as (keyof typeof actual)[]) actual[column] += line[column];
    const [expected] = await books.rows<typeof actual>(GUARANTEE);
    return words(actual) === words(expected!) ? [] : [`${words(actual)} instead of ${words(expected!)}`];
  }),
  rule("own-claims-only", "A client lists their own claims, without the team's note.", async ({ world, rows }) => {
    const client = await aClient(world, world.counts.commands);
    if (!client) return [];
    const query = { page: 0, pageSize: 100, filters: [], sort: { by: "createdTime", direction: "desc" } } as const;
    const shown = await world.act("own claims", client, null, (ctx) => findClaims(ctx, query as never));
    if (shown.kind !== "ok") return ["The list does not answer"];
    const own = await rows<{ id: string }>("select id from claims where client_id = ? order by id", client.id);
    const listed = shown.value.content.map(({ id }) => id).toSorted();
    return [
      ...(words(listed) === words(own.map(({ id }) => id)) ? [] : [`${listed} instead of ${words(own)}`]),
      ...shown.value.content.filter((claim) => "staff" in claim).map(({ id }) => `${id} with the note`),
    ];
  }),
  rule("answers-agree", "A dispute is answered at most once, and both sides know of the answer.", answersDiffer),
];

/** From the tables alone: what each link came to, and what claims returned. */
const GUARANTEE = `with lost as (select placement_id, max(state = 'repaired') as repaired, max(state = 'replaced') as replaced
    from claims where state <> 'rejected' and (repair_by is not null or state in ('replaced', 'refunded')) group by placement_id)
  select count(*) as live, count(lost.placement_id) as lost, coalesce(sum(repaired), 0) as repaired,
    coalesce(sum(replaced), 0) as replaced,
    (select coalesce(sum(amount), 0) from refunds where request_key like 'claim:%' and state = 'succeeded') as refunded
  from placements l left join lost on lost.placement_id = l.id where l.live_at is not null and l.terms ->> 'guaranteeDays' > 0`;

async function answersDiffer({ world, provider, rows }: Books): Promise<string[]> {
  const answers = await rows<{ id: string; dispute: string; sent: number | null }>(
    "select d.provider_id as id, d.id as dispute, a.submitted_at as sent from dispute_answers a join disputes d on d.id = a.dispute_id",
  );
  const submitted = new Map(provider.disputes.map((one) => [one.id, one.evidence_details.submission_count]));
  return [
    ...[...submitted].filter(([, count]) => count > 1).map(([id, count]) => `${id} was answered ${count} times`),
    ...answers
      .filter(({ id, dispute, sent }) => (sent ? submitted.get(id) !== 1 : world.answeredDisputes.has(dispute)))
      .map(words),
  ];
}
