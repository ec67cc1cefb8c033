import { build } from "esbuild";

/** A Worker's code as one module, for Miniflare. `code` may import files of the project by their path from its root. */
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
