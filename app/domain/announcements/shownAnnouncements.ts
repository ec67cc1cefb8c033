import { and, desc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { insertFrom } from "~db/insertRows";
import { named } from "~db/named";
import { notOver } from "~db/notOver";
import { announcementDismissals, announcements } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context, userOf } from "../context";
import { NotFound } from "../errors";
import { unpaidStatuses } from "../orders/orderStates";
import { announcementRecord } from "./announcement";

/** An announcement as home pages show it. */
export type ShownAnnouncement = Pick<
  typeof announcements.$inferSelect,
  "id" | (typeof announcementRecord.shown)[number]
>;

/** Home pages show only the newest ones. */
const MAX_SHOWN = 20;

/**
 * Selects current, visible announcements whose audience includes the actor. Holders have a paid order of one of the
 * services. Staff see what any customer might see.
 */
function visibleAnnouncements(ctx: Pick<Context, "actor" | "now">): SQL | undefined {
  const user = userOf(ctx.actor);
  const unpaid = sql.raw(unpaidStatuses.map((status) => `'${status}'`).join(", "));
  const holds = sql`exists (select 1 from json_each(${announcements.serviceIds}) service cross join orders o
    on o.client_id = ${user?.id ?? ""} and o.service_id = service.value and o.paid_at is not null and o.status not in (${unpaid}))`;
  const mayAffiliate = user?.affiliate ? eq(announcements.audience, "affiliates") : undefined;
  const ofHolders = and(eq(announcements.audience, "holders"), holds);
  const meant = or(eq(announcements.audience, "customers"), mayAffiliate, ofHolders);
  return and(
    isNull(announcements.deletedAt),
    eq(announcements.visible, true),
    or(isNull(announcements.fromAt), lte(announcements.fromAt, ctx.now)),
    or(isNull(announcements.untilAt), notOver(announcements.untilAt, ctx.now)),
    user?.role === "ADMIN" ? undefined : meant,
  );
}

const shownColumns = Object.fromEntries(
  (["id", ...announcementRecord.shown] as const).map((name) => [name, named(announcements[name], name)]),
) as { [Name in keyof ShownAnnouncement]: SQL.Aliased<ShownAnnouncement[Name]> };

/** Selects the actor's announcements that are not dismissed, newest first, for the batch of a home page. */
export const selectShown = (ctx: Context) =>
  ctx.db
    .select(shownColumns)
    .from(announcements)
    .where(
      and(
        visibleAnnouncements(ctx),
        sql`not exists (select 1 from ${announcementDismissals} where ${announcementDismissals.userId} = ${actorId(ctx)} and ${announcementDismissals.announcementId} = ${announcements.id})`,
      ),
    )
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(MAX_SHOWN);

/** Returns the actor's announcements (GET /announcement/visible). */
export async function shownAnnouncements(ctx: Context): Promise<ShownAnnouncement[]> {
  authorize(ctx, "announcements.read");
  return await selectShown(ctx);
}

/** Hides an announcement from the calling customer. Idempotent. Throws NotFound. */
export async function dismissAnnouncement(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "announcements.dismiss");
  const { db, now } = ctx;
  const userId = actorId(ctx);
  const [, dismissed] = await db.batch([
    insertFrom(
      db,
      announcementDismissals,
      { announcementId: sql`${announcements.id}`, userId, createdAt: now },
      sql`from ${announcements} where ${and(eq(announcements.id, id), visibleAnnouncements(ctx))}`,
    ).onConflictDoNothing(),
    db
      .select({ id: announcementDismissals.announcementId })
      .from(announcementDismissals)
      .where(and(eq(announcementDismissals.userId, userId), eq(announcementDismissals.announcementId, id))),
  ]);
  if (dismissed.length === 0) throw new NotFound();
}
