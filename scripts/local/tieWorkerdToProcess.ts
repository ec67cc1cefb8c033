import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/**
 * Makes Miniflare start workerd through `workerd.sh`, so that a killed portal leaves no process on its port, with the
 * flags of `workerdFlags.mjs`. Does nothing without bash, `setpriv` or `setsid` (util-linux).
 */
export function tieWorkerdToProcess() {
  const missing = ["bash", "setpriv", "setsid"].some((tool) => spawnSync(tool, ["--version"]).status !== 0);
  if (missing || process.env.MINIFLARE_WORKERD_PATH) return;
  const requireOfMiniflare = createRequire(createRequire(import.meta.url).resolve("miniflare"));
  process.env.WORKERD = (requireOfMiniflare("workerd") as { default: string }).default;
  process.env.NODE = process.execPath;
  process.env.MINIFLARE_WORKERD_PATH = resolve("scripts/local/workerd.sh");
}
