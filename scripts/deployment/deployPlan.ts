import { partExists } from "../build";

export interface DeployStep {
  title: string;
  command: string;
  args: string[];
  /** Names of values that the command reads as JSON on standard input: arguments are visible to other processes. */
  secrets?: readonly string[];
}

const stripeSecrets = ["REGULAR", "CUSTOM"].flatMap((account) =>
  ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"].map((key) => `STRIPE_${account}_${key}`),
);
const common = ["SITE_URL", "SESSION_SECRET"];

/** Configuration of each production Worker. Card sandbox and mail catcher are never deployed. */
const workers = [
  { part: "notifications", secrets: common },
  // It has no sessions and signs nothing.
  { part: "billing", secrets: ["SITE_URL", ...stripeSecrets] },
  { part: "referral", secrets: common },
] as const;

const portalSecrets = [...common, ...stripeSecrets];

/** Required environment values of a deployment. */
export const requiredValues = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", ...portalSecrets];

const wrangler = (title: string, args: string[], secrets?: readonly string[]): DeployStep => ({
  title,
  command: "npx",
  args: ["wrangler", ...args],
  ...(secrets ? { secrets } : {}),
});

/**
 * The commands of a deployment in order: build, migrations, Workers, Pages. Migrations come first, so old code must
 * work with the new schema. Pages comes last, because it binds the Workers by name.
 */
export function deployPlan(): DeployStep[] {
  return [
    { title: "Build", command: "npm", args: ["run", "build"] },
    wrangler("Migrations", ["d1", "migrations", "apply", "portal", "--remote"]),
    ...workers
      .filter(({ part }) => partExists(part))
      .flatMap(({ part, secrets }) => {
        const config = `workers/${part}/wrangler.toml`;
        return [
          wrangler(`Worker ${part}`, ["deploy", "--minify", "-c", config]),
          wrangler(`Secrets of ${part}`, ["secret", "bulk", "-c", config], secrets),
        ];
      }),
    wrangler("Secrets of the portal", ["pages", "secret", "bulk", "--project-name", "portal"], portalSecrets),
    wrangler("Portal", ["pages", "deploy", "build/client", "--project-name", "portal", "--branch", "main"]),
  ];
}
