import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Holds the fingerprint of the last build. */
export const fingerprintFile = "build/fingerprint";

/** Everything a build reads. */
export const sources = [
  "app",
  "db",
  "public",
  "workers",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
  "scripts/browserStandIns.ts",
  "scripts/build.ts",
  "scripts/buildStripeJs.ts",
  "scripts/cardMarks.ts",
  "scripts/commonChunks.ts",
  "scripts/compactManifest.ts",
  "scripts/css",
  "scripts/iconSprite.ts",
  "scripts/invoiceFonts.ts",
  "scripts/serverStandIns.ts",
  "scripts/stripeResources.ts",
  "scripts/webFonts.ts",
  "scripts/workerConfigs.ts",
  "scripts/workerParts.ts",
];

function* filesIn(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name));
}

/** A hash of the contents of all sources. Modification times are unreliable after a checkout or a deletion. */
export function sourceFingerprint(): string {
  const hash = createHash("sha256");
  for (const source of sources)
    for (const file of filesIn(source)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
