import { join } from "node:path";
import { Miniflare } from "miniflare";

/** Opens the stores of a folder that no portal has open, until `close`. */
export function openStores(stateDir: string) {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: "export default {}",
    d1Databases: { DB: "portal" },
    r2Buckets: { FILES: "portal-files" },
    d1Persist: join(stateDir, "d1"),
    r2Persist: join(stateDir, "r2"),
  });
  // Miniflare types its proxies by its own copy of the Workers types.
  return {
    database: async () => (await miniflare.getD1Database("DB")) as unknown as D1Database,
    bucket: async () => (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket,
    close: () => miniflare.dispose(),
  };
}
