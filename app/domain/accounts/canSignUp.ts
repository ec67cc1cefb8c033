import { and, eq, isNull } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { TooMany } from "../errors";
import { SignUpInput } from "./accountInputs";
import { consumeRateLimit } from "./consumeRateLimit";

const Details = SignUpInput.omit({ password: true });

/**
 * True when the typed details make a new account: names, and an address without an account. Counts as a sign-up attempt,
 * because it reveals the same as 'User Already exists' (rules.md accounts/known-address); above that limit it is false.
 */
export async function canSignUp(ctx: Context, typed: unknown): Promise<boolean> {
  authorize(ctx, "account.signUp");
  const details = Details.safeParse(typed);
  if (!details.success) return false;
  try {
    await consumeRateLimit(ctx, "signUp");
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
  const known = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailFolded, foldText(details.data.email)), isNull(users.deletedAt)))
    .get();
  return known === undefined;
}
