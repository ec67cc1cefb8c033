import { authorize } from "../access";
import type { Context } from "../context";

/** No upload has a key of this shape. */
const KEY = "health/check";

/**
 * Writes, reads and deletes one small object, so that a failing object store is noticed before a client uploads
 * (rules.md operations/alerts). Throws when one of them fails.
 */
export async function checkFiles(ctx: Context): Promise<void> {
  authorize(ctx, "files.sweep");
  await ctx.files.put(KEY, new TextEncoder().encode(String(ctx.now)), "text/plain");
  const object = await ctx.files.get(KEY);
  if (!object) throw new Error("The object store lost an object");
  await new Response(object.body).arrayBuffer();
  await ctx.files.delete([KEY]);
}
