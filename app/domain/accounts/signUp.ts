import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { authorize } from "../access";
import { type Arrival, NO_ARRIVAL } from "../attribution/decideAttribution";
import type { Context } from "../context";
import { Conflict } from "../errors";
import type { SignUpInput } from "./accountInputs";
import { consumeRateLimit } from "./consumeRateLimit";
import { newAccount } from "./newAccount";

/** Fixed text; the checkout matches it (rules.md accounts/known-address). */
export const USER_EXISTS = "User Already exists";

/**
 * Creates a customer, see `newAccount`. `timeZone`: the zone of the browser or its network, if known. Throws Conflict
 * 'User Already exists' for a known address.
 */
export async function signUp(
  ctx: Context,
  input: SignUpInput,
  arrival: Arrival = NO_ARRIVAL,
  timeZone: string | null = null,
): Promise<{ userId: string }> {
  authorize(ctx, "account.signUp");
  await consumeRateLimit(ctx, "signUp");
  const account = await newAccount(ctx, input, { arrival, timeZone });
  if (!account) throw new Conflict(USER_EXISTS, "email");
  try {
    await atomicBatch(ctx.db, account.statements);
  } catch (error) {
    // Two parallel sign-ups with one address: the unique index rejects the second.
    if (isUniqueViolation(error)) throw new Conflict(USER_EXISTS, "email");
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return { userId: account.user.id };
}
