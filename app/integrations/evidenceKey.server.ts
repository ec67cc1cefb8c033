import type { EvidenceKey } from "~/domain/ports/evidence";

export interface EvidenceEnv {
  /** Ed25519 private key: PKCS #8 (DER) in base64. */
  EVIDENCE_KEY?: string;
  /** Public keys of replaced ones (`x` in base64url), separated by spaces. They stay in the JWK set. */
  EVIDENCE_OLD_KEYS?: string;
}

/** Signs manifests of evidence, and knows every key that one may be signed with. */
export interface EvidenceSigner {
  /** Identifies the key in use. */
  kid: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
  publicKeys: EvidenceKey[];
}

const X = /^[0-9A-Za-z_-]{43}$/;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** The key with its thumbprint as its id (RFC 7638). Throws for text that is no public key. */
async function publicKey(x: string): Promise<EvidenceKey> {
  if (!X.test(x)) throw new Error("EVIDENCE_OLD_KEYS has an entry that is no Ed25519 public key");
  const members = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  const kid = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(members)));
  return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid, x };
}

/** Opens the configured key. Throws when EVIDENCE_KEY is missing or no Ed25519 key. */
export async function evidenceSigner({ EVIDENCE_KEY, EVIDENCE_OLD_KEYS = "" }: EvidenceEnv): Promise<EvidenceSigner> {
  if (!EVIDENCE_KEY) throw new Error("EVIDENCE_KEY is not set");
  const key = await crypto.subtle.importKey("pkcs8", bytesOf(EVIDENCE_KEY), "Ed25519", true, ["sign"]);
  const { x = "" } = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  const current = await publicKey(x);
  const old = await Promise.all(EVIDENCE_OLD_KEYS.split(/\s+/).filter(Boolean).map(publicKey));
  return {
    kid: current.kid,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign("Ed25519", key, bytes as BufferSource)),
    publicKeys: [current, ...old.filter(({ kid }) => kid !== current.kid)],
  };
}
