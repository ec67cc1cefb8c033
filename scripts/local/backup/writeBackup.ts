import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../../package.json";
import { checkDatabase } from "../checkDatabase";
import { openStores } from "../openStores";
import { UNFINISHED_SEED } from "../seedState";
import { databaseFile, refuseForeignState } from "../stateStores";
import { copySqlite } from "./copySqlite";
import { filesBelow, type Manifest, SINGLE_FILES, writeManifest } from "./manifest";

const ATTEMPTS = 5;

/**
 * Copies a state folder into a new folder, also while a portal runs on it (docs/decisions/0037-recovery.md). The
 * database goes first, so that every file it names is in the later copy of the files. The card sandbox goes last, as
 * the card provider knows every payment of the portal. Throws an Error that says what to do.
 */
export async function writeBackup(stateDir: string, to: string): Promise<Manifest> {
  refuseForeignState(stateDir);
  if (!existsSync(databaseFile(stateDir)))
    throw new Error(`${stateDir} holds no portal. Choose its folder with STATE_DIR.`);
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new Error(`${to} holds files already. Choose a new folder with --to.`);
  // It holds the session secret.
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o700);
  try {
    const madeAt = new Date().toISOString();
    await copyFolder(stateDir, to, "d1");
    await copyFiles(stateDir, to);
    await copyFolder(stateDir, to, "do");
    for (const name of SINGLE_FILES)
      if (existsSync(join(stateDir, name))) copyFileSync(join(stateDir, name), join(to, name));
    return await writeManifest(to, { version, madeAt });
  } catch (error) {
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true, force: true });
    throw fullDisk(error) ? new Error(`The disk of ${to} is full. Free some space, or choose another folder.`) : error;
  }
}

const fullDisk = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOSPC";

/** Databases as of one moment each. Other files are written once, before the row that names them, so they follow. */
export async function copyFolder(stateDir: string, to: string, store: "d1" | "do" | "r2") {
  const folder = join(stateDir, store);
  if (!existsSync(folder)) return;
  const target = (path: string) => {
    const copy = join(to, store, path);
    mkdirSync(dirname(copy), { recursive: true });
    return copy;
  };
  for (const path of filesBelow(folder).filter((name) => name.endsWith(".sqlite")))
    await copySqlite(join(folder, path), target(path));
  // The sweep may have deleted it.
  for (const path of filesBelow(folder).filter((name) => !/\.sqlite(-\w+)?$/.test(name)))
    if (existsSync(join(folder, path))) copyFileSync(join(folder, path), target(path));
}

/** Copies the files again while the sweep deletes some of them. Checks database and files by reading all of both. */
async function copyFiles(stateDir: string, to: string) {
  for (let attempt = 1; ; attempt++) {
    await copyFolder(stateDir, to, "r2");
    const unreadable = await checkCopy(to);
    if (!unreadable) return;
    rmSync(join(to, "r2"), { recursive: true });
    if (attempt === ATTEMPTS)
      throw new Error(`The file ${unreadable} in ${join(stateDir, "r2")} cannot be read. Put a copy of it back.`);
  }
}

/** Throws for a damaged or half seeded database. Returns the key of a file that cannot be read, or null. */
async function checkCopy(to: string): Promise<string | null> {
  const stores = openStores(to);
  try {
    const database = await stores.database();
    await checkDatabase(database, databaseFile(to));
    if (await database.prepare("select 1 from sqlite_master where name = ?").bind(UNFINISHED_SEED).first())
      throw new Error("The portal is being seeded for the first time. Make the backup when it is ready.");
    const bucket = await stores.bucket();
    for (let cursor: string | undefined; ; ) {
      const page = await bucket.list({ cursor });
      for (const { key, size } of page.objects) {
        const bytes = await bucket
          .get(key)
          .then((object) => object?.arrayBuffer())
          .catch(() => undefined);
        if (bytes?.byteLength !== size) return key;
      }
      if (!page.truncated) return null;
      cursor = page.cursor;
    }
  } finally {
    await stores.close();
    // Derived from the log at every opening.
    for (const path of filesBelow(to)) if (path.endsWith(".sqlite-shm")) rmSync(join(to, path));
  }
}
