import { PaymentsMisconfigured, paymentMode } from "~/integrations/paymentMode.server";
import { requiredValues } from "./deployPlan";

/** Reasons not to deploy, naming what is missing but never a value; empty when it may start. */
export function deployObstacles(env: NodeJS.ProcessEnv, configurations: Record<string, string>): string[] {
  const missing = requiredValues.filter((name) => !env[name]);
  const obstacles = missing.map((name) => `${name} is missing`);
  if (env.SITE_URL && !/^https:\/\/[^/]+$/.test(env.SITE_URL))
    obstacles.push("SITE_URL must be https://host, without a path or a final slash");
  if (env.SESSION_SECRET && env.SESSION_SECRET.length < 32)
    obstacles.push("SESSION_SECRET must have at least 32 characters");
  for (const [file, text] of Object.entries(configurations))
    if (text.includes("00000000-0000-0000-0000-000000000000"))
      obstacles.push(`${file} does not name a database yet (database_id)`);
  const databases = new Set(Object.values(configurations).flatMap((text) => text.match(/^database_id\s*=.*$/gm) ?? []));
  if (databases.size > 1) obstacles.push("The wrangler.toml files name different databases (database_id)");
  if (!missing.some((name) => name.startsWith("STRIPE_"))) {
    try {
      paymentMode({ ...env, APP_ENV: "production" });
    } catch (error) {
      if (!(error instanceof PaymentsMisconfigured)) throw error;
      obstacles.push(error.message);
    }
  }
  return obstacles;
}
