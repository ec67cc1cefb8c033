import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Builds the browser script of the card sandbox into the text that its Worker serves (as JSON, so that it is bundled). */
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
  // Renamed when whole: several test suites may build it at once.
  const whole = `${path}.${process.pid}`;
  writeFileSync(whole, JSON.stringify(outputFiles[0]!.text));
  renameSync(whole, path);
}

if (import.meta.url === `file://${process.argv[1]}`) await buildStripeJs();
