import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { paths } from "~/paths";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { exports, uploads } from "~db/schema";
import { authorize } from "../access";
import { mailRecipient } from "../accounts/mailRecipient";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { ALL_DATA } from "../notifications/notificationTarget";
import { notifyStatements } from "../notifications/notifyStatements";

/** How long a worker's lease lasts. After that another worker takes over. */
const LEASE_MS = 2 * 60_000;
/** An export this old fails, because it keeps losing its workers. */
const GIVE_UP_MS = 6 * 60 * 60_000;

type ExportRow = typeof exports.$inferSelect;

/** An export that a worker has leased. The lease's end also identifies the worker. */
export interface HeldExport extends ExportRow {
  leaseUntil: number;
}

/** Waiting, or its lease has expired. */
const isFree = (now: number) =>
  or(eq(exports.state, "waiting"), and(eq(exports.state, "working"), lt(exports.leaseUntil, now)));

/** Leases the oldest free export, or returns null when there is none. Fails exports older than GIVE_UP_MS. */
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
    const leased = { ...taken, leaseUntil: ctx.now + LEASE_MS };
    if (taken.createdAt > ctx.now - GIVE_UP_MS) return leased;
    await failExport(ctx, leased);
  }
}

/** Records progress and extends the lease. Throws PreconditionFailed when another worker took over. */
export async function exportProgress(ctx: Context, leased: HeldExport, rowsDone: number): Promise<HeldExport> {
  // Always a new value, because the lease identifies its holder.
  const leaseUntil = Math.max(ctx.now + LEASE_MS, leased.leaseUntil + 1);
  const [extended] = await ctx.db
    .update(exports)
    .set({ rowsDone, leaseUntil })
    .where(isHeld(leased))
    .returning({ id: exports.id });
  if (!extended) throw new PreconditionFailed("Another worker took over this export");
  return { ...leased, rowsDone, leaseUntil };
}

const isHeld = ({ id, leaseUntil }: HeldExport) =>
  and(eq(exports.id, id), eq(exports.state, "working"), eq(exports.leaseUntil, leaseUntil));

interface FinishedFile {
  key: string;
  size: number;
  name: string;
  rows: number;
  /** The search of the part that follows; the owner is notified after the last one. */
  next?: ExportRow["search"] | null;
}

/**
 * Attaches the file, marks the export ready and notifies the owner in one batch (rules.md notifications/outbox).
 * Throws PreconditionFailed when another worker took over; the sweep then deletes this file.
 */
export async function finishExport(
  ctx: Context,
  leased: HeldExport,
  { key, size, name, rows, next }: FinishedFile,
): Promise<void> {
  await atomicBatch(ctx.db, [
    ctx.db
      .update(exports)
      .set({ state: "ready", rowsDone: rows, uploadKey: key, finishedAt: ctx.now, leaseUntil: null })
      .where(isHeld(leased)),
    assertRowsChanged(ctx.db),
    ctx.db
      .update(uploads)
      .set({ storedAt: ctx.now, size, attachedTo: `export:${leased.id}` })
      .where(eq(uploads.key, key)),
    assertRowsChanged(ctx.db),
    ...(next ? [nextPart(ctx, leased, next)] : await readyStatements(ctx, leased, { key, name })),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}

/** Queues the part that follows, in the batch that finishes this one: a killed worker leaves neither or both. */
const nextPart = (ctx: Context, { ownerId, kind }: HeldExport, search: ExportRow["search"]) =>
  ctx.db
    .insert(exports)
    .values({ id: newId(ctx.now), ownerId, kind, search, state: "waiting", rowsTotal: 0, createdAt: ctx.now });

async function readyStatements(ctx: Context, leased: HeldExport, { key, name }: Pick<FinishedFile, "key" | "name">) {
  const isEverything = leased.kind === "everything";
  return [
    ...notifyStatements(ctx, {
      recipients: { users: [leased.ownerId] },
      type: "EXPORT",
      typeSystemId: isEverything ? ALL_DATA : key,
      description: isEverything ? "The export of all data is ready" : `Your data is ready: ${name}`,
      dedupeKey: `export:${leased.id}`,
    }),
    ...(await dataMail(ctx, leased)),
  ];
}

/** People wait for their data outside of the portal. */
async function dataMail(ctx: Context, { id, kind, ownerId }: HeldExport) {
  const owner = await mailRecipient(ctx, ownerId);
  if (!owner) return [];
  return mailStatements(ctx, {
    to: owner.email,
    ...composeMail(ctx, "dataReady", {
      firstName: owner.firstName,
      values: {},
      action: {
        label: "Download",
        url: ctx.siteUrl + (kind === "everything" ? paths.dataSettings() : paths.export(id)),
      },
    }),
    dedupeKey: `export:${id}`,
  });
}

/** Marks the export as failed, which its page shows. The sweep deletes a partial file. */
export async function failExport(ctx: Context, leased: HeldExport): Promise<void> {
  await ctx.db.update(exports).set({ state: "failed", finishedAt: ctx.now, leaseUntil: null }).where(isHeld(leased));
}

/** Releases the lease after a temporary fault, so the next worker can retry. */
export async function releaseExport(ctx: Context, leased: HeldExport): Promise<void> {
  await ctx.db.update(exports).set({ state: "waiting", leaseUntil: null }).where(isHeld(leased));
}

/** Wakes the queue when an export waits, or its lease expired. Returns whether one did. */
export async function announceWaitingExports(ctx: Context): Promise<boolean> {
  authorize(ctx, "exports.make");
  const free = await ctx.db.select({ id: exports.id }).from(exports).where(isFree(ctx.now)).limit(1).get();
  if (free) await ctx.publish.exportsWaiting();
  return free !== undefined;
}
