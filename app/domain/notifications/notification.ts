import type { NotificationType } from "./notificationTypes";

/** A person's notification. `createdAt` in ms UTC. */
export interface Notification {
  id: string;
  description: string;
  type: NotificationType;
  typeSystemId: string;
  read: boolean;
  createdAt: number;
  /** The order's thread whose message it announces; null for every other subject. */
  thread: "Customer" | "Admin" | null;
}

/** The notification in the API and in live messages. */
export interface NotificationEntity {
  _id: string;
  description: string;
  type: NotificationType;
  typeSystemId: string;
  read: boolean;
  /** ISO 8601 UTC. */
  createdTime: string;
}

export const notificationEntity = ({ id, createdAt, ...rest }: Notification): NotificationEntity => ({
  _id: id,
  description: rest.description,
  type: rest.type,
  typeSystemId: rest.typeSystemId,
  read: rest.read,
  createdTime: new Date(createdAt).toISOString(),
});

type NotificationRow = Omit<Notification, "read" | "thread"> & { readAt: number | null; dedupeKey: string | null };

/** Callers get only whether it was read, not when. */
export const notificationOfRow = (row: NotificationRow): Notification => ({
  id: row.id,
  description: row.description,
  type: row.type,
  typeSystemId: row.typeSystemId,
  read: row.readAt !== null,
  createdAt: row.createdAt,
  thread: threadOfKey(row.dedupeKey),
});

/** A message's key names its author, order and thread. */
export function threadOfKey(dedupeKey: string | null): Notification["thread"] {
  const thread = /^order\.(?:message|changes):[^:]+:[^:]+:(Customer|Admin):/.exec(dedupeKey ?? "")?.[1];
  return (thread as Notification["thread"]) ?? null;
}
