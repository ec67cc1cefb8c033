import { sql } from "drizzle-orm";
import { assertHolds, atomicBatch, isUniqueViolation, PreconditionFailed } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { savedViews } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { viewHref, viewOf } from "./viewAddress";
import { MAX_VIEWS, type SaveViewInput } from "./viewInput";

export const NAME_TAKEN = "You already have a view of this name";

/**
 * Keeps the address of a list under a name (rules.md lists/views). Returns its address. Throws Invalid for an address
 * of no list, Conflict for a name that the person already uses there and beyond the limit.
 */
export async function saveView(ctx: Context, { address, name, team }: SaveViewInput): Promise<string> {
  authorize(ctx, "views.own");
  const view = viewOf(address);
  if (!view) throw new Invalid("Only the address of a list can be saved");
  const ownerId = actorId(ctx);
  const id = newId(ctx.now);
  const mine = sql`(select count(*) from saved_views where owner_id = ${ownerId})`;
  try {
    await atomicBatch(ctx.db, [
      assertHolds(ctx.db, sql`${mine} < ${MAX_VIEWS}`),
      ctx.db.insert(savedViews).values({
        id,
        ownerId,
        name,
        nameFolded: foldText(name),
        ...view,
        team,
        position: sql`(select coalesce(max(position), -1) + 1 from saved_views)`,
        createdAt: ctx.now,
      }),
      historyStatement(ctx, {
        entity: "savedView",
        entityId: id,
        action: "View saved",
        changes: [
          { field: "name", before: null, after: name },
          { field: "address", before: null, after: viewHref(view) },
          { field: "team", before: null, after: team },
        ],
      }),
    ]);
  } catch (error) {
    if (isUniqueViolation(error, "saved_views")) throw new Conflict(NAME_TAKEN, "name");
    if (error instanceof PreconditionFailed) throw new Conflict(`Keep at most ${MAX_VIEWS} views. Delete one first.`);
    throw error;
  }
  return viewHref(view);
}
