import { Miniflare } from "miniflare";
import { type Db, openDb } from "~db/client.server";
import { runSeed, seedWorker } from "../../scripts/local/seedState";
import { migrationStatements } from "./database";
import { TEST_NOW } from "./testContext";

export interface SeedStack {
  db: Db;
  files: R2Bucket;
  /** Seeds the stores at TEST_NOW; returns the duration in ms. */
  seed(what: "all" | "none"): Promise<number>;
  dispose(): Promise<void>;
}

/** Empty stores with all migrations applied, and the seed Worker. */
export async function openSeedStack(): Promise<SeedStack> {
  const miniflare = new Miniflare({ cf: false, workers: [await seedWorker()] });
  // Miniflare uses its own copy of the Workers types.
  const binding = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  return {
    db: openDb(binding),
    files: (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket,
    seed: async (what) => {
      const started = performance.now();
      await runSeed(miniflare, { what, now: TEST_NOW, siteUrl: "http://localhost:8788" });
      return performance.now() - started;
    },
    dispose: () => miniflare.dispose(),
  };
}
