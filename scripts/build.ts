import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { buildInvoiceFonts } from "./invoiceFonts";
import { sourceFingerprint } from "./sourceFingerprint";
import { buildWebFonts } from "./webFonts";

const runFile = promisify(execFile);
/** Always a production build: a test runner sets its own NODE_ENV, and React would follow it. */
const run = (command: string, args: string[]) =>
  runFile(command, args, { maxBuffer: 1 << 26, env: { ...process.env, NODE_ENV: "production" } });
export const parts = [
  "referral",
  "notifications",
  "inbound-mail",
  "billing",
  "linkwatch",
  "scanner",
  "card-sandbox",
  "mail-catcher",
  "web-sandbox",
] as const;
export type Part = (typeof parts)[number];

/** Output of Remix's build. */
const serverDirectory = "build/server";

/** Where Pages looks for a project's Worker. Never sent to a browser. */
export const portalDirectory = "build/client/_worker.js";

const fingerprintFile = "build/fingerprint";

/** True when a Worker has both its configuration and its code. */
export const partExists = (part: Part) =>
  existsSync(`workers/${part}/wrangler.toml`) && existsSync(`workers/${part}/index.ts`);

/**
 * Places the Worker of the Pages project: the modules of the server's build, index.js first. Modules behind a dynamic
 * import are evaluated on first use; a start only reads their text. pages.js is Remix's own build, for tests.
 */
function placePortalWorker() {
  mkdirSync(portalDirectory, { recursive: true });
  for (const name of readdirSync(serverDirectory).filter((file) => file.endsWith(".js") && file !== "pages.js"))
    cpSync(join(serverDirectory, name), join(portalDirectory, name));
}

/** Builds what production deploys: browser files, the portal, and every Worker with the tool that deploys it. */
export async function build() {
  for (const stale of [fingerprintFile, "build/client", "build/workers"])
    rmSync(stale, { recursive: true, force: true });
  mkdirSync("build", { recursive: true });
  const fingerprint = sourceFingerprint();
  await buildWebFonts();
  await run("npx", ["remix", "vite:build"]);
  placePortalWorker();
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
        // Absolute, because wrangler resolves paths from the configuration's folder.
        resolve(`build/workers/${part}`),
      ]),
    ),
  );
  writeFileSync(fingerprintFile, fingerprint);
}

/** Builds when the sources changed since the last build. Returns whether it did. */
export async function buildIfChanged(): Promise<boolean> {
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, "utf8") === sourceFingerprint()) return false;
  await build();
  return true;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await build();
