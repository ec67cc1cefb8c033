import { sql } from "drizzle-orm";
import { placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** Covers the wait in the queue and behind the other checks of one site. */
const LEASE_MS = 15 * 60_000;
/** Due links that one run looks at; it takes fewer, because a site is visited slowly. */
const LOOKED_AT = 2_000;
const MOST = 500;
const MAX_OF_SITE = 10;

/** A due check that one Worker has taken. `lease` is its proof. ms UTC. */
export interface TakenCheck {
  placementId: string;
  dueAt: number;
  lease: number;
}

/** Checks of one site, which are made one after the other. */
export interface SiteChecks {
  site: string;
  checks: TakenCheck[];
}

/**
 * Takes due checks by lease, in one statement (rules.md watch/lease): the longest due first, at most ten of a site, and
 * none of a site that is being visited. A check that was taken and not made is due again after its lease.
 */
export async function takeDueChecks(ctx: Pick<Context, "actor" | "db" | "now">): Promise<SiteChecks[]> {
  authorize(ctx, "linkChecks.run");
  const lease = ctx.now + LEASE_MS;
  const taken = await ctx.db
    .update(placements)
    .set({ checkLeaseUntil: lease })
    .where(
      sql`${placements.id} in (
        select ranked.id from (
          select due.id, due.next_check_at,
            row_number() over (partition by due.site_domain order by due.next_check_at, due.id) as place_in_site
          from (
            select id, site_domain, next_check_at from placements
            where next_check_at <= ${ctx.now} and state = 'live'
              and (check_lease_until is null or check_lease_until <= ${ctx.now})
            order by next_check_at limit ${LOOKED_AT}
          ) due
          where not exists (
            select 1 from placements visited
            where visited.site_domain = due.site_domain and visited.check_lease_until > ${ctx.now}
          )
        ) ranked
        where ranked.place_in_site <= ${MAX_OF_SITE}
        order by ranked.next_check_at limit ${MOST}
      )`,
    )
    .returning({ placementId: placements.id, site: placements.siteDomain, dueAt: placements.nextCheckAt });
  const bySite = new Map<string, SiteChecks>();
  for (const { placementId, site, dueAt } of taken.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))) {
    const key = site ?? placementId;
    const group = bySite.get(key) ?? { site: key, checks: [] };
    group.checks.push({ placementId, dueAt: dueAt!, lease });
    bySite.set(key, group);
  }
  return [...bySite.values()];
}
