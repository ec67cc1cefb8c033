import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { services } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { type LinkRulesInput, wordsText } from "./linkRulesInput";
import { storedService } from "./storedService";

/** A service's rules for orders by list, to edit. Throws NotFound. */
export async function linkRulesForm(ctx: Context, serviceId: string) {
  authorize(ctx, "services.manage");
  const { version, linkRules } = await storedService(ctx, serviceId);
  return { version, words: wordsText(linkRules.words), linksPerPage: String(linkRules.linksPerPage) };
}

/** Replaces a service's rules for orders by list. Throws NotFound, and Conflict for a stale version. */
export async function saveLinkRules(ctx: Context, serviceId: string, input: LinkRulesInput): Promise<void> {
  authorize(ctx, "services.manage");
  const { version, ...linkRules } = input;
  const stored = await storedService(ctx, serviceId, version);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(services)
      .set({ linkRules, version: sql`${services.version} + 1` })
      .where(and(eq(services.id, stored.id), eq(services.version, stored.version))),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, {
      entity: "service",
      entityId: stored.id,
      action: "Rules of orders by list updated",
      changes: changedFields(["words", "linksPerPage"], stored.linkRules, linkRules),
    }),
  ]).catch(conflictOnPreconditionFailed);
}
