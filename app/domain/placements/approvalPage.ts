import { and, asc, eq, gte } from "drizzle-orm";
import { type SafeHtml, sanitizeStored } from "~/richtext/renderRichText";
import { history, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { subjectOf } from "./answerProposal";
import { type ApprovalLink, openApprovalToken } from "./approvalLink";
import type { PlacementState } from "./placementStates";
import type { ProposalSubject } from "./proposalInput";
import { SILENT_ANSWER } from "./silentAnswer";

/** What the page of a mailed link shows. Times in ms UTC. */
type ApprovalPage = { expired: true; placementId: string } | ({ expired: false } & Approval);

export interface Approval {
  placementId: string;
  number: string;
  serviceName: string;
  targetUrl: string;
  agencyChooses: boolean;
  anchorText: string;
  clientReference: string;
  subject: ProposalSubject;
  /** False once it was answered, withdrawn or replaced. */
  waiting: boolean;
  /** Without an answer until then it counts as accepted; null for no deadline. */
  answerBy: number | null;
  site: { domain: string; dr: number | null; da: number | null; traffic: number | null; source: string } | null;
  samplePage: string;
  content: { url: string; html: SafeHtml; file: { name: string; size: number } | null } | null;
  /** Null while it waits, and for a proposal that staff withdrew or replaced. */
  answer: ApprovalAnswered | null;
  state: PlacementState;
  liveUrl: string;
}

interface ApprovalAnswered {
  kind: "accepted" | "declined" | "silent";
  at: number;
  /** Why it was declined. */
  reason: string;
  /** The declined site, which the link no longer has. */
  site: string;
}

/** The page of a mailed link. It only reads, because mail scanners open links. Throws as openApprovalToken does. */
export async function approvalPage(ctx: Context, token: string): Promise<ApprovalPage> {
  authorize(ctx, "placements.answerByLink");
  const link = await openApprovalToken(ctx, token);
  const { placement, subject, placementId } = link;
  if (link.expired) return { expired: true, placementId };
  const waiting = isWaiting(link);
  const current = link.proposal === placement.proposal;
  const { siteDomain, siteDr, siteDa, siteTraffic, metricsSource } = placement;
  return {
    expired: false,
    placementId,
    number: placement.number,
    serviceName: placement.serviceName,
    targetUrl: placement.targetUrl,
    agencyChooses: placement.agencyChooses,
    anchorText: placement.anchorText,
    clientReference: placement.clientReference,
    subject,
    waiting,
    answerBy: waiting ? placement.answerBy : null,
    site:
      siteDomain && current
        ? { domain: siteDomain, dr: siteDr, da: siteDa, traffic: siteTraffic, source: metricsSource }
        : null,
    samplePage: current ? placement.samplePage : "",
    content: subject === "content" && current ? await contentOf(ctx, placement) : null,
    answer: waiting || !current ? null : await answerOf(ctx, link),
    state: placement.state,
    liveUrl: placement.state === "live" ? placement.liveUrl : "",
  };
}

/** True while the proposal of the token can be answered. */
export const isWaiting = ({ placement, subject, proposal, expired }: ApprovalLink) =>
  !expired && proposal === placement.proposal && subjectOf(placement.state) === subject;

async function contentOf(ctx: Context, { contentUrl, contentKey, content }: ApprovalLink["placement"]) {
  const file = contentKey
    ? await ctx.db
        .select({ name: uploads.fileName, size: uploads.size })
        .from(uploads)
        .where(eq(uploads.key, contentKey))
        .get()
    : undefined;
  return { url: contentUrl, html: sanitizeStored(content), file: file ?? null };
}

/** The answer to the link's latest proposal, which the history keeps. */
async function answerOf(ctx: Context, { placement, subject }: ApprovalLink): Promise<ApprovalAnswered | null> {
  const entries = await ctx.db
    .select({ action: history.action, at: history.createdAt, changes: history.changes })
    .from(history)
    .where(
      and(
        eq(history.entity, "placement"),
        eq(history.entityId, placement.id),
        gte(history.createdAt, placement.proposedAt ?? 0),
      ),
    )
    .orderBy(asc(history.createdAt), asc(history.id))
    .limit(50);
  for (const { action, at, changes } of entries) {
    const text = action.toLowerCase();
    if (text.startsWith(`${subject} accepted`)) return { kind: "accepted", at, reason: "", site: "" };
    if (text.startsWith(`${subject} declined`)) {
      const site = String(changes.find(({ field }) => field === "site")?.before ?? "");
      return { kind: "declined", at, reason: placement.declineReason, site };
    }
    if (text.startsWith(SILENT_ANSWER)) return { kind: "silent", at, reason: "", site: "" };
  }
  return null;
}
