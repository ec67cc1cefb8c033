import { and, eq, isNull } from "drizzle-orm";
import { atomicBatch, type BatchStatement, isUniqueViolation } from "~db/client.server";
import { newId } from "~db/ids";
import { inboundMails, orders, users } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { contextOfUser } from "../accounts/contextOfUser";
import { hashSecret } from "../accounts/sessionSecret";
import type { Context } from "../context";
import { Forbidden, Invalid, NotFound, TooMany } from "../errors";
import { MAX_MESSAGE } from "../messages/messageThreads";
import { sendMessage } from "../messages/sendMessage";
import { isExpired, isReplyAddress, type ReplyAddress, readReplyAddress } from "../notifications/replyAddress";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { type InboundMail, type InboundResult, MAX_MAIL_BYTES, type RefusalReason } from "./inboundMail";
import { keepFiles, type StoreFile, withRefusedFiles } from "./keepFiles";
import { refusalMail } from "./refusalMail";
import { replyText } from "./replyText";

/** In place of the browser. */
const BY_EMAIL = "Email";

interface Known {
  address: ReplyAddress;
  user: { id: string; email: string; firstName: string };
  order: { id: string; number: number };
}

/** Thrown to say why an email is not taken. */
class Refused extends Error {
  constructor(
    readonly reason: RefusalReason,
    /** The person whose reply address it is, when that is proven. */
    readonly of: Known | null,
  ) {
    super(reason);
  }
}

/**
 * Takes an answer by email into the thread that its address names, as the person whom it names (rules.md
 * inbound/answer). Emails of programs are dropped; everything else that does not fit is answered once with the reason.
 * Message, record and answer are written in one batch per email, so that a second delivery changes nothing (rules.md
 * inbound/once). Files are stored before it, and attached in it.
 */
export async function receiveMail(ctx: Context, mail: InboundMail, storeFile: StoreFile): Promise<InboundResult> {
  authorize(ctx, "inboundMail.receive");
  const keyHash = await keyOf(mail);
  const [known, earlier] = await readKnown(ctx, mail, keyHash);
  if (earlier) return earlier;
  try {
    return await decide(ctx, mail, { keyHash, storeFile }, known);
  } catch (error) {
    // A parallel delivery of the same email was quicker.
    if (!isUniqueViolation(error)) throw error;
    const [, stored] = await readKnown(ctx, mail, keyHash);
    if (!stored) throw error;
    return stored;
  }
}

/** The address is part of it: one email to two reply addresses is two answers. */
const keyOf = ({ recipient, from, messageId, contentHash }: InboundMail) =>
  hashSecret(JSON.stringify([recipient.toLowerCase(), from?.toLowerCase() ?? "", messageId ?? contentHash]));

/**
 * The person and order that a reply address names, if an accepted key signed it for them, and what became of the email.
 */
async function readKnown(
  ctx: Context,
  { recipient }: InboundMail,
  keyHash: string,
): Promise<[Known | null, InboundResult | null]> {
  const address = readReplyAddress(recipient);
  const [[user], [order], [row]] = await ctx.db.batch([
    ctx.db
      .select({ id: users.id, email: users.email, firstName: users.firstName })
      .from(users)
      .where(and(eq(users.id, address?.userId ?? ""), isNull(users.deletedAt))),
    ctx.db
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(eq(orders.number, address?.orderNumber ?? -1)),
    ctx.db.select().from(inboundMails).where(eq(inboundMails.keyHash, keyHash)),
  ]);
  const genuine = address && user && order && (await isReplyAddress(ctx, address, user.email));
  return [
    genuine ? { address, user, order } : null,
    row ? { outcome: row.outcome, reason: row.reason, repeated: true, orderId: row.orderId, messageId: null } : null,
  ];
}

/** `keyHash` names the email. */
interface Delivery {
  keyHash: string;
  storeFile: StoreFile;
}

async function decide(
  ctx: Context,
  mail: InboundMail,
  delivery: Delivery,
  known: Known | null,
): Promise<InboundResult> {
  const { keyHash } = delivery;
  const automatic =
    mail.from?.toLowerCase() === ctx.settings.mail.fromAddress.toLowerCase() ? "ownMail" : mail.automatic;
  if (automatic) {
    // Strangers' programs leave no row, so that they cannot fill the table.
    if (known) await atomicBatch(ctx.db, [rowOf(ctx, keyHash, { outcome: "dropped", reason: automatic }, known)]);
    return { outcome: "dropped", reason: automatic, repeated: false, orderId: null, messageId: null };
  }
  try {
    return await post(ctx, mail, delivery, checked(ctx, mail, known));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return await refuse(ctx, mail, keyHash, error);
  }
}

