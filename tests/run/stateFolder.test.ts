import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "../../scripts/local/applyMigrations";
import { checkBucket, checkDatabase } from "../../scripts/local/checkDatabase";
import { claimState } from "../../scripts/local/claimState";
import { failureText } from "../../scripts/local/failureText";
import { openStores } from "../../scripts/local/openStores";
import { openPortalClock } from "../../scripts/local/portalClock";
import { runSettings } from "../../scripts/local/runSettings";
import { needsSeed, seed, seedWorker } from "../../scripts/local/seedState";
import { bucketFile, databaseFile } from "../../scripts/local/stateStores";
import { accountRow } from "../support/accountRow";
import { TEST_NOW } from "../support/testContext";
import { casesOf } from "../support/tier";

const root = mkdtempSync(join(tmpdir(), "state-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Bundled once, because that takes longer than a start. */
const seeder = seedWorker();
const aFolder = () => mkdtempSync(join(root, "folder-"));

/** Runs `work` with the open database of a state folder. */
async function withDatabase<T>(
  stateDir: string,
  work: (database: D1Database, miniflare: Miniflare) => Promise<T>,
): Promise<T> {
  const miniflare = new Miniflare({
    cf: false,
    workers: [await seeder],
    d1Persist: join(stateDir, "d1"),
    r2Persist: join(stateDir, "r2"),
  });
  try {
    return await work((await miniflare.getD1Database("DB")) as unknown as D1Database, miniflare);
  } finally {
    await miniflare.dispose();
  }
}

/** Migrates and seeds a folder like a first start; `tellProvider` is its last step. */
const firstStart = (stateDir: string, tellProvider = async () => {}) =>
  withDatabase(stateDir, async (database, miniflare) => {
    await applyMigrations(database);
    const what = "none";
    await seed({ miniflare, database, stateDir, tellProvider, what, now: TEST_NOW, siteUrl: "http://localhost:8788" });
    await database.prepare(accountRow("superadmin@example.com")).run();
  });

const emailsIn = (stateDir: string) =>
  withDatabase(stateDir, async (database) => {
    const { results } = await database.prepare("select email from users").all<{ email: string }>();
    return results.map(({ email }) => email);
  });

/** Every file below a folder with its bytes. */
const contentsOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => {
      const file = join(folder, path);
      return [path, statSync(file).isFile() ? readFileSync(file).toString("base64") : "folder"];
    });

let seeded: string;
beforeAll(async () => {
  seeded = aFolder();
  await firstStart(seeded);
});

function aSeededFolder() {
  const stateDir = aFolder();
  cpSync(seeded, stateDir, { recursive: true });
  return stateDir;
}

describe("a folder without its marker", () => {
  test("keeps a database that contains accounts and restores the marker", async () => {
    const stateDir = aSeededFolder();
    rmSync(join(stateDir, "seeded"));
    expect(await needsSeed(stateDir)).toBe(false);
    expect(existsSync(join(stateDir, "seeded"))).toBe(true);
    expect(await emailsIn(stateDir)).toEqual(["superadmin@example.com"]);
  });

  test("is emptied when the seed was interrupted", async () => {
    const stateDir = aFolder();
    const interrupted = firstStart(stateDir, async () => {
      throw new Error("interrupted");
    });
    await expect(interrupted).rejects.toThrow("interrupted");
    expect(await needsSeed(stateDir)).toBe(true);
    expect(existsSync(databaseFile(stateDir))).toBe(false);
  });

  test("is seeded when the start was interrupted after the migrations", async () => {
    const stateDir = aFolder();
    await withDatabase(stateDir, (database) => applyMigrations(database));
    expect(await needsSeed(stateDir)).toBe(true);
    expect(existsSync(databaseFile(stateDir))).toBe(true);
  });

  test("is refused when the database belongs to another project", async () => {
    const stateDir = aFolder();
    await withDatabase(stateDir, (database) => database.prepare("create table notes (id text)").run());
    await expect(needsSeed(stateDir)).rejects.toThrow(/\.sqlite is not one of a portal/);
  });
});

test("seeds a folder that has a marker and no database", async () => {
  const stateDir = aFolder();
  writeFileSync(join(stateDir, "seeded"), "none");
  expect(await needsSeed(stateDir)).toBe(true);
});

test.each([
  "d1/notes.txt",
  "r2/photo.jpg",
  "d1/miniflare-D1DatabaseObject/0123456789abcdef.sqlite",
  "r2/another-bucket/blobs/1",
  "do/counter/1.sqlite",
  "d1",
])("refuses a foreign folder with %s and keeps every byte", (path) => {
  const stateDir = aFolder();
  mkdirSync(dirname(join(stateDir, path)), { recursive: true });
  writeFileSync(join(stateDir, path), "mine");
  const before = contentsOf(stateDir);
  expect(() => runSettings({ STATE_DIR: stateDir })).toThrow(`${stateDir} is not the state folder of a portal`);
  expect(contentsOf(stateDir)).toEqual(before);
});

const damages: [string, (bytes: Buffer) => Buffer][] = [
  ["its header is overwritten", (bytes) => bytes.fill(0x41, 0, 16)],
  ["its second half is missing", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["its middle is overwritten", (bytes) => bytes.fill(0x41, 4096, bytes.length - 4096)],
];
test.each(casesOf(damages, damages[2]!))("reports a database with its file when %s", async (_, damage) => {
  const stateDir = aFolder();
  const file = databaseFile(stateDir);
  await withDatabase(stateDir, async (database) => {
    await database.prepare("create table padding (bytes blob)").run();
    // More than SQLite leaves in the write-ahead log.
    const rows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)";
    await database.prepare(`insert into padding ${rows} select randomblob(4000) from n`).run();
  });
  for (const log of ["-wal", "-shm"]) rmSync(file + log, { force: true });
  writeFileSync(file, damage(readFileSync(file)));
  await expect(withDatabase(stateDir, (database) => checkDatabase(database, file))).rejects.toThrow(
    `The database ${file} is damaged`,
  );
});

test.each([
  "r2/miniflare-R2BucketObject/metadata.sqlite",
  "d1/miniflare-D1DatabaseObject/metadata.sqlite",
  "do/portal-card-sandbox-SandboxWorld/cac32b71.sqlite",
])("reports %s by name when it is no database", async (path) => {
  const stateDir = aSeededFolder();
  mkdirSync(dirname(join(stateDir, path)), { recursive: true });
  writeFileSync(join(stateDir, path), "overwritten with other bytes");
  const before = contentsOf(stateDir);
  await expect(needsSeed(stateDir)).rejects.toThrow(`The database ${join(stateDir, path)} is damaged`);
  expect(contentsOf(stateDir)).toEqual(before);
});

test("reports a database that was cut to nothing instead of an empty portal", async () => {
  const stateDir = aSeededFolder();
  writeFileSync(databaseFile(stateDir), "");
  await expect(needsSeed(stateDir)).rejects.toThrow(`The database ${databaseFile(stateDir)} is damaged (empty)`);
});

test("reports an index of files that the runtime cannot read", async () => {
  const stateDir = aFolder();
  const withBucket = async (work: (bucket: R2Bucket) => Promise<void>) => {
    const stores = openStores(stateDir);
    await work(await stores.bucket()).finally(() => stores.close());
  };
  await withBucket(async (bucket) => void (await bucket.put("one", "bytes")));
  const file = bucketFile(stateDir);
  for (const log of ["-wal", "-shm"]) rmSync(file + log, { force: true });
  writeFileSync(file, readFileSync(file).fill(0x41, 16));
  await expect(withBucket((bucket) => checkBucket(bucket, file))).rejects.toThrow(`The database ${file} is damaged`);
});

describe("the text of a failed command", () => {
  test("names the folder of a full disk and what to do", () => {
    const error = new Error("The seed failed", { cause: new Error("database or disk is full: SQLITE_FULL") });
    const text = failureText(error, { STATE_DIR: "/data/portal" });
    expect(text).toMatch(/^The disk of \/data\/portal is full .* Free some space .* STATE_DIR/);
  });

  test("names the cause of a failed query", () => {
    const error = new Error("Failed query: select 1", { cause: new Error("no such table: users") });
    expect(failureText(error)).toBe("Failed query: select 1\nCause: no such table: users");
  });

  test("is the text of anything that was thrown", () => {
    expect([failureText("words"), failureText(new Error("one"))]).toEqual(["words", "one"]);
  });
});

describe("the session secret", () => {
  const secretIn = (stateDir: string) => join(stateDir, "session-secret");

  test("is kept between starts", () => {
    const stateDir = aFolder();
    const { SESSION_SECRET } = runSettings({ STATE_DIR: stateDir }).secrets;
    expect(runSettings({ STATE_DIR: stateDir }).secrets.SESSION_SECRET).toBe(SESSION_SECRET);
    expect(statSync(secretIn(stateDir)).mode & 0o777).toBe(0o600);
  });

  test("is not left empty by a full disk", () => {
    const stateDir = aFolder();
    symlinkSync("/dev/full", `${secretIn(stateDir)}.new`);
    expect(() => runSettings({ STATE_DIR: stateDir })).toThrow(`${secretIn(stateDir)} cannot be written`);
    expect(existsSync(secretIn(stateDir))).toBe(false);
  });

  test("is regenerated when it is empty and there is no database", () => {
    const stateDir = aFolder();
    writeFileSync(secretIn(stateDir), "");
    expect(runSettings({ STATE_DIR: stateDir }).secrets.SESSION_SECRET).toHaveLength(43);
  });

  test("is refused when it is empty and there is a database", () => {
    const stateDir = aSeededFolder();
    writeFileSync(secretIn(stateDir), "");
    expect(() => runSettings({ STATE_DIR: stateDir })).toThrow(`${secretIn(stateDir)} is cut off`);
  });
});

test.each(["", "{", "[]", '{"offsetMs":"soon"}'])("reports a damaged clock file that holds %j", (text) => {
  const stateDir = aFolder();
  writeFileSync(join(stateDir, "clock.json"), text);
  expect(() => openPortalClock(stateDir)).toThrow(`${join(stateDir, "clock.json")} is damaged`);
});

test("a copy of a claimed folder can be claimed, the folder itself cannot", async () => {
  const stateDir = aFolder();
  const claim = `import { claimState } from "./scripts/local/claimState.ts";
    await claimState(${JSON.stringify(stateDir)});
    console.log("claimed");
    process.stdin.resume();`;
  const holder = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", claim], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill());
  await once(holder.stdout, "data");
  const copy = aFolder();
  cpSync(stateDir, copy, { recursive: true });
  await expect(claimState(stateDir)).rejects.toThrow(`A portal runs on ${stateDir} already`);
  await claimState(copy);
});
