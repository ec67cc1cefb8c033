import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import { atomicBatch, type BatchStatement } from "~db/client.server";
import { uploads } from "~db/schema";
import type { Context } from "../context";

interface KeptFile {
  /** Default a new one. A key that is stored already is this file. */
  key?: string;
  kind: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** A scanner found it free of malware. */
  scanned?: boolean;
  ownerId: string | null;
  /** What uses it from the first. Where `provided` does not hold by then, it stays an orphan for the sweep. */
  attachTo?: { what: string; provided?: SQL };
  /** Written with the commit. */
  also?: BatchStatement[];
}

/**
 * Keeps a file: row, object and commit in that order, so that a kill in between shows nothing and the sweep finds it
 * (rules.md uploads/commit). Answers its key.
 */
export async function keepFile(ctx: Context, file: KeptFile): Promise<string> {
  const { key = randomKey(), kind, name, contentType, bytes, scanned = false, ownerId, attachTo, also = [] } = file;
  const begun = await ctx.db
    .insert(uploads)
    .values({ key, kind, fileName: name, contentType, size: bytes.byteLength, ownerId, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning({ key: uploads.key });
  if (begun.length === 0 && (await isStored(ctx, key))) return key;
  await ctx.files.put(key, bytes, contentType, scanned);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(uploads)
      .set({ storedAt: ctx.now, attachedTo: attachTo?.what ?? null })
      .where(and(eq(uploads.key, key), attachTo?.provided)),
    ...also,
  ]);
  return key;
}

const isStored = (ctx: Context, key: string) =>
  ctx.db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.key, key), isNotNull(uploads.storedAt)))
    .get();

/** 24 random bytes: an address that is not guessed. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
