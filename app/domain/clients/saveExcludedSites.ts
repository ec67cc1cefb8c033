import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { users } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { ExcludedSitesInput } from "./excludedSitesInput";
import { isClientWithId, storedClient } from "./storedClient";

/** The sites that a client excludes, to edit. Throws NotFound. */
export async function excludedSitesForm(ctx: Context, clientId: string) {
  authorize(ctx, "clients.edit");
  const { id, version, excludedSites } = await storedClient(ctx, { id: clientId });
  return { id, version, sites: excludedSites.join("\n") };
}

/** Replaces the sites for which a client orders no links. Throws NotFound, and Conflict for a stale version. */
export async function saveExcludedSites(ctx: Context, clientId: string, input: ExcludedSitesInput): Promise<void> {
  authorize(ctx, "clients.edit");
  const client = await storedClient(ctx, { id: clientId, version: input.version });
  const [before, after] = [client.excludedSites.join(", "), input.sites.join(", ")];
  if (before === after) return;
  await atomicBatch(ctx.db, [
    ctx.db
      .update(users)
      .set({ excludedSites: input.sites, version: sql`${users.version} + 1` })
      .where(and(isClientWithId(client.id), eq(users.version, client.version))),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, {
      entity: "user",
      entityId: client.id,
      action: "Excluded sites updated",
      changes: [{ field: "excludedSites", before, after }],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
