import { eq } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { notificationChoices } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import type { NoticeChoicesInput } from "./noticeChoicesInput";
import {
  choiceOf,
  defaultWay,
  type NoticeKind,
  type NoticeWay,
  noticeKindsFor,
  shownWay,
  wayOf,
} from "./notificationTypes";

export interface NoticeChoice {
  kind: NoticeKind;
  way: NoticeWay;
}

/** The actor's choice for each kind they can receive; 'both' by default (rules.md notifications/recipients). */
export async function findNoticeChoices(ctx: Context): Promise<NoticeChoice[]> {
  authorize(ctx, "notifications.own");
  const user = userOf(ctx.actor);
  const rows = await ctx.db
    .select()
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, user?.id ?? ""));
  return (user ? noticeKindsFor(user) : []).map((kind) => {
    const row = rows.find((choice) => choice.kind === kind);
    return { kind, way: shownWay(kind, row ? wayOf(row) : defaultWay(ctx.settings, kind, user!.role)) };
  });
}

/** Saves the actor's choices. Ignores kinds they cannot receive; kinds not sent stay unchanged. */
export async function saveNoticeChoices(ctx: Context, choices: NoticeChoicesInput): Promise<void> {
  authorize(ctx, "notifications.own");
  const user = userOf(ctx.actor);
  if (!user) return;
  const rows = noticeKindsFor(user).flatMap((kind) => {
    const way = choices[kind];
    return way ? [{ userId: user.id, kind, ...choiceOf(way) }] : [];
  });
  await atomicBatch(
    ctx.db,
    rows.map((row) =>
      ctx.db
        .insert(notificationChoices)
        .values(row)
        .onConflictDoUpdate({
          target: [notificationChoices.userId, notificationChoices.kind],
          set: { inApp: row.inApp, email: row.email },
        }),
    ),
  );
}
