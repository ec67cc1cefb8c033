import { type SQL, sql } from "drizzle-orm";
import { formatDay } from "~/format/dates";
import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import type { NoticeKind } from "../notifications/notificationTypes";
import { type Notice, notifyStatements } from "../notifications/notifyStatements";
import { type Verdict, verdictLabel } from "../verdicts";

/** The link that a notice is about. Clients read the texts, so nothing internal belongs in them. */
interface ClaimedLink {
  number: string | SQL;
  orderId: string;
  clientId: string;
  assignedToId?: string | null;
}

interface ClaimTexts {
  /** Completes 'Link 10436-07'. */
  client: string | null;
  staff: string | null;
  /** What the reader chose to receive it as; a claim if left out. */
  kind?: NoticeKind;
}

/** Notifies the client, and the link's assignee or else staff. `event` names it once. */
export function claimNotices(
  ctx: Context,
  link: ClaimedLink,
  event: string,
  texts: ClaimTexts,
  onlyIf?: SQL,
): BatchStatement[] {
  const tell = (text: string | null, reader: string, recipients: Notice["recipients"]) =>
    text === null
      ? []
      : notifyStatements(ctx, {
          recipients,
          description:
            typeof link.number === "string" ? `Link ${link.number}${text}` : sql`'Link ' || ${link.number} || ${text}`,
          kind: texts.kind ?? "claim",
          type: "PLACEMENT",
          typeSystemId: link.orderId,
          dedupeKey: `claim.${event}:${reader}`,
          ...(onlyIf ? { onlyIf } : {}),
        });
  return [
    ...tell(texts.client, "client", { users: [link.clientId] }),
    ...tell(
      texts.staff,
      "staff",
      link.assignedToId ? { users: [link.assignedToId] } : { assigneeElseStaffOfOrder: link.orderId },
    ),
  ];
}

const found = (verdict: Verdict) => verdictLabel(verdict).toLowerCase();

export const openedTexts = (verdict: Verdict, byClient: boolean): ClaimTexts => ({
  client: `: we found a fault (${found(verdict)}) and look into it`,
  staff: byClient
    ? `: the client reports that it is gone (${found(verdict)}). Confirm or repair it.`
    : `: a claim was opened (${found(verdict)}). Confirm or repair it.`,
});

export const confirmedTexts = (verdict: Verdict, repairBy: number, zone: string): ClaimTexts => ({
  client: ` is lost (${found(verdict)}). We repair it by ${formatDay(repairBy, zone)}, or replace it.`,
  staff: ` is lost (${found(verdict)}). Repair it by ${formatDay(repairBy, zone)}; then its replacement begins.`,
  kind: "linkLost",
});

export const repairedTexts: ClaimTexts = { client: " is live again", staff: " is live again. Its claim is closed." };

export const replacingTexts = (replacement: string, replaceBy: number, zone: string): ClaimTexts => ({
  client: ` could not be repaired. Link ${replacement} replaces it, by ${formatDay(replaceBy, zone)}.`,
  staff: ` could not be repaired. Bring its replacement ${replacement} live by ${formatDay(replaceBy, zone)}.`,
});

export const replacedTexts = (replacement: string): ClaimTexts => ({
  client: ` was replaced by link ${replacement}, which is live`,
  staff: ` was replaced by link ${replacement}. Its claim is closed.`,
});

export const refundedTexts = (amount: string): ClaimTexts => ({
  client: ` was refunded: ${amount}`,
  staff: ` was refunded: ${amount}. Its claim is closed.`,
});

export const rejectedTexts = (reason: string): ClaimTexts => ({
  client: `: we could not accept your claim. ${reason}`,
  staff: `: its claim was rejected. ${reason}`,
});
