import type { InboundMail } from "./inboundMail";

/** Values of a header by its lower-case name, in the order of the email. */
export type MailHeaders = (name: string) => string[];

const LIST_HEADERS = ["list-id", "list-post", "list-unsubscribe", "list-help", "list-owner", "list-subscribe"];
const REPLY_HEADERS = ["x-autoreply", "x-auto-reply", "x-autorespond", "x-autoresponder", "x-mail-autoreply"];

/**
 * Whether a program wrote an email, by its envelope and headers (RFC 3834). Never by its subject: people write about
 * vacations too.
 */
export function automaticMail(
  headers: MailHeaders,
  { envelopeSender, from }: Pick<InboundMail, "envelopeSender" | "from">,
): InboundMail["automatic"] {
  const has = (name: string, value: RegExp) => headers(name).some((text) => value.test(text.trim()));
  const local = /^[^@]*/.exec((from ?? "").toLowerCase())![0];
  if (/^(mailer-daemon|postmaster)$/.test(local)) return "bounce";
  if (has("content-type", /^(multipart\/report|message\/delivery-status)\b/i)) return "bounce";
  if (headers("auto-submitted").some((value) => !/^no\b/i.test(value.trim()))) return "autoReply";
  if (envelopeSender === "" || has("return-path", /^<\s*>$/)) return "bounce";
  if (has("precedence", /^auto_reply\b/i) || REPLY_HEADERS.some((name) => headers(name).length > 0)) return "autoReply";
  if (has("x-auto-response-suppress", /\b(all|oof|autoreply)\b/i)) return "autoReply";
  if (has("precedence", /^(bulk|list|junk)\b/i) || LIST_HEADERS.some((name) => headers(name).length > 0)) return "list";
  return null;
}
