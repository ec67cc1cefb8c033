import { asc, eq } from "drizzle-orm";
import { deadLetters } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";

export type DeadLetter = typeof deadLetters.$inferSelect;

const MAX_ROWS = 100;

/** Messages that wait for a person, the oldest 100. */
export async function findDeadLetters(ctx: Context): Promise<DeadLetter[]> {
  authorize(ctx, "deadLetters.manage");
  return await ctx.db
    .select()
    .from(deadLetters)
    .where(eq(deadLetters.state, "open"))
    .orderBy(asc(deadLetters.receivedAt), asc(deadLetters.id))
    .limit(MAX_ROWS);
}

/** Throws NotFound. */
export async function findDeadLetter(ctx: Context, id: string): Promise<DeadLetter> {
  authorize(ctx, "deadLetters.manage");
  const letter = await ctx.db.select().from(deadLetters).where(eq(deadLetters.id, id)).get();
  if (!letter) throw new NotFound();
  return letter;
}
