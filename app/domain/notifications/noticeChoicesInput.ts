import { z } from "zod";
import { type NoticeKind, noticeKinds, noticeWays } from "./notificationTypes";

const way = z.enum(noticeWays, { error: "Choose one of the options" }).optional();

/** The channel for each kind (rules.md notifications/recipients). Absent kinds stay unchanged. */
export const NoticeChoicesInput = z.object(
  Object.fromEntries(noticeKinds.map((kind) => [kind, way])) as Record<NoticeKind, typeof way>,
);
export type NoticeChoicesInput = z.infer<typeof NoticeChoicesInput>;
