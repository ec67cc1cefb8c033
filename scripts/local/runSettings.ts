import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export interface RunSettings {
  port: number;
  /** One above `port`, bound to 127.0.0.1. */
  controlPort: number;
  /** Where the runtime's inspector listens on 127.0.0.1; closed when absent. */
  inspectorPort?: number;
  /** Absolute folder of D1, R2, Durable Objects and what else survives a restart. */
  stateDir: string;
  siteUrl: string;
  seed: "all" | "none";
  /** Variables of every Worker. */
  vars: Record<string, string>;
  /** Variables of the Workers that talk to the card provider. */
  paymentVars: Record<string, string>;
}

/** Kept between starts, else every restart would sign everybody out. */
function sessionSecret(stateDir: string) {
  const file = join(stateDir, "session-secret");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** A port from the environment; undefined when it is not set. */
function portFrom(name: string, value: string | undefined, max = 65_535) {
  if (!value) return undefined;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > max)
    throw new Error(`${name} must be a whole number from 1 to ${max}, not "${value}".`);
  return port;
}

/** Reads PORT, INSPECTOR_PORT, STATE_DIR, SITE_URL, SEED and what is handed on to the Workers. Throws an Error that names a bad value. */
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
  mkdirSync(stateDir, { recursive: true });
  const paymentNames = Object.keys(env).filter((name) => name === "PAYMENTS_MODE" || name.startsWith("STRIPE_"));
  return {
    port,
    controlPort: port + 1,
    inspectorPort,
    stateDir,
    siteUrl,
    seed,
    vars: {
      APP_ENV: env.APP_ENV || "development",
      SITE_URL: siteUrl,
      ...(env.STAFF_TWO_FACTOR ? { STAFF_TWO_FACTOR: env.STAFF_TWO_FACTOR } : {}),
      SESSION_SECRET: env.SESSION_SECRET || sessionSecret(stateDir),
    },
    paymentVars: Object.fromEntries(paymentNames.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  };
}
