import type { SafeHtml } from "~/richtext/renderRichText";
import type { MessageThread } from "./orderWork";

/** One message of an order's thread as somebody reads it. `createdAt` in ms UTC. */
export interface OrderMessage {
  id: string;
  fromName: string;
  fromStaff: boolean;
  /** Written by who reads it. */
  own: boolean;
  /** The admin who wrote it as the customer; told to staff alone. */
  realFromName: string | null;
  body: SafeHtml;
  createdAt: number;
}

/** A message that a migrated order brought along (rules.md orders/migrated). */
export interface ImportedMessage {
  id: string;
  fromName: string;
  body: SafeHtml;
  createdAt: number;
}

/** The wire's name of a thread: one of each kind an order. */
export const threadId = (orderId: string, thread: MessageThread) => `${orderId}-${thread}`;

/** One page holds the newest of them; no order of people comes near. */
export const MOST_MESSAGES = 500;
