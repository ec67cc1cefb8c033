import { z } from "zod";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { markNotificationRead } from "~/domain/notifications/markNotificationRead";
import { notificationEntity } from "~/domain/notifications/notification";
import { notificationTypes } from "~/domain/notifications/notificationTypes";
import { type Endpoint, endpoint, idQuery } from "./endpoint";

const notification = z.object({
  _id: z.string(),
  description: z.string(),
  type: z.enum(notificationTypes),
  typeSystemId: z.string(),
  read: z.boolean(),
  createdTime: z.iso.datetime(),
});

export const notificationRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/notification",
    permission: "notifications.own",
    summary: "List your notifications, newest first, at most 100",
    output: z.array(notification),
    run: async (ctx) => (await findNotifications(ctx)).map(notificationEntity),
  }),
  endpoint({
    method: "PUT",
    path: "/notification",
    permission: "notifications.own",
    summary: "Mark one of your notifications as read",
    input: idQuery,
    output: notification,
    run: async (ctx, { id }) => notificationEntity(await markNotificationRead(ctx, id)),
  }),
];
