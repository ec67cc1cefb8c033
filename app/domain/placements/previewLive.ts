import { authorize } from "../access";
import type { Context } from "../context";
import { type ClockAt, clockAt } from "./deliveryClock";
import { linksToWorkOn, type NamedLink, namedLink, refusalOf } from "./linksToWorkOn";
import { liveChange } from "./markLive";
import { canMove, placementStateLabel } from "./placementStates";
import { type LiveLine, readLiveList } from "./readLiveList";
import { registrableDomain } from "./registrableDomain";
import type { StoredPlacement } from "./storedPlacements";

/** A pasted live address and the link that it belongs to. */
interface LiveMatch extends LiveLine {
  /** Null for a line that cannot be used. */
  link: NamedLink | null;
}

interface PastedLive {
  orderId: string;
  text: string;
  /** The ticked links; none for all of the order. */
  ids: readonly string[];
}

/**
 * Matches pasted live addresses to links of an order: by number, else by the link's site. Throws NotFound for an order
 * without links.
 */
export async function previewLive(ctx: Context, { orderId, text, ids }: PastedLive): Promise<LiveMatch[]> {
  authorize(ctx, "placements.manage");
  const links = await linksToWorkOn(ctx, orderId, ids);
  const lines = readLiveList(text);
  const free = new Set(links);
  const byNumber = new Map(links.map((link) => [numberKey(link.number), link]));
  // Numbers first: an address without one must not take their links.
  const named = new Map<LiveLine, StoredPlacement>();
  for (const line of lines) {
    const link = line.number === null ? undefined : byNumber.get(numberKey(line.number));
    if (!link || line.errors.length > 0) continue;
    named.set(line, link);
    free.delete(link);
  }
  return lines.map((line) => {
    if (line.errors.length > 0) return { ...line, link: null };
    const refuse = (reason: string) => ({ ...line, link: null, errors: [`Line ${line.line}: ${reason}`] });
    if (line.number !== null) {
      const link = named.get(line);
      return link ? checked(link, line, refuse, clockAt(ctx)) : refuse(`this order has no link ${line.number}`);
    }
    const domain = registrableDomain(line.liveUrl);
    const ofSite = [...free].filter(({ siteDomain }) => siteDomain !== null && siteDomain === domain);
    const link = ofSite.find((one) => canMove(one, "live", "staff")) ?? ofSite[0];
    if (!link) return refuse(`no link of this order is on ${domain ?? "this site"}. Put its number in front`);
    free.delete(link);
    return checked(link, line, refuse, clockAt(ctx));
  });
}

function checked(link: StoredPlacement, line: LiveLine, refuse: (reason: string) => LiveMatch, at: ClockAt): LiveMatch {
  if (link.state === "live" && link.liveUrl === line.liveUrl)
    return refuse(`link ${link.number} is ${placementStateLabel("live")} at this address already`);
  const refusal = refusalOf(() => liveChange(link, line.liveUrl, at));
  return refusal === null ? { ...line, link: namedLink(link) } : refuse(refusal);
}

const numberKey = (number: string) => number.replace(/(^|-)0+(?=\d)/g, "$1");
