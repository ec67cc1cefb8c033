import { authorize } from "../access";
import type { Context } from "../context";
import { linksToWorkOn, type NamedLink, namedLink, refusalOf } from "./linksToWorkOn";
import { siteChange } from "./proposeSites";
import { type ProposedSite, readSites } from "./readSites";

/** A pasted site and the link that it would go to. */
interface SiteLine extends ProposedSite {
  /** Null for a line that cannot be used. */
  link: NamedLink | null;
}

interface PastedSites {
  orderId: string;
  text: string;
  /** The ticked links; none for the next ready ones. */
  ids: readonly string[];
}

/**
 * Matches a pasted list of sites to links of an order: one site for each link that is ready, in sequence. Throws
 * NotFound for an order without links.
 */
export async function previewSites(ctx: Context, { orderId, text, ids }: PastedSites): Promise<SiteLine[]> {
  authorize(ctx, "placements.manage");
  const ready = (await linksToWorkOn(ctx, orderId, ids)).filter(({ state }) => state === "ready");
  const free = [...ready];
  return readSites(text).map((site) => {
    if (site.errors.length > 0) return { ...site, link: null };
    const link = free[0];
    if (!link)
      return {
        ...site,
        link: null,
        errors: [`Line ${site.line}: ${ready.length === 0 ? "no link is ready" : "no ready link is left"}`],
      };
    const refusal = refusalOf(() =>
      siteChange(ctx, link, { site: { ...site, domain: site.domain ?? "", source: "" }, asks: true }),
    );
    if (refusal !== null) return { ...site, link: null, errors: [`Line ${site.line}: ${refusal}`] };
    free.shift();
    return { ...site, link: namedLink(link) };
  });
}
