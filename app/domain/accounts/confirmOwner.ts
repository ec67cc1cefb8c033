import { eq } from "drizzle-orm";
import { sessions } from "~db/schema";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { checkOwnPassword } from "./checkOwnPassword";

/** After a sign-in as recent as this, the password is not asked for again. */
const RECENT_MS = 5 * 60_000;
const PASSWORD_NEEDED = "Enter your password, or sign in again first";

/** True when a change of sign-in needs no password, because the actor has just signed in. */
export async function signedInRecently({ db, actor, now }: Context): Promise<boolean> {
  if (actor.kind !== "user") return false;
  const session = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
    .get();
  return session !== undefined && now < session.createdAt + RECENT_MS;
}

/**
 * Requires the password or a sign-in of the last five minutes, so a stolen session is not enough. Throws Invalid on
 * `password`, TooMany.
 */
export async function confirmOwner(ctx: Context, userId: string, password?: string): Promise<void> {
  if (password) return await checkOwnPassword(ctx, userId, password, "password");
  if (!(await signedInRecently(ctx))) throw new Invalid(PASSWORD_NEEDED, "password");
}
