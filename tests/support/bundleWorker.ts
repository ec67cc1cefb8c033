import { build } from "esbuild";

/** Bundles a Worker's code for Miniflare. Import paths in `code` resolve from the project root. */
export async function bundleWorker(code: string): Promise<string> {
  const result = await build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "error",
  });
  return result.outputFiles[0]!.text;
}
