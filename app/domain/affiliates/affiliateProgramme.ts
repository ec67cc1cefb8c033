import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { affiliateProgramme } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { NotFound, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { ProgrammeInput } from "./programmeInput";

export type Programme = Omit<typeof affiliateProgramme.$inferSelect, "id">;

const isIt = eq(affiliateProgramme.id, "programme");

/** Returns the programme's settings to staff. Days and cents. */
export async function programmeSettings(ctx: Context): Promise<Programme> {
  authorize(ctx, "commissions.manage");
  return await storedProgramme(ctx);
}

async function storedProgramme({ db }: Context): Promise<Programme> {
  const row = await db.select().from(affiliateProgramme).where(isIt).get();
  if (!row) throw new NotFound();
  const { id: _, ...programme } = row;
  return programme;
}

/**
 * Saves holding period, automatic approval and minimum payout (rules.md commissions/statuses). Existing CREATED
 * commissions follow the new values. Throws Conflict for a stale version.
 */
export async function saveProgramme(ctx: Context, { version, ...values }: ProgrammeInput): Promise<void> {
  authorize(ctx, "affiliates.settings");
  const { version: stored, ...before } = await storedProgramme(ctx);
  if (stored !== version) throw staleRecord();
  const names = ["holdingDays", "autoApprove", "minimumPayout"] as const;
  const changes = names.flatMap((field) =>
    before[field] === values[field] ? [] : [{ field, before: before[field], after: values[field] }],
  );
  if (changes.length === 0) return;
  await atomicBatch(ctx.db, [
    ctx.db
      .update(affiliateProgramme)
      .set({ ...values, version: sql`${affiliateProgramme.version} + 1` })
      .where(and(isIt, eq(affiliateProgramme.version, version))),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, {
      entity: "affiliateProgramme",
      entityId: "programme",
      action: "Programme settings changed",
      changes,
    }),
  ]).catch(conflictOnPreconditionFailed);
}
