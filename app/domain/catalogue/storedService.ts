import { and, eq, isNull } from "drizzle-orm";
import { packages, services, uploads } from "~db/schema";
import type { Context } from "../context";
import { Invalid, NotFound, staleRecord } from "../errors";
import { usableUploads } from "../uploads/usableUploads";

/**
 * Loads the row for an update of a service or one of its parts. Throws NotFound, and Conflict for a stale `version`.
 */
export async function storedService(ctx: Context, id: string, version?: number) {
  const row = await ctx.db
    .select()
    .from(services)
    .where(and(eq(services.id, id), isNull(services.archivedAt)))
    .get();
  if (!row) throw new NotFound();
  if (version !== undefined && version !== row.version) throw staleRecord();
  return row;
}

/** Returns a package the service sells, or undefined. */
export const storedPackage = (ctx: Context, serviceId: string, id: string) =>
  ctx.db
    .select()
    .from(packages)
    .where(and(eq(packages.id, id), eq(packages.serviceId, serviceId), isNull(packages.archivedAt)))
    .get();

export interface HeldFile {
  key: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** Selects the files attached to a holder, for the caller's batch. */
export const filesHeldBy = (ctx: Context, attachedTo: string) =>
  ctx.db
    .select({ key: uploads.key, name: uploads.fileName, size: uploads.size })
    .from(uploads)
    .where(eq(uploads.attachedTo, attachedTo));

interface WantedUpload {
  /** The input that shows the error. */
  field: string;
  key: string;
  kind: string;
}

/**
 * Verifies that the actor may attach each key, with its kind, to `attachedTo`. Throws Invalid naming the failing
 * fields.
 */
export async function checkUploads(ctx: Context, wanted: WantedUpload[], attachedTo: string): Promise<void> {
  if (wanted.length === 0) return;
  const keys = wanted.map(({ key }) => key);
  const usable = await usableUploads(ctx, keys, { attachedTo });
  const refused = wanted.filter(({ key, kind }) => !usable.some((row) => row.key === key && row.kind === kind));
  if (refused.length === 0) return;
  const message = "This file is no longer available. Please upload it again.";
  throw new Invalid(message, Object.fromEntries(refused.map(({ field }) => [field, [message]])));
}
