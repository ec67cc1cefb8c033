import { and, count, eq, max } from "drizzle-orm";
import { history } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

const PURPOSE = "health-monitor";
/** The history of replacements is the token's generation, so nothing secret is stored (rules.md operations/alerts). */
export const MONITOR_TOKEN = { entity: "monitorToken", entityId: "monitor" } as const;

/** The token that `GET /health` accepts. */
export async function findMonitorToken(ctx: Context): Promise<string> {
  authorize(ctx, "health.monitorToken");
  return await ctx.signer.mac(PURPOSE, await generationOf(ctx));
}

/** True for the current token. The caller must authorize. */
export const isMonitorToken = async (ctx: Context, token: string): Promise<boolean> =>
  await ctx.signer.isMac(PURPOSE, await generationOf(ctx), token);

/** Changes with each replacement, and differs from a lost one after a restore. */
async function generationOf({ db }: Context): Promise<string> {
  const row = await db
    .select({ n: count(), last: max(history.id) })
    .from(history)
    .where(and(eq(history.entity, MONITOR_TOKEN.entity), eq(history.entityId, MONITOR_TOKEN.entityId)))
    .get();
  return `${row?.n ?? 0}:${row?.last ?? ""}`;
}
