import { existsSync, readFileSync } from "node:fs";
import { fingerprintFile, sourceFingerprint } from "./sourceFingerprint";

/** Builds when the sources changed since the last build. Returns whether it did. */
export async function buildIfChanged(): Promise<boolean> {
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, "utf8") === sourceFingerprint()) return false;
  // Loading the build's tools takes a fifth of a start.
  const { build } = await import("./build");
  await build();
  return true;
}
