import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { moveTo, type PlacementChange, writePlacements } from "./changePlacements";
import { clockAt } from "./deliveryClock";
import { proposalNotices } from "./placementNotices";
import { canMove, placementStateLabel } from "./placementStates";
import type { SiteProposal } from "./proposalInput";
import { proposedNow } from "./proposedNow";
import { placementsWithIds, type StoredPlacement } from "./storedPlacements";

/**
 * Staff propose a site for each of some links; its client answers on the page or by the mailed link (rules.md
 * placements/approval). Where the terms ask for no approval, `asks: false` only records the site and the work begins.
 * Throws NotFound, Invalid for a site below the agreed rating, Conflict for a link in another state or one that changed
 * meanwhile.
 */
export async function proposeSites(ctx: Context, proposals: readonly SiteProposal[]): Promise<number> {
  authorize(ctx, "placements.manage");
  const links = await placementsWithIds(
    ctx,
    proposals.map(({ id }) => id),
  );
  const changes = proposals.map((proposal) => siteChange(ctx, links.find(({ id }) => id === proposal.id)!, proposal));
  return await writePlacements(ctx, changes, "site proposed", proposalNotices(ctx, changes));
}

/** Throws as proposeSites does. */
export function siteChange(
  ctx: Pick<Context, "now" | "settings">,
  placement: StoredPlacement,
  { site, asks }: Pick<SiteProposal, "site" | "asks">,
): PlacementChange {
  const { minDr, approveSite } = placement.terms;
  const next = asks || approveSite ? "site_review" : "in_progress";
  if (!canMove(placement, next, "staff"))
    throw new Conflict(
      `Link ${placement.number} is ${placementStateLabel(placement.state)}. A site cannot be proposed now.`,
      "domain",
    );
  if (minDr !== null && (site.dr ?? 0) < minDr)
    throw new Invalid(`Link ${placement.number} was sold with a Domain Rating of at least ${minDr}`, "dr");
  return moveTo(placement, next, clockAt(ctx), {
    siteDomain: site.domain,
    siteDr: site.dr,
    siteDa: site.da,
    siteTraffic: site.traffic,
    metricsSource: site.source,
    metricsAt: ctx.now,
    samplePage: site.samplePage,
    declineReason: "",
    ...(next === "site_review" ? proposedNow(placement, ctx.now) : {}),
  });
}
