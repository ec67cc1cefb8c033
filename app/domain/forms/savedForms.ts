import { eq } from "drizzle-orm";
import { formAnswers, history } from "~db/schema";
import type { FormAnswer } from "~db/schema/forms";
import { authorize } from "../access";
import type { Context } from "../context";

export type { FormAnswer } from "~db/schema/forms";

export interface SavedForm {
  /** The history entry that the form wrote; none when its save writes none. */
  historyId: string | null;
  /** Missing while the save is still being answered, and when the process ended in between. */
  stored: { digest: string; answer: FormAnswer } | null;
}

/** What a form with this key saved before, or null. One round trip. */
export async function findSavedForm(ctx: Context, key: string): Promise<SavedForm | null> {
  authorize(ctx, "account.frame");
  const [entries, answers] = await ctx.db.batch([
    ctx.db.select({ id: history.id }).from(history).where(eq(history.formKey, key)),
    ctx.db
      .select({ digest: formAnswers.digest, answer: formAnswers.answer })
      .from(formAnswers)
      .where(eq(formAnswers.id, key)),
  ]);
  if (!entries[0] && !answers[0]) return null;
  return { historyId: entries[0]?.id ?? null, stored: answers[0] ?? null };
}

/** Keeps the answer to a saved form for the same form sent again. */
export async function keepFormAnswer(ctx: Context, key: string, digest: string, answer: FormAnswer): Promise<void> {
  authorize(ctx, "account.frame");
  await ctx.db.insert(formAnswers).values({ id: key, digest, answer, createdAt: ctx.now }).onConflictDoNothing();
}

/** Frees the key of a form that wrote to the history and then failed, so that it can be sent again. */
export async function releaseForm(ctx: Context, key: string): Promise<void> {
  authorize(ctx, "account.frame");
  await ctx.db.update(history).set({ formKey: null }).where(eq(history.formKey, key));
}
