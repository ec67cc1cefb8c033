import { ABSOLUTE_MS } from "~/domain/accounts/sessionLimits";
import { type SessionProof, writeProof } from "~/domain/accounts/sessionSecret";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";

/** Gives the browser its session. */
export const setSessionCookie = (portal: PortalRequest, proof: SessionProof) =>
  setPortalCookie(portal, "session", writeProof(proof), ABSOLUTE_MS / 1000);

/** Takes it away. */
export const clearSessionCookie = (portal: PortalRequest) => setPortalCookie(portal, "session", "", 0);
