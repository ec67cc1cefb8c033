import type { Context } from "../context";
import { isUncertain } from "../verdicts";
import type { CheckedPlacement } from "./beginCheck";
import type { LinkCheck } from "./checkChain";
import type { Visit } from "./fetchPage";
import { isTargetBroken, judge } from "./judge";
import type { WantedLink } from "./pageLook";
import { recordCheck } from "./recordCheck";
import { storeEvidence } from "./storeEvidence";

export interface Watch {
  /** Visits a page in its site's turn; with `wanted` null only its status is read. */
  visit(address: string, wanted: WantedLink | null): Promise<Visit>;
  /** ms UTC, after visits that took their time. */
  clock(): Promise<number>;
}

/**
 * Makes a check that has begun: visits the page and, when it could be read, the client's own page, keeps the evidence,
 * then stores the check. Null when it is no longer this caller's.
 */
export async function checkLink(ctx: Context, link: CheckedPlacement, watch: Watch): Promise<LinkCheck | null> {
  const { liveUrl, targetUrl, anchorText, terms } = link;
  const visit = await watch.visit(liveUrl, { liveUrl, targetUrl, anchorText, relWanted: terms.relWanted });
  const ofPage = judge({ liveUrl, targetUrl, anchorText, relWanted: terms.relWanted }, visit.look);
  const target = targetUrl !== "" && !isUncertain(ofPage) ? await watch.visit(targetUrl, null) : null;
  const verdict = target && isTargetBroken(target.look) ? "target_broken" : ofPage;
  const found = visit.look.page?.toTarget ?? visit.look.page?.byAnchor;
  const now = await watch.clock();
  const evidence = await storeEvidence({ ...ctx, now }, link, { verdict, visit, target });
  return await recordCheck({ ...ctx, now }, link, {
    verdict,
    status: visit.look.status,
    finalUrl: visit.look.finalUrl,
    rel: found?.rel ?? "",
    anchor: found?.anchor ?? "",
    ms: visit.ms,
    ...evidence,
  });
}
