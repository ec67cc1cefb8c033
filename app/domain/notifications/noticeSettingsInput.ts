import { z } from "zod";
import { type NoticeKind, noticeKindsOf, noticeWays } from "./notificationTypes";

const way = z.enum(noticeWays, { error: "Choose one of the options" }).optional();
const ways = (kinds: readonly NoticeKind[]) =>
  z.object(Object.fromEntries(kinds.map((kind) => [kind, way])) as Record<NoticeKind, typeof way>).default({});

/** The form of the page Notices: the channel of each kind for people who have not chosen. */
export const NoticeSettingsInput = z.object({
  version: z.number().int().min(0),
  staff: ways(noticeKindsOf.staff),
  customers: ways(noticeKindsOf.customers),
});
export type NoticeSettingsInput = z.output<typeof NoticeSettingsInput>;
