import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { databaseFile, refuseForeignState } from "./stateStores";

/** As many as the portal itself asks for. */
const SECRET_CHARACTERS = 32;

export interface RunSettings {
  port: number;
  /** One above `port`, bound to 127.0.0.1. */
  controlPort: number;
  /** Where the runtime's inspector listens on 127.0.0.1; closed when absent. */
  inspectorPort?: number;
  /** Absolute folder of D1, R2, Durable Objects and what else survives a restart. */
  stateDir: string;
  siteUrl: string;
  /** Keeps a copy of a seeded state as it was at the start, for POST /reset of the control port. */
  resettable: boolean;
  seed: "all" | "none";
  /** Variables of every Worker. */
  vars: Record<string, string>;
  /** Signing secrets, of which each Worker gets its own. */
  secrets: Record<string, string>;
  /** Variables of the Workers that talk to the card provider. */
  paymentVars: Record<string, string>;
}

/** Kept between starts, else every restart would sign everybody out. Throws an Error that names an unusable file. */
function sessionSecret(stateDir: string) {
  const file = join(stateDir, "session-secret");
  const stored = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (stored.length >= SECRET_CHARACTERS) return stored;
  if (existsSync(file) && existsSync(databaseFile(stateDir)))
    throw new Error(
      `${file} is cut off. Put a copy of it back, or delete it to have a new one made: everybody has to sign in again and set up two-factor sign-in again.`,
    );
  const made = randomBytes(32).toString("base64url");
  // Renaming is atomic: a full disk or a kill leaves no file that is half written.
  try {
    writeFileSync(`${file}.new`, made, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new Error(`${file} cannot be written. Free some space, or choose another folder with STATE_DIR.`, {
      cause: error,
    });
  }
  return made;
}

/** The local run has one secret to keep, so the others are derived from it. */
const clickSecretFrom = (secret: string) => createHmac("sha256", secret).update("click secret").digest("base64url");

/** PKCS #8 of an Ed25519 key up to its 32 secret bytes. */
const ED25519_PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const evidenceKeyFrom = (secret: string) =>
  Buffer.concat([ED25519_PKCS8, createHmac("sha256", secret).update("evidence key").digest()]).toString("base64");

/** A port from the environment; undefined when it is not set. */
function portFrom(name: string, value: string | undefined, max = 65_535) {
  if (!value) return undefined;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > max)
    throw new Error(`${name} must be a whole number from 1 to ${max}, not "${value}".`);
  return port;
}

/**
 * Reads PORT, INSPECTOR_PORT, STATE_DIR, SITE_URL, SEED and what is handed on to the Workers. Throws an Error that
 * names a bad value.
 */
export function runSettings(env: NodeJS.ProcessEnv): RunSettings {
  // The control port is the one above.
  const port = portFrom("PORT", env.PORT, 65_534) ?? 8788;
  const inspectorPort = portFrom("INSPECTOR_PORT", env.INSPECTOR_PORT);
  if (inspectorPort === port || inspectorPort === port + 1)
    throw new Error(`INSPECTOR_PORT must differ from PORT and PORT + 1, which the portal uses.`);
  const siteUrl = (env.SITE_URL || `http://localhost:${port}`).replace(/\/+$/, "");
  if (!/^https?:\/\//.test(siteUrl) || !URL.canParse(siteUrl))
    throw new Error(`SITE_URL must be an http or https address, not "${env.SITE_URL}".`);
  const seed = env.SEED || "all";
  if (seed !== "all" && seed !== "none") throw new Error(`SEED must be "all" or "none", not "${env.SEED}".`);
  const stateDir = resolve(env.STATE_DIR || ".portal");
  refuseForeignState(stateDir);
  mkdirSync(stateDir, { recursive: true });
  const SESSION_SECRET = env.SESSION_SECRET || sessionSecret(stateDir);
  const paymentNames = Object.keys(env).filter((name) => name === "PAYMENTS_MODE" || name.startsWith("STRIPE_"));
  return {
    port,
    controlPort: port + 1,
    inspectorPort,
    stateDir,
    siteUrl,
    resettable: env.RESETTABLE === "on",
    seed,
    vars: {
      APP_ENV: env.APP_ENV || "development",
      SITE_URL: siteUrl,
      STAFF_TWO_FACTOR: env.STAFF_TWO_FACTOR || "optional",
      // The local run needs no network.
      BREACHED_PASSWORDS: env.BREACHED_PASSWORDS || "off",
      READ_REPLICAS: env.READ_REPLICAS || "off",
      REPLY_DOMAIN: env.REPLY_DOMAIN || "reply.example.com",
      // No server checks the senders of POST /mail/inbound.
      MAIL_SERVER: env.MAIL_SERVER || "off",
    },
    secrets: {
      SESSION_SECRET,
      CLICK_SECRET: env.CLICK_SECRET || clickSecretFrom(SESSION_SECRET),
      EVIDENCE_KEY: env.EVIDENCE_KEY || evidenceKeyFrom(SESSION_SECRET),
      ...(env.SESSION_SECRET_PREVIOUS ? { SESSION_SECRET_PREVIOUS: env.SESSION_SECRET_PREVIOUS } : {}),
      ...(env.CLICK_SECRET_PREVIOUS ? { CLICK_SECRET_PREVIOUS: env.CLICK_SECRET_PREVIOUS } : {}),
    },
    paymentVars: Object.fromEntries(paymentNames.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  };
}
