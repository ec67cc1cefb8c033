import type { EvidenceDesk } from "~/domain/ports/evidence";

export const EVIDENCE_KEYS_PATH = "/.well-known/portal-evidence.json";

/** The public keys that evidence is signed with, as a JWK set (docs/evidence.md). */
export async function evidenceKeys(desk: EvidenceDesk): Promise<Response> {
  return Response.json(
    { keys: await desk.publicKeys() },
    { headers: { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=3600" } },
  );
}
