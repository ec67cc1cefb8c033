import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";
import { NotFound, staleRecord } from "../errors";

/** Matches clients only: no team accounts, no deleted clients. */
export const isClientWithId = (id: string) =>
  and(eq(users.id, id), eq(users.role, "CUSTOMER"), isNull(users.deletedAt));

/** The client to change. Throws NotFound, and Conflict for a stale version (rules.md forms/version). */
export async function storedClient(ctx: Context, { id, version }: { id: string; version?: number }) {
  const { passwordHash, ...client } = (await ctx.db.select().from(users).where(isClientWithId(id)).get()) ?? missing();
  if (version !== undefined && version !== client.version) throw staleRecord();
  return { ...client, passwordSet: passwordHash !== null };
}
export type StoredClient = Awaited<ReturnType<typeof storedClient>>;

function missing(): never {
  throw new NotFound();
}
