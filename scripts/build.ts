import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { buildInvoiceFonts } from "./invoiceFonts";
import { sourceFingerprint } from "./sourceFingerprint";

const run = promisify(execFile);
export const parts = ["referral", "notifications", "billing", "card-sandbox", "mail-catcher"] as const;
export type Part = (typeof parts)[number];

const fingerprintFile = "build/fingerprint";

/** Whether a Worker has both its configuration and its code. */
export const partExists = (part: Part) =>
  existsSync(`workers/${part}/wrangler.toml`) && existsSync(`workers/${part}/index.ts`);

/** Builds what production deploys, with the tools that deploy it: Remix, the Pages Function, and every Worker. */
export async function build() {
  for (const stale of [fingerprintFile, "build/portal", "build/workers"])
    rmSync(stale, { recursive: true, force: true });
  mkdirSync("build", { recursive: true });
  const fingerprint = sourceFingerprint();
  await run("npx", ["remix", "vite:build"], { maxBuffer: 1 << 26 });
  await run("npx", [
    "wrangler",
    "pages",
    "functions",
    "build",
    "functions",
    "--outdir",
    "build/portal",
    "--minify",
    "--compatibility-date",
    "2026-04-24",
    "--compatibility-flags",
    "nodejs_compat",
    "--build-output-directory",
    "build/client",
  ]);
  await buildInvoiceFonts();
  await Promise.all(
    parts.filter(partExists).map((part) =>
      run("npx", [
        "wrangler",
        "deploy",
        "--dry-run",
        "--minify",
        "-c",
        `workers/${part}/wrangler.toml`,
        "--outdir",
        // Absolute: wrangler would take it from the folder of the configuration.
        resolve(`build/workers/${part}`),
      ]),
    ),
  );
  writeFileSync(fingerprintFile, fingerprint);
}

/** Builds when the sources differ from what build/ was made of; answers whether it did. */
export async function buildIfChanged(): Promise<boolean> {
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, "utf8") === sourceFingerprint()) return false;
  await build();
  return true;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await build();
