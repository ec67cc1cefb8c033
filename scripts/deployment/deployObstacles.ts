import { PaymentsMisconfigured } from "~/domain/ports/paymentFailures";
import { paymentMode } from "~/integrations/paymentMode.server";
import { requiredValues } from "./deployPlan";
import { outgoingObstacles, variableIn } from "./outgoingObstacles";
import { previousSecrets } from "./partSecrets";
import { bindsOwnScanner, scannerObstacles } from "./scannerObstacles";

/** Reasons not to deploy, naming what is missing but never a value; empty when it may start. */
export function deployObstacles(env: NodeJS.ProcessEnv, configurations: Record<string, string>): string[] {
  const missing = requiredValues.filter((name) => !env[name]);
  const obstacles = missing.map((name) => `${name} is missing`);
  if (env.SITE_URL && !/^https:\/\/[^/]+$/.test(env.SITE_URL))
    obstacles.push("SITE_URL must be https://host, without a path or a final slash");
  for (const name of ["SESSION_SECRET", "CLICK_SECRET", ...previousSecrets])
    if (env[name] && env[name].length < 32) obstacles.push(`${name} must have at least 32 characters`);
  if (env.SESSION_SECRET && env.SESSION_SECRET === env.CLICK_SECRET)
    obstacles.push("CLICK_SECRET must differ from SESSION_SECRET, because the public referral Worker holds it");
  if (env.EVIDENCE_KEY && !/^MC4CAQAwBQYDK2VwBCIEI[0-9A-Za-z+/]{43}$/.test(env.EVIDENCE_KEY))
    obstacles.push("EVIDENCE_KEY is not an Ed25519 key in PKCS #8, as base64 in one line");
  const portal = configurations["wrangler.toml"];
  if (portal && !/^STAFF_TWO_FACTOR\s*=\s*"required"/m.test(portal))
    obstacles.push('wrangler.toml does not require two-factor sign-in of staff (STAFF_TWO_FACTOR = "required")');
  if (portal && !/^\[\[analytics_engine_datasets\]\]\nbinding = "LOGS"$/m.test(portal))
    obstacles.push("wrangler.toml binds no dataset that keeps the log ([[analytics_engine_datasets]], LOGS)");
  for (const [file, text] of Object.entries(configurations))
    if (/CARD_SANDBOX|card-sandbox|mail-catcher|web-sandbox|CLOCK/.test(text))
      obstacles.push(`${file} binds a stand-in of the local run`);
  for (const [file, text] of Object.entries(configurations))
    if (text.includes("00000000-0000-0000-0000-000000000000"))
      obstacles.push(`${file} does not name a database yet (database_id)`);
  const replyDomain = variableIn(configurations["workers/notifications/wrangler.toml"] ?? "", "REPLY_DOMAIN");
  if (replyDomain && !/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(replyDomain))
    obstacles.push("REPLY_DOMAIN of workers/notifications/wrangler.toml must be a host name in lower case");
  const mailWorker = configurations["workers/inbound-mail/wrangler.toml"];
  if (replyDomain && mailWorker && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(variableIn(mailWorker, "MAIL_SERVER")))
    obstacles.push('workers/inbound-mail/wrangler.toml does not check senders (MAIL_SERVER = "mx.cloudflare.net")');
  const isDeployed = (file: string) => file !== "workers/scanner/wrangler.toml" || bindsOwnScanner(portal ?? "");
  for (const [file, text] of Object.entries(configurations))
    if (isDeployed(file)) obstacles.push(...outgoingObstacles(file, text));
  obstacles.push(...scannerObstacles(env, configurations));
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
