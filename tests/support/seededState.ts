import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { until } from "./until";

const KEPT = resolve(".portal-test/seeded");
/** What a seeded state is made of. */
const SOURCES = ["app", "db", "migrations", "scripts", "workers"];
/** The seed tells of days up to today: one that is kept longer would begin to tell of the past. */
const KEPT_MS = 60 * 60_000;
const SEEDED_WITHIN_MS = 240_000;

/** Changes with every file that may have a part in the seed. */
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
 * Fills a state folder with the seed, which is made once for all tests and copied: it takes longer than everything else of
 * a start. `seedInto` starts a portal over a folder and stops it once it is ready.
 */
export async function copySeededState(stateDir: string, seedInto: (stateDir: string) => Promise<void>) {
  const key = sourcesKey();
  const kept = join(KEPT, key);
  const making = `${kept}.making`;
  const isFresh = () => existsSync(kept) && Date.now() - statSync(kept).mtimeMs < KEPT_MS;
  if (!isFresh() && takeTurn(making)) {
    try {
      for (const old of readdirSync(KEPT)) if (!old.startsWith(key)) rmSync(join(KEPT, old), { recursive: true });
      rmSync(kept, { recursive: true, force: true });
      await seedInto(join(making, "state"));
      renameSync(join(making, "state"), kept);
      // Its age is counted from here.
      writeFileSync(join(kept, "kept"), "");
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  await until("the seeded state", () => isFresh() || !existsSync(making), SEEDED_WITHIN_MS);
  if (!isFresh()) throw new Error("The seeded state could not be made; the test that tried it says why");
  cpSync(kept, stateDir, { recursive: true });
}

/** Whether this process makes it; tests run side by side. */
function takeTurn(making: string): boolean {
  mkdirSync(KEPT, { recursive: true });
  // Left by a run that was stopped.
  if (existsSync(making) && Date.now() - statSync(making).mtimeMs > SEEDED_WITHIN_MS)
    rmSync(making, { recursive: true, force: true });
  try {
    mkdirSync(making);
    return true;
  } catch {
    return false;
  }
}