/** The person who may answer. Throws Refused. */
function checked(ctx: Context, mail: InboundMail, known: Known | null): Known {
  if (!known) throw new Refused(/^reply\+/i.test(mail.recipient) ? "forgedToken" : "noSuchAddress", null);
  const isOwner = mail.from?.toLowerCase() === known.user.email.toLowerCase();
  if (!isOwner || mail.authenticity === "failed") throw new Refused("foreignSender", known);
  if (isExpired(known.address, ctx.now)) throw new Refused("expired", known);
  if (mail.size > MAX_MAIL_BYTES) throw new Refused("tooLarge", known);
  return known;
}

async function post(ctx: Context, mail: InboundMail, delivery: Delivery, known: Known): Promise<InboundResult> {
  const { keyHash } = delivery;
  const { fromAddress, fromName, replyTo } = ctx.settings.mail;
  const own = { addresses: [fromAddress, replyTo, mail.recipient], name: fromName };
  const text = replyText(mail.text, own);
  if (text.length > MAX_MESSAGE) throw new Refused("tooLong", known);
  const person = await contextOfUser(ctx, known.user.id);
  if (!person) throw new Refused("notAllowed", known);
  const { keys, names, refused } = await keepFiles(person, mail.files, delivery);
  const body = withRefusedFiles(text || names.join(", "), refused);
  if (text === "" && keys.length === 0) throw new Refused("empty", known);
  if (body.length > MAX_MESSAGE) throw new Refused("tooLong", known);
  try {
    const message = await sendMessage(
      { ...person, userAgent: BY_EMAIL },
      { orderId: known.order.id, thread: known.address.thread, body, key: keyHash, files: keys },
      { alongside: [rowOf(ctx, keyHash, { outcome: "posted", reason: null }, known)] },
    );
    return { outcome: "posted", reason: null, repeated: false, orderId: known.order.id, messageId: message.id };
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) throw new Refused("notAllowed", known);
    // A file was swept meanwhile: thrown, so that the email is delivered again.
    if (error instanceof Invalid && !error.fieldErrors?.files) throw new Refused("empty", known);
    if (error instanceof TooMany) throw new Refused("tooMany", known);
    throw error;
  }
}

const rowOf = (
  ctx: Context,
  keyHash: string,
  became: Pick<InboundResult, "outcome" | "reason">,
  known: Known | null,
): BatchStatement =>
  ctx.db.insert(inboundMails).values({
    id: newId(ctx.now),
    keyHash,
    ...became,
    userId: known?.user.id ?? null,
    orderId: known?.order.id ?? null,
    createdAt: ctx.now,
  });

/** Attempts that a stranger makes; each is a security event, except emails to addresses that never were one. */
const ofStrangers: readonly RefusalReason[] = ["forgedToken", "foreignSender", "noSuchAddress"];

async function refuse(
  ctx: Context,
  mail: InboundMail,
  keyHash: string,
  { reason, of }: Refused,
): Promise<InboundResult> {
  const result = { outcome: "refused", reason, repeated: false, orderId: null, messageId: null } as const;
  const isStranger = ofStrangers.includes(reason);
  const stranger: Context = { ...ctx, userAgent: BY_EMAIL };
  if (isStranger) {
    try {
      await consumeRateLimit(stranger, "strangerMail", (mail.from ?? mail.envelopeSender).toLowerCase());
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      // The limit itself is recorded. Without a row, a flood fills no table.
      return { ...result, outcome: "dropped", reason: "tooMany" };
    }
  }
  await atomicBatch(ctx.db, [
    rowOf(ctx, keyHash, result, of),
    ...(isStranger && reason !== "noSuchAddress"
      ? [securityEventStatement(stranger, { kind: "replyRefused", userId: of?.user.id ?? null, detail: reason })]
      : []),
    ...refusalMail(ctx, mail, { reason, keyHash, reader: isStranger ? null : (of?.user ?? null), order: of?.order }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return result;
}
