import { sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { openClaimStates } from "../claims/claimStates";
import type { Context } from "../context";
import { notifyStatements } from "../notifications/notifyStatements";
import { type Verdict, verdictLabel } from "../verdicts";
import type { CheckedPlacement } from "./beginCheck";
import type { HealthChange } from "./healthAfterCheck";

type LostLink = Pick<CheckedPlacement, "id" | "number" | "orderId" | "clientId" | "assignedToId" | "siteDomain">;

/**
 * Tells the client and those who work on it that a link is lost, once per loss, and asks staff to look at a page that
 * has not been readable for 14 days, once per such time (rules.md watch/notices).
 */
export function linkWatchNotices(
  ctx: Context,
  link: LostLink,
  { verdict, lost, askPerson, lostSince, unreadableSince }: HealthChange & { verdict: Verdict },
): BatchStatement[] {
  const name = `Link ${link.number}${link.siteDomain ? ` on ${link.siteDomain}` : ""}`;
  const notice = { type: "PLACEMENT", typeSystemId: link.orderId } as const;
  const team = link.assignedToId ? { users: [link.assignedToId] } : { assigneeElseStaffOfOrder: link.orderId };
  const lostNow = {
    ...notice,
    description: `${name} is lost: ${verdictLabel(verdict).toLowerCase()}`,
    kind: "linkLost",
    // A claim tells of the loss itself, with what happens next.
    onlyIf: sql`not exists (select 1 from claims where claims.placement_id = ${link.id}
      and claims.state in (${sql.raw(openClaimStates.map((state) => `'${state}'`).join(", "))}))`,
  } as const;
  return [
    ...(lost
      ? [
          ...notifyStatements(ctx, {
            ...lostNow,
            recipients: { users: [link.clientId] },
            dedupeKey: `link.lost:${link.id}:${lostSince}`,
          }),
          ...notifyStatements(ctx, {
            ...lostNow,
            recipients: team,
            dedupeKey: `link.lostTeam:${link.id}:${lostSince}`,
          }),
        ]
      : []),
    ...(askPerson
      ? notifyStatements(ctx, {
          ...notice,
          recipients: team,
          description: `${name} could not be checked for 14 days: ${verdictLabel(verdict).toLowerCase()}. Please open the page and record what you see`,
          kind: "linkLost",
          dedupeKey: `link.unreadable:${link.id}:${unreadableSince}`,
        })
      : []),
  ];
}
