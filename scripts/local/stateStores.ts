import { closeSync, cpSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { damagedDatabase } from "./checkDatabase";

// Miniflare names a file by a hash of its Durable Object class and of the store's name ("portal", "portal-files").
const DATABASE = "d2aba7d791c478972ebaf4948c9d6336778bf85da6f86caf58011d60a1aca0ac";
const BUCKET = "55c0b4639c0340e858543feb883ec3ff8eb881256b607a666497f7740d9aec28";

const sqliteFiles = (name: string) => new RegExp(`^(${name}|metadata)\\.sqlite(-wal|-shm|-journal)?$`);

const STORES = ["d1", "r2", "do"];

/** What a portal writes into the stores of its state folder. Blobs are not listed: there may be many. */
const OWN_ENTRIES: Record<string, RegExp> = {
  d1: /^miniflare-D1DatabaseObject$/,
  "d1/miniflare-D1DatabaseObject": sqliteFiles(DATABASE),
  r2: /^(miniflare-R2BucketObject|portal-files)$/,
  "r2/miniflare-R2BucketObject": sqliteFiles(BUCKET),
  "r2/portal-files": /^blobs$/,
  do: /^portal-[a-z-]+-\w+$/,
};

export const databaseFile = (stateDir: string) => join(stateDir, `d1/miniflare-D1DatabaseObject/${DATABASE}.sqlite`);

/** Throws an Error that names the first file of the stores that is not a portal's. Writes nothing. */
export function refuseForeignState(stateDir: string) {
  for (const [folder, own] of Object.entries(OWN_ENTRIES)) {
    const foreign = entriesOf(join(stateDir, folder)).find((name) => !own.test(name));
    if (foreign !== undefined)
      throw new Error(
        `${stateDir} is not the state folder of a portal: it holds ${join(folder, foreign)}. Nothing in it was changed. Choose another folder with STATE_DIR.`,
      );
  }
}

function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  // A file where a folder belongs is reported by its own name.
  return statSync(folder).isDirectory() ? readdirSync(folder) : [""];
}

export const bucketFile = (stateDir: string) => join(stateDir, `r2/miniflare-R2BucketObject/${BUCKET}.sqlite`);

const SQLITE_HEADER = "SQLite format 3\0";

/** Throws an Error that names a store whose file is no database: the runtime would only report an internal error. */
export function refuseDamagedStores(stateDir: string) {
  for (const store of STORES.filter((name) => existsSync(join(stateDir, name))))
    for (const path of readdirSync(join(stateDir, store), { recursive: true, encoding: "utf8" })) {
      const file = join(stateDir, store, path);
      if (!path.endsWith(".sqlite")) continue;
      const start = Buffer.alloc(SQLITE_HEADER.length);
      const opened = openSync(file, "r");
      // SQLite makes an empty file a database.
      const size = readSync(opened, start);
      closeSync(opened);
      if (size > 0 && start.toString("latin1") !== SQLITE_HEADER) throw damagedDatabase(file, "not a database");
    }
}

/** Copies the stores of a state folder. No portal may have them open. */
export function copyStores(from: string, to: string) {
  for (const store of STORES.filter((name) => existsSync(join(from, name))))
    cpSync(join(from, store), join(to, store), { recursive: true });
}

/** Where a restore collects its files before it moves them into place, the database last. */
export const RESTORING = "restoring";

/** Throws an Error for a folder whose restore was interrupted: a start would seed it between restored files. */
export function refuseInterruptedRestore(stateDir: string) {
  if (existsSync(join(stateDir, RESTORING)) && !existsSync(databaseFile(stateDir)))
    throw new Error(
      `A restore into ${stateDir} was interrupted. Run it again, or choose another folder with STATE_DIR.`,
    );
}

/** Removes the stores of a state folder. The clock, the session secret and the folder itself stay. */
export function dropStores(stateDir: string) {
  refuseForeignState(stateDir);
  for (const store of [...STORES, RESTORING]) rmSync(join(stateDir, store), { recursive: true, force: true });
}
