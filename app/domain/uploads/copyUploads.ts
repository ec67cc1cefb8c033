import { and, isNotNull, sql } from "drizzle-orm";
import { writeTogether } from "~db/client.server";
import { uploads } from "~db/schema";
import { type Context, userOf } from "../context";
import { newUploadKey } from "./fileAddress";

/**
 * Own copies of stored files, belonging to nothing yet: rows first, then the objects, then the commit (quality R5), so
 * what is left half done is swept. Answers the new key of each; a file whose object is gone has none.
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
  const made = rows.map((row) => ({
    ...row,
    key: newUploadKey(),
    ownerId: userOf(ctx.actor)?.id ?? null,
    createdAt: ctx.now,
    storedAt: null,
    attachedTo: null,
  }));
  await writeTogether(
    ctx.db,
    made.map((row) => ctx.db.insert(uploads).values(row)),
  );
  for (const [index, row] of rows.entries()) {
    const copy = made[index]!;
    const object = await ctx.files.get(row.key);
    if (!object) continue;
    await ctx.files.put(copy.key, await bytesOf(object), copy.contentType);
    copies.set(row.key, copy.key);
  }
  const stored = [...copies.values()];
  if (stored.length)
    await ctx.db
      .update(uploads)
      .set({ storedAt: ctx.now })
      .where(sql`${uploads.key} in (select value from json_each(${JSON.stringify(stored)}))`);
  return copies;
}

/** One object at a time: the largest is 20 MB. */
async function bytesOf({ body, size }: { body: ReadableStream<Uint8Array>; size: number }) {
  const bytes = new Uint8Array(size);
  const reader = body.getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, at);
    at += value.byteLength;
  }
}
