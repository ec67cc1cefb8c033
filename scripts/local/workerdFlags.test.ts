import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Miniflare } from "miniflare";
import { afterEach, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "workerd-"));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("starts workerd with all V8 flags and the rest of its configuration", async () => {
  const requireOfMiniflare = createRequire(createRequire(import.meta.url).resolve("miniflare"));
  const workerd = (requireOfMiniflare("workerd") as { default: string }).default;
  const wrapper = join(folder, "workerd.sh");
  const filter = `"${process.execPath}" "${resolve("scripts/local/workerdFlags.mjs")}" --expose-gc --stack-trace-limit=3`;
  writeFileSync(wrapper, `#!/bin/bash\nexec "${workerd}" "$@" < <(${filter})\n`);
  chmodSync(wrapper, 0o755);
  vi.stubEnv("MINIFLARE_WORKERD_PATH", wrapper);
  const script = `const deep = (n) => (n ? deep(n - 1) : new Error("deep").stack.split("\\n").length - 1);
    export default { fetch: () => Response.json([typeof gc, deep(20)]) };`;
  const miniflare = new Miniflare({ cf: false, modules: true, script });
  try {
    expect(await (await miniflare.dispatchFetch("http://portal.test/")).json()).toEqual(["function", 3]);
  } finally {
    await miniflare.dispose();
  }
});
