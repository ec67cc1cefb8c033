import { readFileSync } from "node:fs";
import { partExists } from "../build";
import { partSecrets, previousSecrets } from "./partSecrets";
import { bindsOwnScanner } from "./scannerObstacles";

export interface DeployStep {
  title: string;
  command: string;
  args: string[];
  /**
   * Names of values that the command reads as JSON on standard input, because arguments are visible to other processes.
   * Values that are not set are left out.
   */
  secrets?: readonly string[];
}

/** The production Workers, each after those that it binds by name. Card sandbox and mail catcher are never deployed, the scanner where it is bound. */
export const workers = ["billing", "notifications", "referral", "scanner"] as const;

/** Required environment values of a deployment. */
export const requiredValues = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", ...partSecrets.portal];

const wrangler = (title: string, args: string[], secrets?: readonly string[]): DeployStep => ({
  title,
  command: "npx",
  args: ["wrangler", ...args],
  ...(secrets ? { secrets } : {}),
});

/**
 * The commands of a deployment in order: build, migrations, Workers, Pages. Migrations come first, so old code must
 * work with the new schema. Pages comes after the Workers, because it binds them by name.
 */
export function deployPlan(portal = readFileSync("wrangler.toml", "utf8")): DeployStep[] {
  return [
    { title: "Build", command: "npm", args: ["run", "build"] },
    wrangler("Migrations", ["d1", "migrations", "apply", "portal", "--remote"]),
    ...workers
      .filter((part) => partExists(part) && (part !== "scanner" || bindsOwnScanner(portal)))
      .flatMap((part) => {
        const config = `workers/${part}/wrangler.toml`;
        return [
          wrangler(`Worker ${part}`, ["deploy", "--minify", "-c", config]),
          wrangler(`Secrets of ${part}`, ["secret", "bulk", "-c", config], partSecrets[part]),
        ];
      }),
    wrangler(
      "Secrets of the portal",
      ["pages", "secret", "bulk", "--project-name", "portal"],
      [...partSecrets.portal, ...previousSecrets],
    ),
    wrangler("Portal", ["pages", "deploy", "build/client", "--project-name", "portal", "--branch", "main"]),
    { title: "TLS of the site", command: "npx", args: ["tsx", "scripts/checkEdge.ts"] },
  ];
}
