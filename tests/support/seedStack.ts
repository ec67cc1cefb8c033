import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { type Db, openDb } from "~db/client.server";
import { runSeed, seedWorker } from "../../scripts/local/seedState";
import { databaseWorker, migrationStatements, openDatabaseOf } from "./database";
import { copySeededState } from "./seededState";
import { TEST_NOW } from "./testContext";

export interface SeedStack {
  db: Db;
  files: R2Bucket;
  /** Seeds the stores at TEST_NOW; returns the duration in ms. */
  seed(what: "all" | "none"): Promise<number>;
  dispose(): Promise<void>;
}

const persistIn = (folder: string) => ({ d1Persist: join(folder, "d1"), r2Persist: join(folder, "r2") });

async function openStack(persist: Partial<MiniflareOptions>) {
  const workers = [await seedWorker(), databaseWorker("portal")];
  const miniflare = new Miniflare({ cf: false, workers, ...persist } as MiniflareOptions);
  const { binding, dispose } = await openDatabaseOf(miniflare);
  const stack: SeedStack = {
    db: openDb(binding),
    // Miniflare uses its own copy of the Workers types.
    files: (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket,
    seed: async (what) => {
      const started = performance.now();
      await runSeed(miniflare, { what, now: TEST_NOW, siteUrl: "http://localhost:8788" });
      return performance.now() - started;
    },
    dispose,
  };
  return { stack, binding };
}

/** Empty stores with all migrations applied, and the seed Worker. */
export async function openSeedStack(persist: Partial<MiniflareOptions> = {}): Promise<SeedStack> {
  const { stack, binding } = await openStack(persist);
  await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  return stack;
}

/** Stores that are seeded with everything at TEST_NOW. The seed is made once for all tests. */
export async function openSeededStack(): Promise<SeedStack> {
  const folder = mkdtempSync(join(tmpdir(), "seeded-stores-"));
  await copySeededState("seeded-stores", folder, async (made) => {
    const empty = await openSeedStack(persistIn(made));
    await empty.seed("all").finally(() => empty.dispose());
  });
  const { stack } = await openStack(persistIn(folder));
  return {
    ...stack,
    async dispose() {
      await stack.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
