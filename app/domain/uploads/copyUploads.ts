import { and, isNotNull, sql } from "drizzle-orm";
import { uploads } from "~db/schema";
import { type Context, userOf } from "../context";
import { keepFile } from "./keepFile";

/**
 * Copies stored files and returns old keys mapped to new ones; files whose object is missing are left out. Copies
 * start unattached, so the sweep removes unfinished work (rules.md uploads/commit). Copies one file at a time,
 * because a file can be 20 MB.
 */
export async function copyUploads(ctx: Context, keys: readonly string[]): Promise<Map<string, string>> {
  const copies = new Map<string, string>();
  if (keys.length === 0) return copies;
  const rows = await ctx.db
    .select()
    .from(uploads)
    .where(
      and(sql`${uploads.key} in (select value from json_each(${JSON.stringify(keys)}))`, isNotNull(uploads.storedAt)),
    );
  const ownerId = userOf(ctx.actor)?.id ?? null;
  for (const { key, kind, fileName: name, contentType } of rows) {
    const object = await ctx.files.get(key);
    if (!object) continue;
    const bytes = await bytesOf(object);
    copies.set(key, await keepFile(ctx, { kind, name, contentType, bytes, scanned: object.scanned, ownerId }));
  }
  return copies;
}

export async function bytesOf({ body, size }: { body: ReadableStream<Uint8Array>; size: number }) {
  const bytes = new Uint8Array(size);
  const reader = body.getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, at);
    at += value.byteLength;
  }
}
