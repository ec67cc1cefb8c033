import type { NotificationType } from "./notificationTypes";

/** A person's notification. `createdAt` in ms UTC. */
export interface Notification {
  id: string;
  description: string;
  type: NotificationType;
  typeSystemId: string;
  read: boolean;
  createdAt: number;
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

/** Callers get only whether it was read, not when. */
export const notificationOfRow = (row: Omit<Notification, "read"> & { readAt: number | null }): Notification => ({
  id: row.id,
  description: row.description,
  type: row.type,
  typeSystemId: row.typeSystemId,
  read: row.readAt !== null,
  createdAt: row.createdAt,
});
