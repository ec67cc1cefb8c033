import { and, eq } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { linkChecks, placements } from "~db/schema";
import { authorize } from "../access";
import { claimsAfterCheck } from "../claims/claimsAfterCheck";
import type { Context } from "../context";
import type { Verdict } from "../verdicts";
import type { CheckedPlacement } from "./beginCheck";
import { hashOfCheck, type LinkCheck } from "./checkChain";
import { nextCheckAt } from "./checkPlan";
import { healthAfterCheck } from "./healthAfterCheck";
import { keptUntil } from "./keptUntil";
import { linkWatchNotices } from "./linkWatchNotices";

/** What a look at a link found; `seenById` and `note` when a person looked. */
interface FoundCheck {
  verdict: Verdict;
  status: number | null;
  finalUrl: string;
  rel: string;
  anchor: string;
  ms: number;
  evidenceKey: string | null;
  bodySha256: string;
  seenById?: string;
  note?: string;
}

/**
 * Stores a check in one batch with everything that it leads to: the link's health and next check, its claims, notices.
 * The batch holds only while the link is as it was read, so each due check is stored once (rules.md watch/chain).
 * Returns null when another writer was first, or the link got another address meanwhile.
 */
export async function recordCheck(ctx: Context, link: CheckedPlacement, found: FoundCheck): Promise<LinkCheck | null> {
  authorize(ctx, found.seenById ? "linkChecks.record" : "linkChecks.run");
  const at = ctx.now;
  const signed = {
    id: newId(at),
    placementId: link.id,
    dueAt: link.dueAt,
    at,
    ...found,
    seenById: found.seenById ?? null,
    note: found.note ?? "",
    prevHash: link.checkHash,
  };
  const check: LinkCheck = { ...signed, keptUntil: keptUntil(link, at), hash: await hashOfCheck(signed) };
  const { lost, askPerson, ...health } = healthAfterCheck(link, found.verdict, at);
  const troubleSince = health.faultySince ?? health.unreadableSince;
  const unconfirmed = health.faultySince !== null && health.lostSince === null && health.unreadableSince !== null;
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(placements)
        .set({
          ...health,
          health: found.verdict,
          healthAt: at,
          nextCheckAt: nextCheckAt({ liveAt: link.liveAt, terms: link.terms, troubleSince, unconfirmed }, at),
          checkLeaseUntil: null,
          checkHash: check.hash,
        })
        .where(
          and(
            eq(placements.id, link.id),
            eq(placements.state, "live"),
            eq(placements.liveUrl, link.liveUrl),
            eq(placements.nextCheckAt, link.dueAt),
            eq(placements.checkHash, link.checkHash),
          ),
        ),
      assertRowsChanged(ctx.db),
      ctx.db.insert(linkChecks).values(check),
      ...claimsAfterCheck(ctx, { ...link, verdict: found.verdict, lostSince: health.lostSince }),
      ...linkWatchNotices(ctx, link, { ...health, verdict: found.verdict, lost, askPerson }),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) return null;
    throw error;
  }
  if (lost || askPerson) ctx.after(() => ctx.publish.outboxWaiting());
  return check;
}
