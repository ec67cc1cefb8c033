import { and, asc, isNull, sql } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** Per search. */
const MOST = 20;

/** The first services by name that match a text, for a form that cannot hold all of them. */
export async function serviceChoices(ctx: Context, text: string): Promise<{ id: string; name: string }[]> {
  authorize(ctx, "clients.edit");
  const term = foldText(text.slice(0, 200)).trim();
  return await ctx.db
    .select({ id: services.id, name: services.name })
    .from(services)
    .where(and(isNull(services.archivedAt), term ? sql`instr(${services.nameFolded}, ${term}) > 0` : undefined))
    .orderBy(asc(services.nameFolded), asc(services.id))
    .limit(MOST);
}
