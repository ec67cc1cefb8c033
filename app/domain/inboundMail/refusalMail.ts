import { paths } from "~/paths";
import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { MAX_MESSAGE } from "../messages/messageThreads";
import { composeMail } from "../notifications/composeMail";
import { queueMail } from "../notifications/queueMail";
import { REPLY_DAYS } from "../notifications/replyAddress";
import { type InboundMail, MAX_MAIL_BYTES, type RefusalReason } from "./inboundMail";

/** One sentence for all strangers, so that nobody learns which addresses and accounts exist. */
const STRANGER = "This address takes answers to our notifications only, from the person who got the notification.";

const reasons: Record<RefusalReason, string> = {
  forgedToken: STRANGER,
  foreignSender: STRANGER,
  noSuchAddress: STRANGER,
  expired: `It answers a notification of more than ${REPLY_DAYS} days ago.`,
  notAllowed: "You can no longer write in this conversation.",
  tooLarge: `It is larger than ${MAX_MAIL_BYTES / 1024 / 1024} MB.`,
  tooLong: `It has more than ${MAX_MESSAGE.toLocaleString("en-US")} characters.`,
  empty: "We found no text in it besides the email that it answers, and no file that we can take.",
  tooMany: "You sent too many messages within a minute. Please send it again in a few minutes.",
};

interface Refusal {
  reason: RefusalReason;
  keyHash: string;
  /** Null for a stranger. */
  reader: { id: string; firstName: string } | null;
  order: { id: string; number: number } | undefined;
}

const MINUTE_MS = 60_000;
/** What an email of anyone may put into the headers of an answer. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>$/;
const ADDRESS = /^[^\s<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{3,253}$/i;

/**
 * The answer to an email that was not taken, for the caller's batch (rules.md inbound/refusals). It goes to the sender
 * of the envelope (RFC 3834), and to each stranger once a day. Empty when there is no one to answer.
 */
export function refusalMail(
  ctx: Context,
  mail: InboundMail,
  { reason, keyHash, reader, order }: Refusal,
): BatchStatement[] {
  const to = reader ? mail.from : mail.envelopeSender;
  if (!to || !ADDRESS.test(to)) return [];
  const key = reader
    ? reason === "tooMany"
      ? `tooMany:${reader.id}:${Math.floor(ctx.now / MINUTE_MS)}`
      : keyHash
    : `stranger:${to.toLowerCase()}:${Math.floor(ctx.now / DAY_MS)}`;
  const composed = composeMail(ctx, "replyRefused", {
    firstName: reader?.firstName ?? "",
    values: { reason: reasons[reason] },
    action:
      reader && order
        ? { label: "View order", url: ctx.siteUrl + paths.order(order.id) }
        : { label: "Sign in", url: ctx.siteUrl + paths.signIn() },
  });
  const { messageId } = mail;
  const threading: Record<string, string> =
    messageId && MESSAGE_ID.test(messageId) ? { "In-Reply-To": messageId, References: messageId } : {};
  return [
    queueMail(
      ctx,
      { kind: "email", to, ...composed, headers: { "Auto-Submitted": "auto-replied", ...threading } },
      `inbound:${key}`,
    ),
  ];
}
