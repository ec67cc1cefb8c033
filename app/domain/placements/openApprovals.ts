import { and, asc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import { formatDateTime } from "~/format/dates";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { named } from "~db/named";
import { orders, placements, users } from "~db/schema";
import { type Context, zoneOf } from "../context";
import type { GatheredNotices, OpenQuestions } from "../notifications/noticeMail";
import { NOTICE_WINDOW_MS } from "../notifications/noticeWindow";
import { subjectOf } from "./answerProposal";
import { makeApprovalToken } from "./approvalLink";
import type { ProposalSubject } from "./proposalInput";

/** Longer mails are cut off by mail clients. The button leads to the rest. */
const MAX_LINKS = 50;

type OpenProposal = Awaited<ReturnType<typeof openProposals>>[number];

/**
 * What the mail about an order's proposals asks each client: those made, or reminded of, within its five minutes and
 * still unanswered when it is sent, with a signed link for each (rules.md placements/approval).
 */
export async function openApprovals(
  ctx: Pick<Context, "db" | "now" | "signer" | "siteUrl" | "settings">,
  notices: GatheredNotices,
): Promise<Map<string, OpenQuestions>> {
  const byClient = new Map<string, OpenProposal[]>();
  for (const row of await openProposals(ctx, notices))
    byClient.set(row.clientId, [...(byClient.get(row.clientId) ?? []), row]);
  const questions = new Map<string, OpenQuestions>();
  for (const [clientId, rows] of byClient) questions.set(clientId, await questionsOf(ctx, rows));
  return questions;
}

const openProposals = ({ db }: Pick<Context, "db">, { users: readers, typeSystemId, since }: GatheredNotices) => {
  const within = (at: typeof placements.proposedAt | typeof placements.remindedAt) =>
    and(gte(at, since), lt(at, since + NOTICE_WINDOW_MS));
  return db
    .select({
      id: placements.id,
      number: placements.number,
      clientId: placements.clientId,
      state: placements.state,
      proposal: placements.proposal,
      siteDomain: placements.siteDomain,
      siteDr: placements.siteDr,
      siteTraffic: placements.siteTraffic,
      answerBy: placements.answerBy,
      remindedAt: placements.remindedAt,
      orderNumber: named(orders.number, "order_number"),
      timeZone: users.timeZone,
    })
    .from(placements)
    .innerJoin(orders, eq(orders.id, placements.orderId))
    .innerJoin(users, eq(users.id, placements.clientId))
    .where(
      and(
        eq(placements.orderId, typeSystemId),
        inArray(placements.state, ["site_review", "content_review"]),
        or(within(placements.proposedAt), within(placements.remindedAt)),
        // One bound value: D1 takes at most 100 per statement.
        sql`${placements.clientId} in (select value from json_each(${JSON.stringify(readers)}))`,
      ),
    )
    .orderBy(asc(placements.sequence));
};

async function questionsOf(
  ctx: Pick<Context, "now" | "signer" | "siteUrl" | "settings">,
  rows: readonly OpenProposal[],
): Promise<OpenQuestions> {
  const [first] = rows as [OpenProposal];
  const subject =
    rows.length === 1
      ? `Link ${first.number} waits for your approval`
      : `${rows.length} links of order ${first.orderNumber} wait for your approval`;
  const shown = rows.slice(0, MAX_LINKS);
  const links = await Promise.all(
    shown.map(async (row) => {
      const about = subjectOf(row.state)!;
      const url = ctx.siteUrl + paths.approval(await makeApprovalToken(ctx, row, about));
      return { text: textOf(row, about), link: { label: "Review", url } };
    }),
  );
  const deadlines = rows.flatMap(({ answerBy }) => (answerBy === null ? [] : [answerBy])).sort((a, b) => a - b);
  return {
    subject: rows.every(({ remindedAt }) => remindedAt !== null) ? `Reminder: ${subject}` : subject,
    paragraphs: [
      `${subject}. Open a link to accept or decline. You do not need a password.`,
      ...(deadlines.length > 0 ? [deadlineText(deadlines, rows.length, zoneOf(ctx, first))] : []),
      ...(rows.length > shown.length
        ? [`These are the first ${shown.length}. The button below leads to all of them.`]
        : []),
    ],
    links,
  };
}

function deadlineText(deadlines: readonly number[], count: number, zone: string): string {
  const first = `${formatDateTime(deadlines[0]!, zone)} ${zoneWords(zone)}`;
  if (count === 1) return `If you do not answer by ${first}, we continue as if you had accepted.`;
  return deadlines.length === count && deadlines[0] === deadlines.at(-1)
    ? `If you do not answer by ${first}, we continue as if you had accepted them.`
    : `Some links have a deadline, the first on ${first}. After it we continue as if you had accepted.`;
}

/** '10436-07: example.com, DR 55, 12k visits' */
function textOf({ number, siteDomain, siteDr, siteTraffic }: OpenProposal, about: ProposalSubject): string {
  const site = siteDomain ?? "the site";
  if (about === "content") return `${number}: content for ${site}`;
  const facts = [site];
  if (siteDr !== null) facts.push(`DR ${siteDr}`);
  if (siteTraffic !== null) facts.push(`${shortCount(siteTraffic)} visits`);
  return `${number}: ${facts.join(", ")}`;
}

const shortCount = (count: number) =>
  count >= 999_500
    ? `${Math.round(count / 100_000) / 10}M`
    : count >= 1000
      ? `${Math.round(count / 1000)}k`
      : `${count}`;
