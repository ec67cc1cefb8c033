import { z } from "zod";
import { type NoticeKind, noticeKinds, noticeWays } from "./notificationTypes";

const way = z.enum(noticeWays, { error: "Choose one of the options" }).optional();

/** The way of each kind (decision O17); a kind left out stays as it is. */
export const NoticeChoicesInput = z.object(
  Object.fromEntries(noticeKinds.map((kind) => [kind, way])) as Record<NoticeKind, typeof way>,
);
export type NoticeChoicesInput = z.infer<typeof NoticeChoicesInput>;
