import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { until } from "./until";

const CACHES = resolve(".portal-test");
/** The folders that affect the seed. */
const SOURCES = ["app", "db", "migrations", "scripts", "workers"];
/** The seed's dates end today, so an old cache would be outdated. */
const CACHE_MS = 60 * 60_000;
const SEEDED_WITHIN_MS = 360_000;

/** A hash over every file that may affect the seed. */
function sourcesKey() {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of files.sort()) hash.update(`${file} ${statSync(file).size} ${statSync(file).mtimeMs}\n`);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Copies the seed into a folder. The seed is made once for all tests, because it is the slowest part of a start.
 * `cache` is the name of the kind of seed. `seedInto` makes it in a folder, which nothing has open afterwards.
 */
export async function copySeededState(
  cache: "seeded" | "seeded-stores",
  stateDir: string,
  seedInto: (stateDir: string) => Promise<void>,
) {
  const key = sourcesKey();
  const folder = join(CACHES, cache);
  const cached = join(folder, key);
  const lockDir = `${cached}.making`;
  const isFresh = () => existsSync(cached) && Date.now() - statSync(cached).mtimeMs < CACHE_MS;
  if (!isFresh() && acquireLock(lockDir)) {
    try {
      for (const old of readdirSync(folder)) if (!old.startsWith(key)) rmSync(join(folder, old), { recursive: true });
      rmSync(cached, { recursive: true, force: true });
      await seedInto(join(lockDir, "state"));
      renameSync(join(lockDir, "state"), cached);
      // Resets the age of the cache.
      writeFileSync(join(cached, "kept"), "");
    } finally {
      rmSync(lockDir, { recursive: true, force: true });
    }
  }
  await until("the seeded state", () => isFresh() || !existsSync(lockDir), { deadlineMs: SEEDED_WITHIN_MS });
  if (!isFresh()) throw new Error("The seeded state could not be made; see the test that tried to make it");
  cpSync(cached, stateDir, { recursive: true });
}

/** True if this process gets the lock to make the seed; tests run in parallel. */
function acquireLock(lockDir: string): boolean {
  mkdirSync(dirname(lockDir), { recursive: true });
  // Remove a stale lock of an aborted run.
  if (existsSync(lockDir) && Date.now() - statSync(lockDir).mtimeMs > SEEDED_WITHIN_MS)
    rmSync(lockDir, { recursive: true, force: true });
  try {
    mkdirSync(lockDir);
    return true;
  } catch {
    return false;
  }
}
