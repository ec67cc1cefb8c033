import { and, eq, type SQL } from "drizzle-orm";
import { atomicBatch, type BatchStatement } from "~db/client.server";
import { uploads } from "~db/schema";
import type { Context } from "../context";

interface KeptFile {
  kind: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
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
  const key = randomKey();
  const { kind, name, contentType, bytes, ownerId, attachTo, also = [] } = file;
  await ctx.db
    .insert(uploads)
    .values({ key, kind, fileName: name, contentType, size: bytes.byteLength, ownerId, createdAt: ctx.now });
  await ctx.files.put(key, bytes, contentType);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(uploads)
      .set({ storedAt: ctx.now, attachedTo: attachTo?.what ?? null })
      .where(and(eq(uploads.key, key), attachTo?.provided)),
    ...also,
  ]);
  return key;
}

/** 24 random bytes: an address that is not guessed. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
