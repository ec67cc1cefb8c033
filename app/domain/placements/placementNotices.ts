import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import { QUESTION_KEY } from "../notifications/noticeWindow";
import { notifyStatements } from "../notifications/notifyStatements";
import type { PlacementChange } from "./changePlacements";
import type { ProposalAnswer, ProposalSubject } from "./proposalInput";
import type { StoredPlacement } from "./storedPlacements";

/** The changes by order, because a notification is about one order. */
function byOrder(changes: readonly PlacementChange[]): PlacementChange[][] {
  const groups = new Map<string, PlacementChange[]>();
  for (const change of changes) {
    const { orderId } = change.placement;
    groups.set(orderId, [...(groups.get(orderId) ?? []), change]);
  }
  return [...groups.values()];
}

/** '10436-07', or '3 links' */
const linksOf = (changes: readonly PlacementChange[]) =>
  changes.length === 1
    ? `Link ${changes[0]!.placement.number}`
    : `${changes.length} links of order ${changes[0]!.placement.orderNumber}`;

/**
 * Asks the client to answer proposals. Those of five minutes share one mail, which has a signed link for each (rules.md
 * placements/approval).
 */
export const proposalNotices = (ctx: Context, changes: readonly PlacementChange[]): BatchStatement[] =>
  byOrder(changes.filter(({ set }) => set.proposal !== undefined)).flatMap((ofOrder) => {
    const { placement, set } = ofOrder[0]!;
    const subject = set.state === "content_review" ? "content" : ofOrder.length === 1 ? "a site" : "sites";
    return notifyStatements(ctx, {
      recipients: { users: [placement.clientId] },
      description: `${linksOf(ofOrder)}: please approve ${subject}`,
      kind: "approval",
      type: "PLACEMENT",
      typeSystemId: placement.orderId,
      dedupeKey: `${QUESTION_KEY}proposed:${placement.id}:${set.proposal}`,
    });
  });

/** Tells the assignee, else staff, what the client answered. */
export const answerNotices = (
  ctx: Context,
  { id, number, orderId, siteDomain, proposal, assignedToId }: StoredPlacement,
  { subject, accept, reason }: Pick<ProposalAnswer, "subject" | "accept" | "reason">,
): BatchStatement[] =>
  notifyStatements(ctx, {
    recipients: assignedToId ? { users: [assignedToId] } : { assigneeElseStaffOfOrder: orderId },
    description: `Link ${number}: the client ${accept ? "accepted" : "declined"} ${subject === "site" ? (siteDomain ?? "the site") : "the content"}${accept ? "" : `: ${reason}`}`,
    kind: "approvalAnswer",
    type: "PLACEMENT",
    typeSystemId: orderId,
    dedupeKey: `placement.answered:${id}:${proposal}`,
  });

/** Tells the client which links went live. */
export const liveNotices = (ctx: Context, changes: readonly PlacementChange[]): BatchStatement[] =>
  byOrder(changes.filter(({ set }) => set.state === "live")).flatMap((ofOrder) => {
    const { placement, set } = ofOrder[0]!;
    return notifyStatements(ctx, {
      recipients: { users: [placement.clientId] },
      description:
        ofOrder.length === 1 ? `${linksOf(ofOrder)} is live on ${set.siteDomain}` : `${linksOf(ofOrder)} are live`,
      kind: "linkLive",
      type: "PLACEMENT",
      typeSystemId: placement.orderId,
      dedupeKey: `placement.live:${placement.id}`,
    });
  });

/** '10436-07', or '3 links of order 10436' */
const named = (links: readonly StoredPlacement[]) =>
  links.length === 1 ? `Link ${links[0]!.number}` : `${links.length} links of order ${links[0]!.orderNumber}`;

/** Reminds the client of proposals of one order that still wait. The mail has a signed link for each. */
export const reminderNotices = (ctx: Context, links: readonly StoredPlacement[]): BatchStatement[] => {
  const [{ id, proposal, orderId, clientId }] = links as [StoredPlacement];
  return notifyStatements(ctx, {
    recipients: { users: [clientId] },
    description: `${named(links)}: please answer within 24 hours`,
    kind: "approval",
    type: "PLACEMENT",
    typeSystemId: orderId,
    dedupeKey: `${QUESTION_KEY}reminder:${id}:${proposal}`,
  });
};

/** Tells the client and those who work on it that proposals of one order were approved without an answer. */
export function silenceNotices(
  ctx: Context,
  links: readonly StoredPlacement[],
  subject: ProposalSubject,
): BatchStatement[] {
  const [{ id, proposal, orderId, clientId }] = links as [StoredPlacement];
  const many = links.length > 1;
  const thing = `the ${subject}${many && subject === "site" ? "s" : ""}`;
  const notice = { type: "PLACEMENT", typeSystemId: orderId } as const;
  const assignees = [...new Set(links.flatMap(({ assignedToId }) => assignedToId ?? []))];
  const toTeam = {
    ...notice,
    description: `${named(links)}: no answer from the client, so ${thing} count${many && subject === "site" ? "" : "s"} as accepted`,
    kind: "approvalAnswer",
  } as const;
  return [
    ...notifyStatements(ctx, {
      ...notice,
      recipients: { users: [clientId] },
      description: `${named(links)}: we had no answer from you, so we continue with ${thing} that we proposed`,
      kind: "approval",
      dedupeKey: `placement.silent:${id}:${proposal}`,
    }),
    ...(assignees.length > 0
      ? notifyStatements(ctx, {
          ...toTeam,
          recipients: { users: assignees },
          dedupeKey: `placement.silentAssignee:${id}:${proposal}`,
        })
      : []),
    ...(links.some(({ assignedToId }) => assignedToId === null)
      ? notifyStatements(ctx, {
          ...toTeam,
          recipients: { assigneeElseStaffOfOrder: orderId },
          dedupeKey: `placement.silentTeam:${id}:${proposal}`,
        })
      : []),
  ];
}
