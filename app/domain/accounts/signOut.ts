import { authorize } from "../access";
import type { Context } from "../context";
import { endSession } from "./endSession";

/** Ends the session that asks, on the server: the cookie or tokens are worth nothing afterwards (quality S2). */
export async function signOut(ctx: Context): Promise<void> {
  authorize(ctx, "account.signOut");
  if (ctx.actor.kind !== "user" && ctx.actor.kind !== "impersonated") return;
  const { user, sessionId } = ctx.actor;
  await endSession(ctx, sessionId, "signed out");
  ctx.after(() => ctx.publish.sessionEnded(user.id, sessionId));
}
