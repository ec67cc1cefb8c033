import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { claimState } from "../claimState";
import { seedProgress } from "../seedState";
import { databaseFile, dropStores, RESTORING, refuseForeignState } from "../stateStores";
import { type Manifest, SINGLE_FILES, verifiedManifest } from "./manifest";

/**
 * Puts a backup into an empty state folder. Every hash is compared before anything is written. The database is moved
 * into place last, so an interrupted restore is noticed and repeated. Throws an Error that says what to do.
 */
export async function restoreBackup(stateDir: string, from: string): Promise<Manifest> {
  const manifest = await verifiedManifest(from);
  refuseForeignState(stateDir);
  mkdirSync(stateDir, { recursive: true });
  await claimState(stateDir);
  if (existsSync(databaseFile(stateDir)) && (await seedProgress(stateDir)) === "done")
    throw new Error(
      `${stateDir} holds a portal's data, which a restore would replace. Choose an empty folder with STATE_DIR, or move ${stateDir} away first. Nothing was changed.`,
    );
  dropStores(stateDir);
  for (const name of SINGLE_FILES) rmSync(join(stateDir, name), { force: true });
  const restoring = join(stateDir, RESTORING);
  mkdirSync(restoring);
  for (const path of Object.keys(manifest.files)) {
    mkdirSync(dirname(join(restoring, path)), { recursive: true });
    cpSync(join(from, path), join(restoring, path));
  }
  for (const name of readdirSync(restoring).sort(databaseLast)) renameSync(join(restoring, name), join(stateDir, name));
  rmSync(restoring, { recursive: true });
  return manifest;
}

const databaseLast = (one: string, other: string) => Number(one === "d1") - Number(other === "d1");
