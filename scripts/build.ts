import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { buildInvoiceFonts } from "./invoiceFonts";
import { fingerprintFile, sourceFingerprint } from "./sourceFingerprint";
import { buildWebFonts } from "./webFonts";
import { buildWorkerConfigs } from "./workerConfigs";
import { configurationOf, partExists, parts, portalDirectory } from "./workerParts";

const runFile = promisify(execFile);
/** Always a production build: a test runner sets its own NODE_ENV, and React would follow it. */
const run = (command: string, args: string[]) =>
  runFile(command, args, { maxBuffer: 1 << 26, env: { ...process.env, NODE_ENV: "production" } });

/** Output of Remix's build. */
const serverDirectory = "build/server";

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
  await buildWorkerConfigs();
  await Promise.all(
    parts.filter(partExists).map((part) =>
      run("npx", [
        "wrangler",
        "deploy",
        "--dry-run",
        "--minify",
        "-c",
        configurationOf(part),
        "--outdir",
        // Absolute, because wrangler resolves paths from the configuration's folder.
        resolve(`build/workers/${part}`),
      ]),
    ),
  );
  writeFileSync(fingerprintFile, fingerprint);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await build();
