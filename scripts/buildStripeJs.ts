import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Bundles the card sandbox's browser script into the text that its Worker serves (as JSON, for bundling). */
export async function buildStripeJs(): Promise<void> {
  const path = fromRoot("build/card-sandbox/stripe.js.json");
  const { outputFiles } = await build({
    entryPoints: [fromRoot("workers/card-sandbox/browser/stripe.ts")],
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    write: false,
  });
  mkdirSync(fromRoot("build/card-sandbox"), { recursive: true });
  // Renamed when complete, because test suites may build it in parallel.
  const whole = `${path}.${process.pid}`;
  writeFileSync(whole, JSON.stringify(outputFiles[0]!.text));
  renameSync(whole, path);
}

if (import.meta.url === `file://${process.argv[1]}`) await buildStripeJs();
