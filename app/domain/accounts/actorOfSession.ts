import type { Actor, Context } from "../context";
import type { FoundSession } from "./findSession";

type TwoFactorPolicy = Pick<Context, "staffTwoFactor" | "settings">;

/** By the environment or the settings, whichever is stricter (rules.md settings/security). */
export const staffNeedTwoFactor = ({ staffTwoFactor, settings }: TwoFactorPolicy) =>
  staffTwoFactor === "required" || settings.security.staffTwoFactor === "required";

/**
 * The actor of a session. Staff who must still set up a second factor get only public and `beforeSetUp` permissions.
 */
export function actorOfSession(ctx: TwoFactorPolicy, found: FoundSession): Actor {
  const { session, user } = found;
  const due = staffNeedTwoFactor(ctx) && user.role === "ADMIN" && !found.twoFactor;
  const { photoKey: _photo, firstLogin: _first, ...person } = user;
  return session.impersonatorId
    ? { kind: "impersonated", user: person, adminId: session.impersonatorId, sessionId: session.id }
    : { kind: "user", user: person, sessionId: session.id, ...(due ? { setUpFirst: true as const } : {}) };
}
