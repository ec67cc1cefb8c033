import type { BreachedPasswords } from "~/domain/ports/breachedPasswords";
import { logWarning } from "./log.server";
import { type OutgoingEnv, outgoingFetch } from "./outgoing.server";

interface BreachedPasswordsEnv extends OutgoingEnv {
  /** The base of the range API of Have I Been Pwned; "off" or absent: no check. */
  BREACHED_PASSWORDS?: string;
}

/** A person waits for the answer. */
const TIMEOUT_MS = 2_000;
const PREFIX_LENGTH = 5;

/** The service sorts by SHA-1; nothing is protected by it. */
async function sha1(text: string) {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/**
 * Asks a range API: it learns five characters of the password's hash, and its padded answer hides which range that was.
 * A service that is silent for two seconds or fails stops no one, and writes a warning.
 */
export function breachedPasswords(env: BreachedPasswordsEnv): BreachedPasswords | undefined {
  const base = env.BREACHED_PASSWORDS;
  if (!base || base === "off") return undefined;
  const send = outgoingFetch(env);
  return {
    async includes(password) {
      const hash = await sha1(password);
      try {
        const answer = await send(`${base}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
          headers: { "Add-Padding": "true", "User-Agent": "portal" },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (answer.status !== 200) throw new Error(`The service answered ${answer.status}`);
        const rest = `${hash.slice(PREFIX_LENGTH)}:`;
        const line = (await answer.text()).split("\n").find((one) => one.startsWith(rest));
        // Padding has the count 0.
        return Number(line?.slice(rest.length) ?? 0) > 0;
      } catch (error) {
        logWarning("a password was not checked against breaches", error);
        return false;
      }
    },
  };
}
