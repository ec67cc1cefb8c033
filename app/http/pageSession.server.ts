import { ABSOLUTE_MS } from "~/domain/accounts/sessionLimits";
import { type SessionProof, writeProof } from "~/domain/accounts/sessionSecret";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";

export const setSessionCookie = (portal: PortalRequest, proof: SessionProof) =>
  setPortalCookie(portal, "session", writeProof(proof), ABSOLUTE_MS / 1000);

export const clearSessionCookie = (portal: PortalRequest) => setPortalCookie(portal, "session", "", 0);
