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
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { remoteRestore } from "../../scripts/deployment/remoteCopies";
import { applyMigrations } from "../../scripts/local/applyMigrations";
import { copySqlite } from "../../scripts/local/backup/copySqlite";
import { restoreBackup } from "../../scripts/local/backup/restoreBackup";
import { writeBackup } from "../../scripts/local/backup/writeBackup";
import { checkDatabase } from "../../scripts/local/checkDatabase";
import { claimState } from "../../scripts/local/claimState";
import { openStores } from "../../scripts/local/openStores";
import { needsSeed, seed, seedWorker } from "../../scripts/local/seedState";
import { databaseFile, RESTORING } from "../../scripts/local/stateStores";
import { accountRow } from "../support/accountRow";
import { runScript } from "../support/runScript";
import { TEST_NOW } from "../support/testContext";

const root = mkdtempSync(join(tmpdir(), "backup-"));
afterAll(() => rmSync(root, { recursive: true }));
const aFolder = () => mkdtempSync(join(root, "folder-"));
const aNewFolder = () => join(aFolder(), "new");

const backup = (stateDir: string, to: string) => runScript("backup", ["--to", to], { STATE_DIR: stateDir });
const restore = (stateDir: string, from: string) => runScript("restore", ["--from", from], { STATE_DIR: stateDir });

let state: string;
let made: string;
beforeAll(async () => {
  state = aFolder();
  const miniflare = new Miniflare({
    cf: false,
    workers: [await seedWorker()],
    d1Persist: join(state, "d1"),
    r2Persist: join(state, "r2"),
  });
  const database = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  await applyMigrations(database);
  const about = { what: "none", now: TEST_NOW, siteUrl: "http://localhost:8788" } as const;
  await seed({ miniflare, database, stateDir: state, tellProvider: async () => {}, ...about });
  await database.prepare(accountRow("superadmin@example.com")).run();
  await (await miniflare.getR2Bucket("FILES")).put("files/one", "first bytes");
  await miniflare.dispose();
  writeFileSync(join(state, "session-secret"), "s".repeat(43), { mode: 0o600 });
  writeFileSync(join(state, "clock.json"), '{"offsetMs":86400000}');
  made = aNewFolder();
  const { code, output } = await backup(state, made);
  if (code !== 0) throw new Error(output);
}, 240_000);

const aCopyOfTheBackup = () => {
  const folder = aNewFolder();
  cpSync(made, folder, { recursive: true });
  return folder;
};

test("a restored state has rows, files, clock and secret, and is not seeded", async () => {
  const stateDir = aNewFolder();
  expect(await restore(stateDir, made)).toMatchObject({ code: 0 });
  expect(await needsSeed(stateDir)).toBe(false);
  for (const name of ["session-secret", "clock.json"])
    expect(readFileSync(join(stateDir, name), "utf8")).toBe(readFileSync(join(state, name), "utf8"));
  expect(statSync(join(stateDir, "session-secret")).mode & 0o777).toBe(0o600);
  const stores = openStores(stateDir);
  onTestFinished(() => stores.close());
  const email = await (await stores.database()).prepare("select email from users").first("email");
  expect(email).toBe("superadmin@example.com");
  expect(await (await (await stores.bucket()).get("files/one"))!.text()).toBe("first bytes");
});

test("a backup is readable by its owner alone", () => {
  expect(statSync(made).mode & 0o777).toBe(0o700);
});

test.each(["manifest.json", "manifest.sha256", "session-secret", "d1"])(
  "refuses a backup with one changed byte in %s and changes nothing",
  async (name) => {
    const from = aCopyOfTheBackup();
    const file = name === "d1" ? databaseFile(from) : join(from, name);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    const stateDir = aNewFolder();
    await expect(restoreBackup(stateDir, from)).rejects.toThrow("is not as the backup wrote it");
    expect(existsSync(stateDir)).toBe(false);
  },
);

test("refuses a backup that lacks a file, and one that was not finished", async () => {
  const lacking = aCopyOfTheBackup();
  rmSync(databaseFile(lacking));
  const changed = `${databaseFile(lacking)} is not as the backup wrote it`;
  await expect(restoreBackup(aNewFolder(), lacking)).rejects.toThrow(changed);
  const unfinished = aCopyOfTheBackup();
  rmSync(join(unfinished, "manifest.json"));
  await expect(restoreBackup(aNewFolder(), unfinished)).rejects.toThrow("no complete backup: manifest.json is missing");
});

test("refuses to restore over data and keeps it", async () => {
  const stateDir = aFolder();
  cpSync(state, stateDir, { recursive: true });
  // Not the bytes: the runtime counts each opening of a database in it.
  const inDatabase = async (sql: string) => {
    const stores = openStores(stateDir);
    return await (await stores.database())
      .prepare(sql)
      .first<number>("value")
      .finally(() => stores.close());
  };
  await inDatabase("create table kept as select 7 as value");
  const { code, output } = await restore(stateDir, made);
  expect(code).toBe(1);
  expect(output).toContain("Choose an empty folder with STATE_DIR");
  expect(await inDatabase("select value from kept")).toBe(7);
});

