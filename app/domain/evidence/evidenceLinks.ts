import { and, asc, eq, gt, like, or, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { history, linkChecks, placements } from "~db/schema";
import type { Context } from "../context";
import { canonicalCheck } from "../linkWatch/checkChain";
import { guaranteeEnd } from "../placements/guaranteeEnd";
import { historyName } from "../placements/historyName";
import { placementStateLabel } from "../placements/placementStates";
import { verdictLabel } from "../verdicts";
import { chunksOf, type EvidenceFile, isoOrNull, jsonRows, plainName, textFile } from "./evidenceFile";

/** Links that are read together: with their checks they stay far below a Worker's memory. */
const PAGE = 50;
/** Excerpts that are fetched while one is written. Each has at most about 64 kB. */
const AHEAD = 5;
/** Fields of a link's history that only staff see. */
const internalFields = new Set(["staffNote", "assignedTo"]);

type Link = typeof placements.$inferSelect;

/** The links of an order in their sequence, in pages. */
export async function* linkPages(ctx: Context, orderId: string): AsyncGenerator<Link[]> {
  for (let after = -1; ; ) {
    const page = await ctx.db
      .select()
      .from(placements)
      .where(and(eq(placements.orderId, orderId), gt(placements.sequence, after)))
      .orderBy(asc(placements.sequence))
      .limit(PAGE);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.sequence;
  }
}

const idsOf = (links: readonly Link[]) =>
  sql`(select value from json_each(${JSON.stringify(links.map(({ id }) => id))}))`;

/** What the client bought and got. Never the assignee, the internal note or a cost. */
const linkRow = (link: Link) => ({
  number: link.number,
  state: placementStateLabel(link.state),
  clientReference: link.clientReference,
  targetUrl: link.targetUrl,
  pageChosenByAgency: link.agencyChooses,
  anchorText: link.anchorText,
  brief: link.briefSource,
  site: link.siteDomain,
  siteDr: link.siteDr,
  siteDa: link.siteDa,
  siteTraffic: link.siteTraffic,
  metricsSource: link.metricsSource,
  metricsAt: isoOrNull(link.metricsAt),
  samplePage: link.samplePage,
  contentUrl: link.contentUrl,
  content: link.contentSource,
  contentApprovedAt: isoOrNull(link.contentApprovedAt),
  liveUrl: link.liveUrl,
  liveAt: isoOrNull(link.liveAt),
  dueAt: isoOrNull(link.dueAt),
  guaranteeUntil: isoOrNull(guaranteeEnd(link)),
  latestCheck: link.health && verdictLabel(link.health),
  latestCheckAt: isoOrNull(link.healthAt),
  shareCents: link.share,
});

async function* mapped(pages: AsyncIterable<Link[]>, row: (link: Link) => object) {
  for await (const links of pages) yield links.map(row);
}

const checksOf = (ctx: Context, links: readonly Link[]) =>
  ctx.db
    .select({ number: placements.number, check: linkChecks, seenBy: fullNameById(sql.raw("link_checks.seen_by_id")) })
    .from(linkChecks)
    .innerJoin(placements, eq(placements.id, linkChecks.placementId))
    .where(sql`${linkChecks.placementId} in ${idsOf(links)}`)
    .orderBy(asc(placements.sequence), asc(linkChecks.at), asc(linkChecks.id));
type Check = Awaited<ReturnType<typeof checksOf>>[number];

/** checks/10436-07/2026-11-26T19-13-00Z-{id}.txt */
const excerptName = ({ number, check }: Check) =>
  `checks/${number}/${new Date(check.at).toISOString().slice(0, 19).replaceAll(":", "-")}Z-${plainName(check.id)}.txt`;

/** A check for people; `chainFiles` has its row as it was hashed. */
const checkRow = ({ number, check, seenBy }: Check) => {
  const { seenById: _, keptUntil: __, evidenceKey, at, dueAt, ...row } = check;
  return {
    link: number,
    at: isoOrNull(at),
    dueAt: isoOrNull(dueAt),
    ...row,
    seenBy,
    excerpt: evidenceKey ? excerptName({ number, check, seenBy }) : null,
  };
};

/** When each question was put to the client, who answered it, when, and what changed. */
export async function* approvalPages(ctx: Context, orderId: string) {
  for await (const links of linkPages(ctx, orderId)) {
    const numberOf = new Map(links.map(({ id, number }) => [id, number]));
    const rows = await ctx.db
      .select({
        linkId: history.entityId,
        action: history.action,
        actorId: history.actorId,
        actorName: fullNameById(sql.raw("history.actor_id")),
        actingFor: fullNameById(sql.raw("history.real_actor_id")),
        at: history.createdAt,
        changes: history.changes,
      })
      .from(history)
      .where(
        and(
          eq(history.entity, "placement"),
          sql`${history.entityId} in ${idsOf(links)}`,
          // 'Site proposed', 'Content declined by the mailed link', 'No answer, site counts as accepted'.
          or(...["Site %", "Content %", "No answer%"].map((pattern) => like(history.action, pattern))),
        ),
      )
      .orderBy(asc(history.entityId), asc(history.createdAt), asc(history.id));
    yield rows.map(({ linkId, actorId, actorName, actingFor, changes, at, ...row }) => ({
      link: numberOf.get(linkId),
      at: isoOrNull(at),
      by: historyName({ actorId, actorName, action: row.action }, { staff: true, clientId: "" }),
      ...(actingFor ? { enteredBy: actingFor } : {}),
      ...row,
      changes: changes.filter(({ field }) => !internalFields.has(field)),
    }));
  }
}

async function* excerpts(ctx: Context, checks: readonly Check[]): AsyncGenerator<EvidenceFile> {
  const kept = checks.filter(({ check }) => check.evidenceKey);
  const read = async ({ check }: Check) => {
    const object = await ctx.files.get(check.evidenceKey!);
    if (!object) return null;
    const pieces: Uint8Array[] = [];
    for await (const piece of chunksOf(object.body)) pieces.push(piece);
    return pieces;
  };
  const coming: ReturnType<typeof read>[] = [];
  for (const [index, check] of kept.entries()) {
    while (coming.length < Math.min(kept.length, index + AHEAD)) {
      const next = read(kept[coming.length]!);
      // Reported by its own turn below.
      next.catch(() => undefined);
      coming.push(next);
    }
    const body = await coming[index]!;
    coming[index] = Promise.resolve(null);
    if (body) yield { name: excerptName(check), body, packed: false };
  }
}

/** For each link its checks, the oldest first: a hash and the row that it is the SHA-256 of (rules.md watch/chain). */
function* chainFiles(checks: readonly Check[]): Generator<EvidenceFile> {
  const lines = new Map<string, string>();
  for (const { number, check } of checks)
    lines.set(number, `${lines.get(number) ?? ""}${check.hash} ${canonicalCheck(check)}\n`);
  for (const [number, chain] of lines) yield textFile(`chains/${number}.txt`, chain);
}

/** The files about the links of an order; nothing for an order without any. */
export async function* linkFiles(ctx: Context, orderId: string): AsyncGenerator<EvidenceFile> {
  yield jsonRows("links.json", mapped(linkPages(ctx, orderId), linkRow));
  yield jsonRows(
    "terms.json",
    mapped(linkPages(ctx, orderId), ({ number, terms }) => ({ link: number, ...terms })),
  );
  yield jsonRows("link-approvals.json", approvalPages(ctx, orderId));
  const checks = async function* () {
    for await (const links of linkPages(ctx, orderId)) yield (await checksOf(ctx, links)).map(checkRow);
  };
  yield jsonRows("checks.json", checks());
  for await (const links of linkPages(ctx, orderId)) {
    const made = await checksOf(ctx, links);
    yield* chainFiles(made);
    yield* excerpts(ctx, made);
  }
}
