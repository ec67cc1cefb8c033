import type { Actor, Context } from "../context";
import type { FoundSession } from "./findSession";

/** The actor that a session stands for. Staff who still have to set up a second factor may do little else until then. */
export function actorOfSession(ctx: Pick<Context, "staffTwoFactor">, found: FoundSession): Actor {
  const { session, user } = found;
  const due = ctx.staffTwoFactor === "required" && user.role === "ADMIN" && !found.twoFactor;
  const { photoKey: _photo, firstLogin: _first, ...person } = user;
  return session.impersonatorId
    ? { kind: "impersonated", user: person, adminId: session.impersonatorId, sessionId: session.id }
    : { kind: "user", user: person, sessionId: session.id, ...(due ? { setUpFirst: true as const } : {}) };
}
