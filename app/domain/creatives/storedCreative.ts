import { and, eq } from "drizzle-orm";
import { creatives } from "~db/schema";
import type { Context } from "../context";
import { Invalid, NotFound, staleRecord } from "../errors";
import { visibleCreatives } from "./visibleCreatives";

export type Creative = typeof creatives.$inferSelect;

export const creativeHolder = (id: string) => `creative:${id}`;

/** Loads a creative the actor can see. Throws NotFound. */
export async function storedCreative(ctx: Context, id: string): Promise<Creative> {
  const row = await ctx.db
    .select()
    .from(creatives)
    .where(and(visibleCreatives(ctx), eq(creatives.id, id)))
    .get();
  if (!row) throw new NotFound();
  return row;
}

/** True when the actor can see the creative, and so read its file. */
export async function isVisibleCreative(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(visibleCreatives(ctx), eq(creatives.id, id)))
    .get();
  return row !== undefined;
}

/**
 * Loads the row for an update. Throws NotFound, Invalid without a version and Conflict for a stale one (rules.md
 * forms/version).
 */
export async function creativeToChange(ctx: Context, id: string, version: number | undefined): Promise<Creative> {
  const row = await storedCreative(ctx, id);
  if (version === undefined) throw new Invalid("Version is required", "version");
  if (version !== row.version) throw staleRecord();
  return row;
}
