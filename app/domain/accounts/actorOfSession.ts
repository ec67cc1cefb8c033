import type { Actor } from "../context";
import type { FoundSession } from "./findSession";

/** The actor that a session stands for. */
export function actorOfSession({ session, user }: FoundSession): Actor {
  const { photoKey: _photo, firstLogin: _first, ...person } = user;
  return session.impersonatorId
    ? { kind: "impersonated", user: person, adminId: session.impersonatorId, sessionId: session.id }
    : { kind: "user", user: person, sessionId: session.id };
}
