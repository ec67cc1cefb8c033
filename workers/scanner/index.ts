import { logFault } from "~/integrations/log.server";
import { type OutgoingEnv, outgoingFetch } from "~/integrations/outgoing.server";

interface ScannerEnv extends OutgoingEnv {
  /** The address of `/v2/scan` of the image ajilaag/clamav-rest. */
  SCANNER_URL: string;
  /** What the proxy in front of it asks for. */
  SCANNER_TOKEN: string;
}

/** Below the portal's own limit, which would give no reason. */
const TIMEOUT_MS = 15_000;
const INFECTED = 406;

async function verdictOf(file: Blob, env: ScannerEnv): Promise<boolean> {
  const body = new FormData();
  body.set("file", file, "upload");
  const answer = await outgoingFetch(env)(env.SCANNER_URL, {
    method: "POST",
    headers: { Authorization: `Bearer ${env.SCANNER_TOKEN}` },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const results = await answer.json().catch(() => null);
  const statuses = Array.isArray(results) ? results.map((one: { Status?: unknown } | null) => one?.Status) : [];
  if (answer.status === INFECTED && statuses.includes("FOUND")) return false;
  if (answer.status === 200 && statuses.length === 1 && statuses[0] === "OK") return true;
  throw new Error(`The scanner answered ${answer.status} without a verdict`);
}

/** Translates the portal's question about one file into one to ClamAV (docs/deploy.md). Without a verdict 502. */
export default {
  async fetch(request, env) {
    try {
      const type = request.headers.get("Content-Type") ?? "";
      return Response.json({ clean: await verdictOf(new Blob([await request.arrayBuffer()], { type }), env) });
    } catch (error) {
      logFault(error);
      return new Response("No verdict", { status: 502 });
    }
  },
} satisfies ExportedHandler<ScannerEnv>;
