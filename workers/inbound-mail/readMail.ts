import PostalMime, { type Address, type Attachment, addressParser, type Email } from "postal-mime";
import { hashSecret } from "~/domain/accounts/sessionSecret";
import { automaticMail, type MailHeaders } from "~/domain/inboundMail/automaticMail";
import { type InboundMail, MAX_MAIL_BYTES, type MailFile } from "~/domain/inboundMail/inboundMail";
import { withoutMarks } from "~/domain/inboundMail/replyText";
import { senderAuthenticity } from "~/domain/inboundMail/senderAuthenticity";
import { htmlText } from "./htmlText";

/** The bytes are no email that can be read. */
export class NotAMail extends Error {}

export interface RawMail {
  from: string;
  to: string;
  raw: ReadableStream<Uint8Array>;
  rawSize: number;
}

/** Of an email that is too large, its headers are enough to answer it. */
const HEADER_BYTES = 256 * 1024;
/** Characters that are looked at for an email without a Message-ID. */
const HASHED = 10_000;
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 0 };

/**
 * Parses an email for `receiveMail`. `server` is the mail server whose `Authentication-Results` count. Throws NotAMail.
 */
export async function readMail(message: RawMail, server: string): Promise<InboundMail> {
  const isTooLarge = message.rawSize > MAX_MAIL_BYTES;
  const bytes = await firstBytes(message.raw, isTooLarge ? HEADER_BYTES : message.rawSize);
  const email = await parsed(bytes);
  const headers: MailHeaders = (name) => email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const fromHeaders = headers("from");
  if (fromHeaders.length === 0) throw new NotAMail("It names no sender.");
  const senders = fromHeaders.flatMap((value) => addressParser(value, { flatten: true }) as Address[]);
  const from = senders.length === 1 ? (senders[0]!.address ?? null) : null;
  const envelopeSender = message.from.replace(/^<|>$/g, "").trim();
  const text = isTooLarge ? "" : textOf(email);
  const hashed = [email.date ?? "", from ?? "", email.subject ?? "", text.slice(0, HASHED)];
  return {
    recipient: message.to,
    envelopeSender,
    from: from || null,
    messageId: email.messageId?.trim() || null,
    subject: email.subject ?? "",
    contentHash: await hashSecret(JSON.stringify(hashed)),
    automatic: automaticMail(headers, { envelopeSender, from }),
    authenticity: senderAuthenticity(headers("authentication-results"), server, from),
    size: message.rawSize,
    text,
    files: isTooLarge ? [] : filesOf(email),
  };
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, LIMITS);
  } catch (error) {
    throw new NotAMail(error instanceof Error ? error.message : "It cannot be parsed.");
  }
}

/** The HTML part first: its quotations are marked, and its paragraphs are not broken into lines. */
function textOf({ html, text }: Email): string {
  const fromHtml = html ? htmlText(html) : "";
  return fromHtml.trim() ? fromHtml : withoutMarks(text ?? "");
}

const SIGNATURE = /^application\/(x-)?(pkcs7|pgp)-/i;

/** A smaller image inside the text is a logo or a tracker, a larger one a picture that the person pasted. */
const DECORATION_BYTES = 32 * 1024;

/** Without decoration and electronic signatures. */
const filesOf = ({ attachments, html = "" }: Email): MailFile[] =>
  attachments
    .filter(({ mimeType }) => !SIGNATURE.test(mimeType))
    .map((attachment) => ({ attachment, name: attachment.filename ?? "", bytes: bytesOf(attachment) }))
    .filter(({ attachment, bytes }) => bytes.byteLength >= DECORATION_BYTES || !isInText(attachment, html))
    .map(({ name, bytes }) => ({ name, bytes }));

const bytesOf = ({ content }: Attachment) =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);

/** Some mail programs call an image of the text an attachment. */
function isInText({ mimeType, contentId = "", disposition, related }: Attachment, html: string): boolean {
  if (!/^image\//i.test(mimeType)) return false;
  if (disposition !== "attachment") return related === true || contentId !== "";
  return contentId !== "" && html.includes(`cid:${contentId.replace(/^<|>$/g, "")}`);
}

async function firstBytes(stream: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  const reader = stream.getReader();
  let filled = 0;
  for (let part = await reader.read(); !part.done && filled < size; part = await reader.read()) {
    const taken = part.value.subarray(0, size - filled);
    bytes.set(taken, filled);
    filled += taken.length;
  }
  // The rest of a large one is not needed.
  await reader.cancel().catch(() => {});
  return bytes.subarray(0, filled);
}
