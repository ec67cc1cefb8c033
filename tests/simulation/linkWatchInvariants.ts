import { brokenCheck } from "~/domain/linkWatch/checkChain";
import { isFault, isUncertain, type Verdict } from "~/domain/verdicts";
import { linkChecks } from "~db/schema";
import { grouped, type Invariant, none, rule, words } from "./engine/invariant";
import { DAY } from "./engine/world";

interface CheckOfLink {
  id: string;
  at: number;
  verdict: Verdict;
  faulty: number | null;
  unreadable: number | null;
  lost: number | null;
}

/** The health that checks of one address lead to, oldest first. */
function healthOf(checks: readonly CheckOfLink[]) {
  let health: Pick<CheckOfLink, "faulty" | "unreadable" | "lost"> = { faulty: null, unreadable: null, lost: null };
  for (const { at, verdict } of checks) {
    const { faulty, unreadable, lost } = health;
    const fault = faulty ?? at;
    if (verdict === "ok") health = { faulty: null, unreadable: null, lost: null };
    else if (isUncertain(verdict)) health = { faulty, unreadable: unreadable ?? at, lost };
    else if (!isFault(verdict)) health = { faulty, unreadable: null, lost };
    else health = { faulty: fault, unreadable: null, lost: lost ?? (at - fault >= DAY ? fault : null) };
  }
  return health;
}

/** What must hold of the checks of live links, and of what follows from them. */
export const linkWatchInvariants: Invariant[] = [
  rule(
    "check-chain",
    "Each check of a link signs the one before it, up to the link's own hash.",
    async ({ rows, world }) => {
      const links = await rows<{ id: string; check_hash: string }>("select id, check_hash from placements");
      const checks = grouped(await world.db.select().from(linkChecks), ({ placementId }) => placementId);
      const wrong: string[] = [];
      for (const { id, check_hash } of links) {
        const chain = checks.get(id) ?? [];
        const broken = await brokenCheck(chain);
        const followed = new Set(chain.map(({ prevHash }) => prevHash));
        const last = chain.find(({ hash }) => !followed.has(hash))?.hash ?? "";
        if (broken || last !== check_hash) wrong.push(`${id} ends in ${check_hash}: ${words(broken ?? { last })}`);
      }
      return wrong;
    },
  ),
  none(
    "link-health",
    "A link that went live shows its last check since its address was set, and only certain faults make a loss.",
    `select l.id, l.health, c.verdict, l.health_at, c.at from placements l
     left join link_checks c on c.placement_id = l.id and c.hash = l.check_hash
     where (l.health is not null and (l.health is not c.verdict or l.health_at is not c.at))
       or (l.health = 'ok' and coalesce(l.faulty_since, l.unreadable_since, l.lost_since) is not null)
       or (l.lost_since is not null and l.lost_since is not l.faulty_since)
       or (l.state not in ('live', 'replaced') and l.health is not null) or (l.state = 'live') <> (l.next_check_at is not null)`,
  ),
  rule(
    "health-follows-checks",
    "A link is faulty, unreadable or lost as the checks of its address say: lost after two faults a day apart.",
    async ({ rows }) => {
      const checks = await rows<CheckOfLink>(
        // In the order of the chain: of two that overlap, the one that began first may be stored last.
        `with recursive chain as (
           select 0 as place, k.* from link_checks k where k.prev_hash = ''
           union all select chain.place + 1, k.* from chain
             join link_checks k on k.placement_id = chain.placement_id and k.prev_hash = chain.hash)
         select l.id, chain.at, chain.verdict, l.faulty_since as faulty, l.unreadable_since as unreadable, l.lost_since as lost
         from placements l join chain on chain.placement_id = l.id and chain.final_url = l.live_url
         where l.state = 'live' and l.health is not null order by chain.place`,
      );
      return [...grouped(checks, ({ id }) => id)].flatMap(([id, chain]) => {
        const { faulty, unreadable, lost } = chain[0]!;
        const stored = words({ faulty, unreadable, lost });
        const expected = words(healthOf(chain));
        return stored === expected ? [] : [`${id} is ${stored} instead of ${expected}`];
      });
    },
  ),
  none(
    "lost-links-are-claimed",
    "A link that is lost within its guarantee has a claim unless its order was refunded, cancelled or disputed, and an intact one has no open claim.",
    `select l.id, l.health, l.lost_since, c.state from placements l
     left join claims c on c.placement_id = l.id and c.state in ('open', 'confirmed', 'repairing', 'replacing')
     where l.state = 'live' and (l.health = 'ok' and c.state in ('open', 'confirmed', 'repairing')
       or l.lost_since is not null and c.id is null and l.health_at <= l.live_at + l.terms ->> 'guaranteeDays' * ${DAY}
       and not exists (select 1 from claims d where d.placement_id = l.id and max(d.created_at, coalesce(d.closed_at, 0)) >= l.lost_since)
       and not exists (select 1 from orders o where o.id = l.order_id and (o.status = 'Cancelled' or o.pay_state = 'refunded'))
       and not exists (select 1 from disputes x where x.order_id = l.order_id)
       -- What held the claim up ended after the last check: the next one opens it.
       and not exists (select 1 from history h where h.entity = 'order' and h.entity_id = l.order_id
         and h.action in ('Refund failed', 'Refund refused', 'Cancelled order reopened') and h.created_at >= l.health_at)
       and not exists (with recursive chain(replaces_id, refund_id) as (
           select lost.replaces_id, lost.refund_id from placements lost where lost.id = l.id
           union all select p.replaces_id, p.refund_id from chain join placements p on p.id = chain.replaces_id)
         select 1 from chain where refund_id is not null))`,
  ),
  rule("evidence-kept", "Every check's evidence is in the store.", async ({ rows, world }) =>
    (await rows<{ key: string }>("select evidence_key as key from link_checks where evidence_key is not null"))
      .filter(({ key }) => !world.files.objects.has(key))
      .map(({ key }) => key),
  ),
];
