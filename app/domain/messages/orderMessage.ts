import type { SafeHtml } from "~/richtext/renderRichText";
import type { MessageFile } from "./messageFiles";
import type { MessageThread } from "./messageThreads";

/** A message of an order's thread for the current reader. `createdAt` in ms UTC. */
export interface OrderMessage {
  id: string;
  fromName: string;
  fromStaff: boolean;
  /** Written by the reader. */
  own: boolean;
  /** The admin who wrote it as the customer. Staff only. */
  realFromName: string | null;
  body: SafeHtml;
  files: MessageFile[];
  createdAt: number;
  /** ms UTC; null when it was not edited. */
  editedAt: number | null;
  /** The author can still edit it (rules.md messages/edit). */
  editable: boolean;
  /** When the client opened it: on the newest read message of staff, for staff (rules.md messages/receipts). */
  readAt?: number;
}

/** A message imported with a migrated order (rules.md orders/migrated). */
export interface ImportedMessage {
  id: string;
  fromName: string;
  body: SafeHtml;
  createdAt: number;
}

/** The thread id in the API. Each order has one thread of each kind. */
export const threadId = (orderId: string, thread: MessageThread) => `${orderId}-${thread}`;

/** Messages in one answer of the API, which asks for earlier ones by id. */
export const MAX_MESSAGES = 500;
