const CARD_PROVIDER = "https://api.stripe.com";
/** Takes the files of answers to disputes. */
const CARD_PROVIDER_FILES = "https://files.stripe.com";

/** The value of a variable in a wrangler.toml; empty when it is missing. */
export const variableIn = (toml: string, name: string) =>
  new RegExp(`^${name}\\s*=\\s*"(.*)"`, "m").exec(toml)?.[1] ?? "";

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : address);

/** What each part sends requests to: its OUTGOING_ORIGINS must name these. */
function neededOrigins(file: string, toml: string): string[] {
  if (file === "wrangler.toml") return [CARD_PROVIDER, originOf(variableIn(toml, "BREACHED_PASSWORDS"))];
  if (file === "workers/scanner/wrangler.toml") return [originOf(variableIn(toml, "SCANNER_URL"))];
  return file === "workers/billing/wrangler.toml" ? [CARD_PROVIDER, CARD_PROVIDER_FILES] : [];
}

/** Reasons not to deploy that concern other systems: no check of passwords, or an allow-list that does not fit. */
export function outgoingObstacles(file: string, toml: string): string[] {
  if (file === "wrangler.toml" && !/^https:\/\/[^/]+$/.test(variableIn(toml, "BREACHED_PASSWORDS")))
    return ['wrangler.toml does not check passwords (BREACHED_PASSWORDS = "https://api.pwnedpasswords.com")'];
  const allowed = variableIn(toml, "OUTGOING_ORIGINS").split(/\s+/).filter(Boolean);
  const needed = neededOrigins(file, toml);
  return [
    ...needed
      .filter((origin) => !allowed.includes(origin))
      .map((origin) => `OUTGOING_ORIGINS of ${file} lacks ${origin}`),
    ...allowed
      .filter((origin) => !/^https:\/\/[^/]+$/.test(origin))
      .map((origin) => `OUTGOING_ORIGINS of ${file} has ${origin}, which is no https origin`),
  ];
}
