import type { OutboxPayload } from "~db/schema/notifications";
import type { Context } from "../context";
import { type GatheredNotices, mailOnlyRead, type NoticeMail, noticeMails } from "../notifications/noticeMail";
import { openApprovals } from "../placements/openApprovals";
import { within } from "./within";

/** A Worker opens six connections at a time; more sends of a row would only wait and run out of their time. */
const LANES = 6;

type NoticePayload = Extract<OutboxPayload, { kind: "noticeMail" }>;

/** The row's time ended before all of its mails were sent. Nothing failed. */
export class OutOfTime extends Error {}

interface NoticeRow {
  id: string;
  /** Afterwards it holds only the people to try again. */
  payload: NoticePayload;
}

interface MailTransport {
  sendMail(mail: NoticeMail & { mailId: string }): Promise<unknown>;
}

/**
 * Sends the mails of one event, a few at a time. Begins none after `until` (ms UTC, real time). Throws when people
 * are left.
 */
export async function sendNoticeMails(
  ctx: Pick<Context, "db" | "now" | "siteUrl" | "signer" | "settings" | "replyDomain">,
  doors: MailTransport,
  row: NoticeRow,
  { until, timeout }: { until: number; timeout: number },
): Promise<void> {
  const { payload } = row;
  const notices = "users" in payload ? payload : { ...payload, users: [payload.userId] };
  const openQuestions = (gathered: GatheredNotices) => openApprovals(ctx, gathered);
  const mails = await within(timeout, noticeMails(ctx, notices, { openQuestions }));
  const sent: string[] = [];
  const again: string[] = [];
  let failure: unknown = new OutOfTime("Not all mails of the event were sent in time");
  const waiting = [...mails.keys()];
  while (waiting.length > 0 && Date.now() < until) {
    const lane = waiting.splice(0, LANES);
    const results = await Promise.allSettled(
      lane.map((userId) => {
        const mailId = "users" in payload ? row.id + userId : row.id;
        return within(timeout, Promise.resolve(doors.sendMail({ mailId, ...mails.get(userId)! })));
      }),
    );
    for (const [index, result] of results.entries()) {
      (result.status === "fulfilled" ? sent : again).push(lane[index]!);
      if (result.status === "rejected") failure = result.reason;
    }
  }
  if (sent.length > 0) await mailOnlyRead(ctx, { ...notices, users: sent });
  again.push(...waiting);
  if (again.length === 0) return;
  if ("users" in payload) row.payload = { ...payload, users: again };
  throw failure;
}
