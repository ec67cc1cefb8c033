import { and, asc, eq, or, type SQL } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { savedViews } from "~db/schema";
import { authorize, can } from "../access";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import { MAX_VIEWS } from "./viewsOfUser";

export interface SavedView {
  id: string;
  name: string;
  list: string;
  search: string;
  team: boolean;
  version: number;
  /** Null for the reader's own. */
  ownerName: string | null;
  /** The reader may change it. */
  editable: boolean;
}

/** The person's own views and those of the team, in their order. */
export async function visibleViews(ctx: Context): Promise<SavedView[]> {
  authorize(ctx, "views.own");
  return await readViews(ctx);
}

async function readViews(ctx: Context, where?: SQL): Promise<SavedView[]> {
  const rows = await ctx.db
    .select({
      id: savedViews.id,
      name: savedViews.name,
      list: savedViews.list,
      search: savedViews.search,
      team: savedViews.team,
      version: savedViews.version,
      ownerId: savedViews.ownerId,
      ownerName: fullNameById(savedViews.ownerId).as("owner_name"),
    })
    .from(savedViews)
    .where(and(or(eq(savedViews.ownerId, actorId(ctx)), eq(savedViews.team, true)), where))
    .orderBy(asc(savedViews.position), asc(savedViews.id))
    .limit(MAX_VIEWS);
  return rows.map(({ ownerId, ownerName, ...view }) => {
    const own = ownerId === actorId(ctx);
    return { ...view, ownerName: own ? null : ownerName, editable: own || can(ctx.actor, "views.team") };
  });
}

/** The rows that the person may change: their own, and for admins those of the team (rules.md lists/views). */
export const editableViews = (ctx: Context): SQL | undefined => {
  const own = eq(savedViews.ownerId, actorId(ctx));
  return can(ctx.actor, "views.team") ? or(own, eq(savedViews.team, true)) : own;
};

/** A view for its form. Throws NotFound for one that the person may not change. */
export async function editableView(ctx: Context, id: string): Promise<SavedView> {
  authorize(ctx, "views.own");
  const [view] = await readViews(ctx, eq(savedViews.id, id));
  if (!view?.editable) throw new NotFound();
  return view;
}
