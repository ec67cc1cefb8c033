import { once } from "node:events";
import { connect, type SecureVersion } from "node:tls";

/** Old versions need old ciphers, which this library leaves out by default. */
const ANY_CIPHER = "ALL@SECLEVEL=0";

async function accepts(site: URL, version: SecureVersion, ca?: string): Promise<boolean> {
  const host = site.hostname;
  const socket = connect({
    ...{ host, port: Number(site.port || 443), ca, ciphers: ANY_CIPHER, timeout: 10_000 },
    servername: host,
    ...{ minVersion: version, maxVersion: version },
  });
  try {
    return await once(socket, "secureConnect").then(
      () => true,
      () => false,
    );
  } finally {
    socket.destroy();
  }
}

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
 * The problems of a site's edge: old TLS versions that it accepts, no trusted certificate, or answers without https.
 * The zone decides this, not the code. For tests, `ca` is a certificate to trust besides the public ones, and `plain`
 * the origin without https.
 */
export async function edgeProblems(
  siteUrl: string,
  { ca, plain }: { ca?: string; plain?: string } = {},
): Promise<string[]> {
  const site = new URL(siteUrl);
  const current = (await accepts(site, "TLSv1.3", ca)) || (await accepts(site, "TLSv1.2", ca));
  if (!current) return [`${site.host} has no TLS 1.2 or 1.3 with a trusted certificate`];
  const old = ["TLSv1", "TLSv1.1"] as const;
  const accepted = await Promise.all(old.map((version) => accepts(site, version, ca)));
  return [
    ...old.filter((_, at) => accepted[at]).map((version) => `${site.host} accepts ${version}`),
    ...(await unencryptedProblems(plain ?? `http://${site.hostname}`)),
  ];
}
