import { paths } from "~/paths";
import type { Notification } from "./notification";
import type { NotificationType } from "./notificationTypes";

/** In place of a file's key: an export of everything has several files, on a page of their own. */
export const ALL_DATA = "everything";

type Target = (typeSystemId: string, viewerIsStaff: boolean, thread: Notification["thread"]) => string;

const targets: Record<NotificationType, Target> = {
  ORDER: (id, _, thread) => (thread ? paths.orderMessages(id, thread) : paths.order(id)),
  SERVICE: (id, viewerIsStaff) => (viewerIsStaff ? paths.serviceEdit(id) : paths.serviceDetails(id)),
  USER: (id, viewerIsStaff) => (viewerIsStaff ? paths.client(id) : paths.profile()),
  EXPORT: (key) => (key === ALL_DATA ? paths.dataSettings() : paths.file(key)),
  PAYOUT: (id, viewerIsStaff) => (viewerIsStaff ? paths.payout(id) : paths.ownPayouts()),
  BILLING: () => paths.health(),
  AFFILIATE: () => paths.affiliate(),
  PLACEMENT: (orderId) => paths.orderPlacements(orderId),
};

/** The page that a notification opens (rules.md notifications/targets, exports/complete). */
export const notificationTarget = (
  { type, typeSystemId, thread }: Pick<Notification, "type" | "typeSystemId" | "thread">,
  viewerIsStaff: boolean,
) => targets[type](typeSystemId, viewerIsStaff, thread);
