import { and, desc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { named } from "~db/named";
import { notOver } from "~db/notOver";
import { announcementDismissals, announcements } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context, userOf } from "../context";
import { unpaidStatuses } from "../orders/orderStates";

/** An announcement as home pages show it. */
export interface ShownAnnouncement {
  id: string;
  name: string;
  description: string;
  linkUrl: string;
  imageKey: string;
}

/** Home pages show only the newest ones. */
const MOST = 20;

/**
 * Selects current, visible announcements whose audience includes the actor. Holders have a paid order of one of the
 * services. Staff see what any customer might see.
 */
export function visibleAnnouncements(ctx: Pick<Context, "actor" | "now">): SQL | undefined {
  const user = userOf(ctx.actor);
  const unpaid = sql.raw(unpaidStatuses.map((status) => `'${status}'`).join(", "));
  const holds = sql`exists (select 1 from json_each(${announcements.serviceIds}) service cross join orders o
    on o.client_id = ${user?.id ?? ""} and o.service_id = service.value and o.paid_at is not null and o.status not in (${unpaid}))`;
  const meant =
    user?.role === "ADMIN"
      ? undefined
      : or(
          eq(announcements.audience, "customers"),
          user?.affiliate ? eq(announcements.audience, "affiliates") : undefined,
          and(eq(announcements.audience, "holders"), holds),
        );
  return and(
    isNull(announcements.deletedAt),
    eq(announcements.visible, true),
    or(isNull(announcements.fromAt), lte(announcements.fromAt, ctx.now)),
    or(isNull(announcements.untilAt), notOver(announcements.untilAt, ctx.now)),
    meant,
  );
}

/** Selects the actor's announcements that are not dismissed, newest first, for the batch of a home page. */
export const selectShown = (ctx: Context) =>
  ctx.db
    .select({
      id: named(announcements.id, "id"),
      name: named(announcements.name, "name"),
      description: named(announcements.description, "description"),
      linkUrl: named(announcements.linkUrl, "linkUrl"),
      imageKey: named(announcements.imageKey, "imageKey"),
    })
    .from(announcements)
    .where(
      and(
        visibleAnnouncements(ctx),
        sql`not exists (select 1 from ${announcementDismissals} where ${announcementDismissals.userId} = ${actorId(ctx)} and ${announcementDismissals.announcementId} = ${announcements.id})`,
      ),
    )
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(MOST);

/** Returns the actor's announcements (GET /announcement/visible). */
export async function shownAnnouncements(ctx: Context): Promise<ShownAnnouncement[]> {
  authorize(ctx, "announcements.read");
  return await selectShown(ctx);
}
