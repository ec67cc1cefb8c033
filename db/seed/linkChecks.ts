import { and, eq, isNotNull } from "drizzle-orm";
import { hashOfCheck, type LinkCheck } from "~/domain/linkWatch/checkChain";
import { nextCheckAt } from "~/domain/linkWatch/checkPlan";
import { healthAfterCheck } from "~/domain/linkWatch/healthAfterCheck";
import { keptUntil } from "~/domain/linkWatch/keptUntil";
import type { Verdict } from "~/domain/verdicts";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { linkChecks, placements } from "~db/schema";
import { DAY_MS, type Seed } from "./seedContext";

/** What the latest check of a live link found, in turn. */
const latest: readonly Verdict[] = ["ok", "ok", "ok", "missing", "ok", "ok", "blocked", "ok", "ok", "nofollow"];

type LiveLink = typeof placements.$inferSelect & { liveAt: number };

/** The checks of the live links since they went live, as the link watch would have made them. */
export async function seedLinkChecks({ db, env }: Seed): Promise<void> {
  const live = await db
    .select()
    .from(placements)
    .where(and(eq(placements.state, "live"), isNotNull(placements.liveAt)))
    .orderBy(placements.createdAt, placements.id);
  for (const [index, row] of live.entries()) {
    const link = { ...row, liveAt: row.liveAt! };
    const found = latest[index % latest.length]!;
    const isFine = found === "ok" || (found === "nofollow" && link.terms.relWanted === "any");
    const lately = env.now - DAY_MS / 2;
    const times = isFine ? plannedTimes(link, env.now) : [...plannedTimes(link, lately), lately];
    const checks: LinkCheck[] = [];
    for (const [place, at] of times.entries()) {
      const verdict = isFine || place < times.length - 1 ? "ok" : found;
      checks.push(await checkOf(link, { at, verdict, prevHash: checks.at(-1)?.hash ?? "" }));
    }
    const last = checks.at(-1);
    if (!last) continue;
    const none = { faultySince: null, unreadableSince: null, lostSince: null };
    const { lost: _, askPerson: __, ...health } = healthAfterCheck(none, last.verdict, last.at);
    const troubleSince = health.faultySince ?? health.unreadableSince;
    await atomicBatch(db, [
      insertMany(db, linkChecks, checks),
      db
        .update(placements)
        .set({
          ...health,
          health: last.verdict,
          healthAt: last.at,
          nextCheckAt: nextCheckAt({ ...link, troubleSince }, last.at),
          checkHash: last.hash,
        })
        .where(eq(placements.id, link.id)),
    ]);
  }
}

/** When a link without faults was checked before `now`. */
function plannedTimes(link: LiveLink, now: number): number[] {
  const times: number[] = [];
  const next = (at: number) => nextCheckAt({ ...link, troubleSince: null }, at);
  for (let at = link.liveAt; at < now; at = next(at)) times.push(at);
  return times;
}

async function checkOf(link: LiveLink, made: { at: number; verdict: Verdict; prevHash: string }): Promise<LinkCheck> {
  const { at, verdict } = made;
  const isOnPage = verdict === "ok" || verdict === "nofollow";
  const signed = {
    id: newId(at),
    placementId: link.id,
    dueAt: at,
    finalUrl: link.liveUrl,
    ...made,
    status: verdict === "blocked" ? 403 : 200,
    rel: verdict === "nofollow" ? "nofollow" : "",
    anchor: isOnPage ? link.anchorText : "",
    ms: 240 + (link.sequence % 9) * 30,
    evidenceKey: null,
    bodySha256: "",
    seenById: null,
    note: "",
  };
  return { ...signed, keptUntil: keptUntil(link, at), hash: await hashOfCheck(signed) };
}
