import { and, desc, eq, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { linkChecks, placements } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import type { Verdict } from "../verdicts";
import { visiblePlacements } from "./visiblePlacements";

/** One look at a live link. Times in ms UTC. */
export interface LinkCheck {
  id: string;
  at: number;
  verdict: Verdict;
  /** HTTP status of the last answer. */
  status: number | null;
  finalUrl: string;
  rel: string;
  anchor: string;
  ms: number;
  /** Headers and the text around the link can be read. */
  evidence: boolean;
  /** SHA-256 in hex of the page, of this row with the hash before it, and that hash. */
  bodySha256: string;
  hash: string;
  prevHash: string;
  /** The person who looked, for a page that could not be read; clients read only that someone did. */
  seenBy: string | null;
  note: string;
}

export interface CheckedLinkPage {
  link: { id: string; number: string; orderId: string; liveUrl: string; nextCheckAt: number | null };
  /** Newest first. */
  checks: LinkCheck[];
  /** The oldest one shown when there are older ones. */
  before: string | null;
}

const PAGE = 25;

/**
 * The checks of a link, newest first, or those before one of them (GET /placement/checks). Clients see those of their
 * own links. Throws NotFound.
 */
export async function findChecks(
  ctx: Context,
  { placementId, before }: { placementId: string; before?: string | null },
): Promise<CheckedLinkPage> {
  authorize(ctx, "linkChecks.read");
  const older = before
    ? sql`(${linkChecks.at}, ${linkChecks.id}) < (select c.at, c.id from link_checks c where c.id = ${before})`
    : undefined;
  const [[link], rows] = await ctx.db.batch([
    ctx.db
      .select({
        id: placements.id,
        number: placements.number,
        orderId: placements.orderId,
        liveUrl: placements.liveUrl,
        nextCheckAt: placements.nextCheckAt,
      })
      .from(placements)
      .where(and(visiblePlacements(ctx.actor), eq(placements.id, placementId))),
    ctx.db
      .select({
        id: linkChecks.id,
        at: linkChecks.at,
        verdict: linkChecks.verdict,
        status: linkChecks.status,
        finalUrl: linkChecks.finalUrl,
        rel: linkChecks.rel,
        anchor: linkChecks.anchor,
        ms: linkChecks.ms,
        evidence: sql<number>`evidence_key is not null`.as("has_evidence"),
        bodySha256: linkChecks.bodySha256,
        hash: linkChecks.hash,
        prevHash: linkChecks.prevHash,
        seenBy: fullNameById(sql.raw("link_checks.seen_by_id")).as("seen_by"),
        note: linkChecks.note,
      })
      .from(linkChecks)
      .where(and(eq(linkChecks.placementId, placementId), older))
      .orderBy(desc(linkChecks.at), desc(linkChecks.id))
      .limit(PAGE + 1),
  ]);
  if (!link) throw new NotFound();
  const staff = isStaff(ctx.actor);
  const shown = rows.slice(0, PAGE);
  return {
    link,
    checks: shown.map((row) => ({
      ...row,
      evidence: row.evidence === 1,
      seenBy: row.seenBy && !staff ? "Our team" : row.seenBy,
      note: staff ? row.note : "",
    })),
    before: rows.length > PAGE ? shown[PAGE - 1]!.id : null,
  };
}
