import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { formatNumber } from "~/format/numbers";
import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { exports, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { notifyStatements } from "../notifications/notifyStatements";
import { EXPORT_FAILED } from "./exportKinds";

/** How long a consumer may be silent before another takes its export over. */
const LEASE_MS = 2 * 60_000;
/** An export that many consumers have died of is given up. */
const GIVE_UP_MS = 6 * 60 * 60_000;

type ExportRow = typeof exports.$inferSelect;

/** What a consumer holds: the export, and its lease, which names the consumer. */
export interface HeldExport extends ExportRow {
  leaseUntil: number;
}

/** Nobody is at it: it waits, or whoever had it has gone silent. */
const isFree = (now: number) =>
  or(eq(exports.state, "waiting"), and(eq(exports.state, "working"), lt(exports.leaseUntil, now)));

/** Takes the oldest export that nobody works on, or null when there is none. One that is too old fails instead. */
export async function claimExport(ctx: Context): Promise<HeldExport | null> {
  authorize(ctx, "exports.make");
  for (;;) {
    const oldest = ctx.db
      .select({ id: exports.id })
      .from(exports)
      .where(isFree(ctx.now))
      .orderBy(asc(exports.createdAt), asc(exports.id))
      .limit(1);
    const [taken] = await ctx.db
      .update(exports)
      .set({ state: "working", leaseUntil: ctx.now + LEASE_MS, rowsDone: 0 })
      .where(and(sql`${exports.id} in ${oldest}`, isFree(ctx.now)))
      .returning();
    if (!taken) return null;
    const held = { ...taken, leaseUntil: ctx.now + LEASE_MS };
    if (taken.createdAt > ctx.now - GIVE_UP_MS) return held;
    await failExport(ctx, held);
  }
}

/** Says how far it is and keeps it for longer. Throws GuardFailed when it was taken over. */
export async function exportProgress(ctx: Context, held: HeldExport, rowsDone: number): Promise<HeldExport> {
  // Never the same twice: the lease names its holder.
  const leaseUntil = Math.max(ctx.now + LEASE_MS, held.leaseUntil + 1);
  const [kept] = await ctx.db
    .update(exports)
    .set({ rowsDone, leaseUntil })
    .where(isHeld(held))
    .returning({ id: exports.id });
  if (!kept) throw new GuardFailed("Another worker took over this export");
  return { ...held, rowsDone, leaseUntil };
}

const isHeld = ({ id, leaseUntil }: HeldExport) =>
  and(eq(exports.id, id), eq(exports.state, "working"), eq(exports.leaseUntil, leaseUntil));

/**
 * The file is there: it becomes the owner's, who is told, all at once. Once: a consumer whose export was taken over finds
 * GuardFailed, and its file is nobody's (quality R6).
 */
export async function finishExport(
  ctx: Context,
  held: HeldExport,
  { key, size, name, rows }: { key: string; size: number; name: string; rows: number },
): Promise<void> {
  await writeTogether(ctx.db, [
    ctx.db
      .update(exports)
      .set({ state: "ready", rowsDone: rows, uploadKey: key, finishedAt: ctx.now, leaseUntil: null })
      .where(isHeld(held)),
    mustHaveChanged(ctx.db),
    ctx.db
      .update(uploads)
      .set({ storedAt: ctx.now, size, attachedTo: `export:${held.id}` })
      .where(eq(uploads.key, key)),
    mustHaveChanged(ctx.db),
    ...notifyStatements(ctx, {
      recipients: { users: [held.ownerId] },
      type: "EXPORT",
      typeSystemId: key,
      description: `Your export ${name} is ready: ${formatNumber(rows)} rows`,
      dedupeKey: `export:${held.id}`,
    }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}

/** It cannot be made. Its page says so; nothing is left to clean but what the sweep takes. */
export async function failExport(ctx: Context, held: HeldExport): Promise<void> {
  await ctx.db.update(exports).set({ state: "failed", finishedAt: ctx.now, leaseUntil: null }).where(isHeld(held));
  console.warn(`export ${held.id}: ${EXPORT_FAILED}`);
}

/** Gives it back after a passing fault, for the next consumer. */
export async function releaseExport(ctx: Context, held: HeldExport): Promise<void> {
  await ctx.db.update(exports).set({ state: "waiting", leaseUntil: null }).where(isHeld(held));
}

/** Wakes the queue when an export waits that nobody was told of, or whose consumer went silent. Answers whether one does. */
export async function announceWaitingExports(ctx: Context): Promise<boolean> {
  authorize(ctx, "exports.make");
  const free = await ctx.db.select({ id: exports.id }).from(exports).where(isFree(ctx.now)).limit(1).get();
  if (free) await ctx.publish.exportsWaiting();
  return free !== undefined;
}
