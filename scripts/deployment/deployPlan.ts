import { readFileSync } from "node:fs";
import { partExists } from "../workerParts";
import { partSecrets, previousSecrets } from "./partSecrets";
import { PREVIEW_FOLDER, previewFileOf } from "./preview";
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

/**
 * The production Workers, each after those that it binds by name. Card sandbox, mail catcher and web sandbox are never
 * deployed, the scanner where it is bound.
 */
export const workers = ["scanner", "billing", "notifications", "inbound-mail", "linkwatch", "referral"] as const;

/** Required environment values of a deployment. */
export const requiredValues = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", ...partSecrets.portal, "EVIDENCE_KEY"];

const wrangler = (title: string, args: string[], secrets?: readonly string[]): DeployStep => ({
  title,
  command: "npx",
  args: ["wrangler", ...args],
  ...(secrets ? { secrets } : {}),
});

const databaseOf = (preview: boolean) => (preview ? "portal-preview" : "portal");
const configOf = (preview: boolean) => (preview ? ["-c", previewFileOf("wrangler.toml")] : []);

/** Stores the hash of a set-up token while the portal has no super admin. */
export const setUpStep = (statement: string, preview = false): DeployStep =>
  wrangler("Set-up address", [
    ...["d1", "execute", databaseOf(preview), "--remote", "--command", statement],
    ...configOf(preview),
  ]);

/**
 * The commands of a deployment in order: what the database lacks, build, migrations, Workers, Pages. Migrations come
 * first, so old code must work with the new schema. Pages comes after the Workers, because it binds them by name. A
 * preview has its own database, Workers and branch.
 */
export function deployPlan(portal = readFileSync("wrangler.toml", "utf8"), preview = false): DeployStep[] {
  const needsScanner = !preview && bindsOwnScanner(portal);
  const secrets = [...partSecrets.portal, ...previousSecrets];
  const ofPages = ["--project-name", "portal"];
  return [
    wrangler("Migrations to apply", [
      "d1",
      "migrations",
      "list",
      databaseOf(preview),
      "--remote",
      ...configOf(preview),
    ]),
    { title: "Build", command: "npm", args: ["run", "build"] },
    wrangler("Migrations", ["d1", "migrations", "apply", databaseOf(preview), "--remote", ...configOf(preview)]),
    ...workers
      .filter((part) => partExists(part) && (part !== "scanner" || needsScanner))
      .flatMap((part) => {
        const file = `workers/${part}/wrangler.toml`;
        const config = preview ? previewFileOf(file) : file;
        return [
          wrangler(`Worker ${part}`, ["deploy", "--minify", "-c", config]),
          ...(partSecrets[part].length > 0
            ? [wrangler(`Secrets of ${part}`, ["secret", "bulk", "-c", config], partSecrets[part])]
            : []),
        ];
      }),
    ...(preview
      ? [
          wrangler("Secrets of the portal", ["pages", "secret", "bulk", ...ofPages, "--env", "preview"], secrets),
          wrangler("Portal", [
            ...["pages", "deploy", "../build/client", "--cwd", PREVIEW_FOLDER],
            ...[...ofPages, "--branch", "preview"],
          ]),
        ]
      : [
          wrangler("Secrets of the portal", ["pages", "secret", "bulk", ...ofPages], secrets),
          wrangler("Portal", ["pages", "deploy", "build/client", ...ofPages, "--branch", "main"]),
          // Cloudflare's own host name, where a preview runs, has no settings.
          { title: "TLS of the site", command: "npx", args: ["tsx", "scripts/checkEdge.ts"] },
        ]),
  ];
}