test("refuses to restore into the folder of a running portal", async () => {
  const stateDir = aFolder();
  await claimState(stateDir);
  const { code, output } = await restore(stateDir, made);
  expect([code, output]).toEqual([1, expect.stringContaining("A portal runs on")]);
});

test("an interrupted restore is not seeded, and can be repeated", async () => {
  const stateDir = aFolder();
  mkdirSync(join(stateDir, RESTORING));
  await expect(needsSeed(stateDir)).rejects.toThrow(`A restore into ${stateDir} was interrupted. Run it again`);
  await restoreBackup(stateDir, made);
  expect(await needsSeed(stateDir)).toBe(false);
});

test("says why no backup can be made", async () => {
  await expect(writeBackup(aFolder(), aNewFolder())).rejects.toThrow("holds no portal");
  await expect(writeBackup(state, made)).rejects.toThrow("holds files already");
  const unnamed = await runScript("backup", [], { STATE_DIR: state });
  expect([unnamed.code, unnamed.output]).toEqual([1, expect.stringContaining("npm run backup -- --to FOLDER")]);
});

test("refuses a backup while the portal is being seeded, and leaves nothing", async () => {
  const stateDir = aFolder();
  cpSync(state, stateDir, { recursive: true });
  const stores = openStores(stateDir);
  await (await stores.database()).prepare("create table unfinished_seed (started_at integer)").run();
  await stores.close();
  const to = aNewFolder();
  await expect(writeBackup(stateDir, to)).rejects.toThrow("is being seeded for the first time");
  expect(readdirSync(to)).toEqual([]);
});

test("the plan for production copies the database before the files", async () => {
  const { code, output } = await runScript("backup", ["--remote", "--to", "copies/today"]);
  expect(code).toBe(0);
  expect(output).toMatch(/wrangler d1 export portal --remote.*rclone copy r2:portal-files.*sha256sum/s);
  expect(remoteRestore("copies/today")).toMatch(
    /sha256sum --check.*restorableCopy.*d1 execute.*rclone copy --ignore-existing/s,
  );
});

/** Writes batches of two rows that belong together, as fast as it can, until it is stopped. */
async function writeOn(folder: string) {
  const stores = openStores(folder);
  const database = await stores.database();
  await database.prepare("create table pairs (n integer, half text, padding blob)").run();
  const state = { written: 0, stopped: false };
  const writing = (async () => {
    for (let n = 1; !state.stopped; n++) {
      const insert = (half: string) =>
        database.prepare("insert into pairs values (?, ?, randomblob(60000))").bind(n, half);
      await database.batch([insert("one"), insert("other")]);
      if (n % 50 === 0)
        await database
          .prepare("delete from pairs where n < ?")
          .bind(n - 20)
          .run();
      state.written = n;
    }
  })();
  return {
    state,
    stop: async () => {
      state.stopped = true;
      await writing;
      await stores.close();
    },
  };
}

test("a copy during writes is one moment between its start and its end", async () => {
  const stateDir = aFolder();
  const writer = await writeOn(stateDir);
  onTestFinished(() => writer.stop());
  await expect.poll(() => writer.state.written, { timeout: 30_000 }).toBeGreaterThan(0);
  for (let copies = 0; copies < 4; copies++) {
    const copy = aFolder();
    mkdirSync(join(copy, "d1/miniflare-D1DatabaseObject"), { recursive: true });
    const before = writer.state.written;
    await copySqlite(databaseFile(stateDir), databaseFile(copy));
    const stores = openStores(copy);
    const database = await stores.database();
    await checkDatabase(database, databaseFile(copy));
    const latest = await database.prepare("select max(n) as n, count(*) % 2 as odd from pairs").first();
    await stores.close();
    expect(latest).toMatchObject({ odd: 0 });
    expect(latest!.n).toBeGreaterThanOrEqual(before);
  }
});

test("a log that starts again during each copy is reported", async () => {
  const file = join(aFolder(), "database.sqlite");
  // Large, so that the writer has its turn while each copy is made, also on a busy machine.
  writeFileSync(file, Buffer.alloc(150_000_000));
  writeFileSync(`${file}-wal`, Buffer.alloc(4096));
  const restarts = `import { writeFileSync } from "node:fs";
    console.log("writing");
    const log = Buffer.alloc(4096);
    for (let n = 0; ; n++) {
      log.writeUInt32LE(n, 16);
      writeFileSync(${JSON.stringify(`${file}-wal`)}, log, { flag: "r+" });
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", restarts]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  await expect(copySqlite(file, `${file}.copy`)).rejects.toThrow("written to faster than it can be copied");
});
