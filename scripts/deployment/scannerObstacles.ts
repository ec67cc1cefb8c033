import { variableIn } from "./outgoingObstacles";

/** The Worker of workers/scanner, as wrangler.toml binds it. */
const OWN_SCANNER = "portal-scanner";
/** What the configuration has to say when no scanner is bound. */
const ACCEPTED = "We accept uploads that are not scanned for malware.";

const boundScanner = (toml: string) =>
  /^\[\[services\]\]\nbinding = "FILE_SCANNER"\nservice = "([^"]+)"/m.exec(toml)?.[1];

/** Whether a deployment includes the Worker of workers/scanner. */
export const bindsOwnScanner = (portal: string) => boundScanner(portal) === OWN_SCANNER;

/** Reasons not to deploy that concern malware in uploads. */
export function scannerObstacles(env: NodeJS.ProcessEnv, configurations: Record<string, string>): string[] {
  const portal = configurations["wrangler.toml"];
  if (portal === undefined) return [];
  const accepted = variableIn(portal, "UNSCANNED_UPLOADS");
  // Files also come by email.
  const notifications = configurations["workers/notifications/wrangler.toml"];
  if (notifications !== undefined && boundScanner(notifications) !== boundScanner(portal))
    return ["workers/notifications/wrangler.toml must bind the same scanner (FILE_SCANNER) as wrangler.toml, or none"];
  if (!boundScanner(portal))
    return accepted === ACCEPTED
      ? []
      : [
          `wrangler.toml binds no scanner of uploads (FILE_SCANNER); without one, set UNSCANNED_UPLOADS = "${ACCEPTED}"`,
        ];
  if (accepted) return ["wrangler.toml binds a scanner of uploads and has UNSCANNED_UPLOADS; remove one"];
  if (!bindsOwnScanner(portal)) return [];
  const file = "workers/scanner/wrangler.toml";
  const address = variableIn(configurations[file] ?? "", "SCANNER_URL");
  return [
    ...(address === "" || address.includes(".invalid/")
      ? [`${file} does not name the scanner yet (SCANNER_URL, OUTGOING_ORIGINS)`]
      : []),
    ...((env.SCANNER_TOKEN ?? "").length < 32 ? ["SCANNER_TOKEN is missing, or has fewer than 32 characters"] : []),
  ];
}
