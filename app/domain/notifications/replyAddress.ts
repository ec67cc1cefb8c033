import { isId } from "~db/ids";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { sameText } from "../sameText";
import type { Notification } from "./notification";

/** Answers to a notice are taken for so long. */
export const REPLY_DAYS = 90;

const PREFIX = "reply+";
/** Of a local part, by RFC 5321. */
const MAX_LOCAL_PART = 64;
const DAY_CHARACTERS = 3;
/** 5 bits each: 100 bits of the MAC, as many as the local part has room for. */
const MAC_CHARACTERS = 20;
/** Lower case alone: mail systems may change the case of an address. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export type ReplyThread = NonNullable<Notification["thread"]>;

/** What a reply address names. */
export interface ReplyAddress {
  userId: string;
  thread: ReplyThread;
  orderNumber: number;
  /** Of its issue, in days UTC since 1970. */
  day: number;
  mac: string;
}

type Keys = Pick<Context, "signer">;

const threadLetters: Record<ReplyThread, string> = { Customer: "c", Admin: "a" };

/** The MACs of an address under every accepted key, bound to the person's email address. */
async function macsOf(
  { signer }: Keys,
  { userId, thread, orderNumber, day }: Omit<ReplyAddress, "mac">,
  email: string,
): Promise<string[]> {
  const macs = await signer.macs("reply", JSON.stringify([userId, thread, orderNumber, day, email.toLowerCase()]));
  return macs.map((mac) => {
    const bytes = atob(mac.slice(0, 28).replaceAll("-", "+").replaceAll("_", "/"));
    return Array.from(bytes.slice(0, MAC_CHARACTERS), (byte) => ALPHABET[byte.charCodeAt(0) & 31]).join("");
  });
}

/**
 * Where the person can answer a message by email (rules.md inbound/token); undefined where the portal takes no answers.
 */
export async function replyAddress(
  ctx: Keys & Pick<Context, "now" | "replyDomain">,
  reader: { userId: string; email: string },
  order: { number: number; thread: ReplyThread },
): Promise<string | undefined> {
  if (!ctx.replyDomain || !isId(reader.userId)) return undefined;
  const named = {
    userId: reader.userId,
    thread: order.thread,
    orderNumber: order.number,
    day: Math.floor(ctx.now / DAY_MS),
  };
  const [mac] = await macsOf(ctx, named, reader.email);
  const day = named.day.toString(36).padStart(DAY_CHARACTERS, "0");
  const token = `${reader.userId.toLowerCase()}${threadLetters[order.thread]}${day}${mac}${order.number.toString(36)}`;
  const local = PREFIX + token;
  return local.length <= MAX_LOCAL_PART ? `${local}@${ctx.replyDomain}` : undefined;
}

/** Reads an address without proving it; null for one that has not the form of a reply address. */
export function readReplyAddress(address: string): ReplyAddress | null {
  const match = /^reply\+([0-9a-z]{26})([ca])([0-9a-z]{3})([0-9a-z]{20})([0-9a-z]{1,8})@/i.exec(address);
  if (!match) return null;
  const [, userId, letter, day, mac, number] = match.map((part) => part.toLowerCase());
  return {
    userId: userId!.toUpperCase(),
    thread: letter === "a" ? "Admin" : "Customer",
    orderNumber: Number.parseInt(number!, 36),
    day: Number.parseInt(day!, 36),
    mac: mac!,
  };
}

/** True for an address that this portal issued to the owner of `email`: one of the accepted keys gives its MAC. */
export async function isReplyAddress(ctx: Keys, address: ReplyAddress, email: string): Promise<boolean> {
  const macs = await macsOf(ctx, address, email);
  return macs.some((mac) => sameText(mac, address.mac));
}

export const isExpired = ({ day }: ReplyAddress, now: number) => now >= (day + REPLY_DAYS + 1) * DAY_MS;
