import { once } from "node:events";
import { connect, type SecureVersion } from "node:tls";

/** Old versions need old ciphers, which this library leaves out by default. */
const ANY_CIPHER = "ALL@SECLEVEL=0";

/**
 * Suites of TLS 1.2 that a site must not accept; those of TLS 1.3 all encrypt with authentication and forward secrecy.
 */
const weakSuites = [
  // Everything but GCM, CCM and ChaCha20: CBC, RC4, 3DES, no encryption.
  { what: "CBC or older encryption", ciphers: "ALL:eNULL:!AESGCM:!AESCCM:!CHACHA20:!ARIAGCM:@SECLEVEL=0" },
  { what: "keys without forward secrecy", ciphers: "kRSA:@SECLEVEL=0" },
];

interface Offer {
  minVersion: SecureVersion;
  maxVersion: SecureVersion;
  ciphers?: string;
}

/** The TLS version that a site chooses from an offer; null when it accepts none of it. */
async function chosen(site: URL, offer: Offer, ca?: string): Promise<string | null> {
  const host = site.hostname;
  const socket = connect({
    host,
    port: Number(site.port || 443),
    ca,
    ciphers: ANY_CIPHER,
    timeout: 10_000,
    servername: host,
    ...offer,
  });
  try {
    return await once(socket, "secureConnect").then(
      () => socket.getProtocol(),
      () => null,
    );
  } finally {
    socket.destroy();
  }
}

const accepts = async (site: URL, version: SecureVersion, { ca, ciphers }: { ca?: string; ciphers?: string }) =>
  (await chosen(site, { minVersion: version, maxVersion: version, ...(ciphers ? { ciphers } : {}) }, ca)) !== null;

/** What a request without https must get: pages and files lead to https, programs are refused. */
const unencrypted = [
  { path: "/signin", wanted: 301 },
  { path: "/assets/none", wanted: 301 },
  { path: "/api/user/countries", wanted: 421 },
];

async function unencryptedProblems(origin: string): Promise<string[]> {
  const answers = await Promise.all(
    unencrypted.map(async ({ path, wanted }) => {
      const status = await fetch(origin + path, { redirect: "manual" }).then(
        (answer) => answer.status,
        () => null,
      );
      // No answer at all is safe too.
      return status === null || status === wanted ? [] : [`${origin}${path} answers ${status} instead of ${wanted}`];
    }),
  );
  return answers.flat();
}

/**
 * The problems of a site's edge: old TLS versions and weak suites that it accepts, TLS 1.3 not preferred, no trusted
 * certificate, or answers without https. The zone decides this, not the code. For tests, `ca` is a certificate to trust
 * besides the public ones, and `plain` the origin without https.
 */
export async function edgeProblems(
  siteUrl: string,
  { ca, plain }: { ca?: string; plain?: string } = {},
): Promise<string[]> {
  const site = new URL(siteUrl);
  const preferred = await chosen(site, { minVersion: "TLSv1.2", maxVersion: "TLSv1.3" }, ca);
  if (!preferred) return [`${site.host} has no TLS 1.2 or 1.3 with a trusted certificate`];
  const old = ["TLSv1", "TLSv1.1"] as const;
  const accepted = await Promise.all(old.map((version) => accepts(site, version, { ca })));
  const weak = await Promise.all(weakSuites.map(({ ciphers }) => accepts(site, "TLSv1.2", { ca, ciphers })));
  return [
    ...old.filter((_, at) => accepted[at]).map((version) => `${site.host} accepts ${version}`),
    ...weakSuites.filter((_, at) => weak[at]).map(({ what }) => `${site.host} accepts ${what} in TLS 1.2`),
    ...(preferred === "TLSv1.3" ? [] : [`${site.host} does not choose TLS 1.3`]),
    ...(await unencryptedProblems(plain ?? `http://${site.hostname}`)),
  ];
}
