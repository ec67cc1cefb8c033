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

/** The programme without a check of the actor, for operations that show a part of it. */
export async function storedProgramme({ db }: Pick<Context, "db">): Promise<Programme> {
  const row = await db.select().from(affiliateProgramme).where(isIt).get();
  if (!row) throw new NotFound();
  const { id: _, ...programme } = row;
  return programme;
}

/**
 * Saves holding period, automatic approval, minimum payout (rules.md commissions/statuses) and the default rate.
 * Existing CREATED commissions follow the new holding period; their amounts stay. Throws Conflict for a stale version.
 */
export async function saveProgramme(
  ctx: Context,
  { version, defaultEarnsOn, ...input }: ProgrammeInput,
): Promise<void> {
  authorize(ctx, "affiliates.settings");
  const values = {
    ...input,
    defaultFirstTime: defaultEarnsOn === "firstTime",
    defaultPerpetual: defaultEarnsOn === "perpetual",
  };
  const { version: stored, ...before } = await storedProgramme(ctx);
  if (stored !== version) throw staleRecord();
  const names = [
    "holdingDays",
    "autoApprove",
    "minimumPayout",
    "defaultPercent",
    "defaultFirstTime",
    "defaultPerpetual",
  ] as const;
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
