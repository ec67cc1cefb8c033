import { and, asc, isNull } from "drizzle-orm";
import { services } from "~db/schema";
import { hasWords } from "~db/searchWords";
import { authorize } from "../access";
import type { Context } from "../context";

/** Per search. */
const MOST = 20;

/** The first services by name that match a text, for a form that cannot hold all of them. */
export async function serviceChoices(ctx: Context, text: string): Promise<{ id: string; name: string }[]> {
  authorize(ctx, "clients.edit");
  const term = text.trim().slice(0, 200);
  return await ctx.db
    .select({ id: services.id, name: services.name })
    .from(services)
    .where(and(isNull(services.archivedAt), term ? hasWords(services.nameFolded, term) : undefined))
    .orderBy(asc(services.nameFolded), asc(services.id))
    .limit(MOST);
}
