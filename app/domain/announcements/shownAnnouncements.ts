import { and, desc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { named } from "~db/named";
import { notOver } from "~db/notOver";
import { announcementDismissals, announcements } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { unpaidStatuses } from "../orders/orderStates";

/** What a home page shows of one. */
export interface ShownAnnouncement {
  id: string;
  name: string;
  description: string;
  linkUrl: string;
  imageKey: string;
}

/** A home page is no archive: the newest of them. */
const MOST = 20;

/**
 * What is meant for this actor now: visible, begun and not over, and for somebody like them. Holders have a paid order of
 * one of the services. Staff are no audience of their own; they see what any customer might.
 */
export function meantFor(ctx: Pick<Context, "actor" | "now">): SQL | undefined {
  const user = userOf(ctx.actor);
  const unpaid = sql.raw(unpaidStatuses.map((status) => `'${status}'`).join(", "));
  // The plus keeps the planner on the client's own orders: by service it would read everybody's.
  const holds = sql`exists (select 1 from orders o where o.client_id = ${user?.id ?? ""} and o.paid_at is not null and o.status not in (${unpaid}) and +o.service_id in (select value from json_each(${announcements.serviceIds})))`;
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

/** The announcements of a home page as a statement for its batch: those that this person has not dismissed, newest first. */
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
        meantFor(ctx),
        sql`not exists (select 1 from ${announcementDismissals} where ${announcementDismissals.userId} = ${userOf(ctx.actor)?.id ?? ""} and ${announcementDismissals.announcementId} = ${announcements.id})`,
      ),
    )
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(MOST);

/** The same for a call (GET /announcement/visible). */
export async function shownAnnouncements(ctx: Context): Promise<ShownAnnouncement[]> {
  authorize(ctx, "announcements.read");
  return await selectShown(ctx);
}
