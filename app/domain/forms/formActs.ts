import { and, eq, gte, lt } from "drizzle-orm";
import { formAnswers, history } from "~db/schema";
import type { StoredFormAnswer } from "~db/schema/forms";
import { authorize } from "../access";
import type { Context } from "../context";

export type { StoredFormAnswer } from "~db/schema/forms";

/** One save of a form. */
export interface FormAct {
  /** `{key}/{number of earlier acts}/{hash of the content}`. */
  id: string;
  /** The history entry that the save wrote; none when it writes none. */
  historyId: string | null;
  /** Missing while the save is being answered, and when the process was stopped before that. */
  answer: StoredFormAnswer | null;
}

/** What the form with this key saved so far, in that order. One round trip. */
export async function findFormActs(ctx: Context, key: string): Promise<FormAct[]> {
  authorize(ctx, "account.frame");
  // '0' is the character after '/'.
  const [from, to] = [`${key}/`, `${key}0`];
  const [entries, answers] = await ctx.db.batch([
    ctx.db
      .select({ act: history.formKey, historyId: history.id })
      .from(history)
      .where(and(gte(history.formKey, from), lt(history.formKey, to))),
    ctx.db
      .select({ act: formAnswers.id, answer: formAnswers.answer })
      .from(formAnswers)
      .where(and(gte(formAnswers.id, from), lt(formAnswers.id, to))),
  ]);
  const acts = new Map<string, FormAct>();
  for (const { act, historyId } of entries) if (act) acts.set(act, { id: act, historyId, answer: null });
  for (const { act, answer } of answers)
    acts.set(act, { id: act, historyId: acts.get(act)?.historyId ?? null, answer });
  return [...acts.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Keeps the answer to a saved form for the same form sent again. */
export async function keepFormAnswer(ctx: Context, act: string, answer: StoredFormAnswer): Promise<void> {
  authorize(ctx, "account.frame");
  await ctx.db.insert(formAnswers).values({ id: act, answer, createdAt: ctx.now }).onConflictDoNothing();
}

/** Frees the act of a form that wrote to the history and then failed, so that it can be sent again. */
export async function releaseForm(ctx: Context, act: string): Promise<void> {
  authorize(ctx, "account.frame");
  await ctx.db.update(history).set({ formKey: null }).where(eq(history.formKey, act));
}
