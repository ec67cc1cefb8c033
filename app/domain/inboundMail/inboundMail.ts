/** The largest email that is read, as the mail service accepts them. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024;

/** Why an email was written by a program: it is dropped, and never answered. */
export type Automatic = "autoReply" | "bounce" | "list" | "ownMail";

/** A file of an email. */
export interface MailFile {
  /** As the sender wrote it; may be empty. */
  name: string;
  bytes: Uint8Array;
}

/** An email, as the Worker that parsed it hands it on. Everything in it is a stranger's word. */
export interface InboundMail {
  /** Of the envelope. The sender is empty for a bounce. */
  recipient: string;
  envelopeSender: string;
  /** The address of the only From header; null when there are several, or several people in it. */
  from: string | null;
  messageId: string | null;
  subject: string;
  /** Names an email without a Message-ID. */
  contentHash: string;
  automatic: Exclude<Automatic, "ownMail"> | null;
  /** Whether the sender's domain confirms it. `unknown` where no server says so, as in the local run. */
  authenticity: "proven" | "failed" | "unknown";
  /** In bytes. */
  size: number;
  /** With marks of `replyText.ts`; empty for an email that is too large. */
  text: string;
  /** Without decoration and electronic signatures; none of an email that is too large. */
  files: MailFile[];
}

const refusalReasons = [
  "forgedToken",
  "foreignSender",
  "noSuchAddress",
  "expired",
  "notAllowed",
  "tooLarge",
  "tooLong",
  "empty",
  "tooMany",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export const inboundOutcomes = ["posted", "refused", "dropped"] as const;

/** What became of an email. */
export interface InboundResult {
  outcome: (typeof inboundOutcomes)[number];
  reason: RefusalReason | Automatic | "tooMany" | null;
  /** True when it had arrived before, so that nothing was done. */
  repeated: boolean;
  orderId: string | null;
  messageId: string | null;
}
