import { and, asc, isNull } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { services } from "~db/schema";
import { hasWords } from "~db/searchWords";
import { authorize } from "../access";
import type { Context } from "../context";

const MOST = 100;

/**
 * Returns services for selection by name, hidden ones included. `text` filters by name and limits to 100 (GET
 * /service/dropDown and /service/dropDown/{id}).
 */
export async function serviceOptionsByName(
  ctx: Context,
  { text }: { text?: string } = {},
): Promise<{ id: string; name: string }[]> {
  authorize(ctx, "services.manage");
  const wanted = foldText(text ?? "").trim();
  const rows = ctx.db
    .select({ id: services.id, name: services.name })
    .from(services)
    .where(and(isNull(services.archivedAt), wanted === "" ? undefined : hasWords(services.nameFolded, wanted)))
    .orderBy(asc(services.nameFolded), asc(services.id));
  return text === undefined ? await rows : await rows.limit(MOST);
}
