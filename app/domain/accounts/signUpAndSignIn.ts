import { foldText } from "~db/foldText";
import type { Arrival } from "../attribution/decideAttribution";
import type { Context } from "../context";
import type { SignUpInput } from "./accountInputs";
import { signUp } from "./signUp";
import { type SignedIn, startVerifiedSession } from "./startVerifiedSession";

/**
 * Creates a customer account and starts its first session. Throws as signUp does. When only the session fails, calls
 * `onFailure` and returns null: the account exists.
 */
export async function signUpAndSignIn(
  ctx: Context,
  input: SignUpInput,
  { arrival, timeZone }: { arrival: Arrival; timeZone: string | null },
  onFailure: (error: unknown) => void,
): Promise<SignedIn | null> {
  const { userId } = await signUp(ctx, input, arrival, timeZone);
  const account = { id: userId, emailFolded: foldText(input.email), role: "CUSTOMER", firstLogin: true } as const;
  try {
    return await startVerifiedSession(ctx, account, "page", { by: "Sign-up" });
  } catch (error) {
    onFailure(error);
    return null;
  }
}
