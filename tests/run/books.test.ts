import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allChecks } from "../../app/domain/books/checks";
import { applyMigrations } from "../../scripts/local/applyMigrations";
import { claimState } from "../../scripts/local/claimState";
import { runSeed, seedWorker } from "../../scripts/local/seedState";

const root = mkdtempSync(join(tmpdir(), "books-"));
const seeded = join(root, "seeded");
afterAll(() => rmSync(root, { recursive: true }));

/** Runs `work` on the stores of a state folder that no portal has open. */
async function withStores(stateDir: string, work: (database: D1Database, miniflare: Miniflare) => Promise<unknown>) {
  const miniflare = new Miniflare({
    cf: false,
    d1Persist: join(stateDir, "d1"),
    r2Persist: join(stateDir, "r2"),
    workers: [await seedWorker()],
  });
  try {
    await work((await miniflare.getD1Database("DB")) as unknown as D1Database, miniflare);
  } finally {
    await miniflare.dispose();
  }
}

beforeAll(async () => {
  await withStores(seeded, async (database, miniflare) => {
    await applyMigrations(database);
    await runSeed(miniflare, { what: "all", now: Date.now(), siteUrl: "http://localhost:8788" });
  });
}, 300_000);

/** The command's lines and its exit code. */
async function books(stateDir: string) {
  const command = spawn("npm", ["run", "--silent", "books"], { env: { ...process.env, STATE_DIR: stateDir } });
  let output = "";
  command.stdout.on("data", (data: Buffer) => (output += data));
  command.stderr.on("data", (data: Buffer) => (output += data));
  const [code] = (await once(command, "close")) as [number];
  return { code, lines: output.trim().split("\n"), output };
}

const aCopy = (name: string) => {
  const stateDir = join(root, name);
  cpSync(seeded, stateDir, { recursive: true });
  return stateDir;
};

test("prints one line per check and ends with 0 when all agree", async () => {
  const { code, lines } = await books(aCopy("agrees"));
  expect(lines.map((line) => line.split(": ok")[0])).toEqual(allChecks.map(({ id }) => id));
  expect(code).toBe(0);
}, 120_000);

test("names check and record after an update by hand, and ends with 1", async () => {
  const stateDir = aCopy("differs");
  let id = "";
  await withStores(stateDir, async (database) => {
    const row = await database
      .prepare(
        "update orders set total = total + 100 where id = (select id from orders where pay_state = 'paid' and coupon_id is null and cycle is null limit 1) returning id",
      )
      .first<{ id: string }>();
    id = row!.id;
  });
  const { code, output } = await books(stateDir);
  expect(output).toContain("orders.total: differs: 1");
  expect(output).toContain(`  ${id}: expected total `);
  expect(output).toContain("orders.lines: ok");
  expect(code).toBe(1);
}, 120_000);

test("refuses a folder without a portal, and one that a portal holds", async () => {
  const empty = await books(mkdtempSync(join(root, "empty-")));
  expect(empty).toMatchObject({ code: 1 });
  expect(empty.output).toContain("holds no portal");
  const held = aCopy("held");
  await claimState(held);
  const refused = await books(held);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain("A portal runs on");
}, 120_000);
