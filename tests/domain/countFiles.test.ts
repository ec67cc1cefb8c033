import { afterAll, beforeEach, expect, test } from "vitest";
import { Forbidden } from "~/domain/errors";
import { readSizes } from "~/domain/health/readSizes";
import { countFiles } from "~/domain/jobs/countFiles";
import type { Files } from "~/domain/ports/files";
import { r2Files } from "~/integrations/r2Files.server";
import { openTestBucket } from "../support/bucket";
import { openTestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { actingAs, actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const [database, bucket] = await Promise.all([openTestDatabase(), openTestBucket()]);
afterAll(() => Promise.all([database.dispose(), bucket.dispose()]));
beforeEach(() => database.clear());
const { db } = database;

const runAt = (files: Files, now = TEST_NOW) => countFiles(testContext(db, actingSystem, { files, now }));
const counted = async () => (await readSizes({ db })).files;
const bytes = (size: number) => new Uint8Array(size);

test("counts every object of R2, over more than one page", async () => {
  const files = r2Files(bucket.binding);
  const keys = Array.from({ length: 1_003 }, (_, n) => `evidence/${n}`);
  await Promise.all(keys.map((key) => files.put(key, bytes(3), "text/plain")));
  await runAt(files);
  expect(await counted()).toEqual({ count: 1_003, bytes: 3_009, countedAt: TEST_NOW });
});

test("counts again after a day, without what was deleted", async () => {
  const files = memoryFiles();
  await files.put("a", bytes(10), "text/plain");
  await files.put("b", bytes(5), "text/plain");
  await runAt(files);
  await files.delete(["a"]);
  await runAt(files, TEST_NOW + 23 * HOUR);
  expect(await counted()).toEqual({ count: 2, bytes: 15, countedAt: TEST_NOW });
  await runAt(files, TEST_NOW + DAY);
  expect(await counted()).toEqual({ count: 1, bytes: 5, countedAt: TEST_NOW + DAY });
});

test("goes on with a long count in the next run", async () => {
  const pages = 300;
  const list: Files["list"] = async (after) => {
    const page = Number(after ?? 0) + 1;
    return { files: 1_000, bytes: 7_000, last: page < pages ? String(page) : null };
  };
  await runAt({ ...memoryFiles(), list });
  expect(await counted()).toBeNull();
  await runAt({ ...memoryFiles(), list }, TEST_NOW + HOUR);
  expect(await counted()).toEqual({ count: 300_000, bytes: 2_100_000, countedAt: TEST_NOW + HOUR });
});

test("two overlapping runs count each file once", async () => {
  const files = memoryFiles();
  await files.put("a", bytes(10), "text/plain");
  await Promise.all([runAt(files), runAt(files)]);
  expect(await counted()).toEqual({ count: 1, bytes: 10, countedAt: TEST_NOW });
});

test("a staff member counts nothing", async () => {
  const admin = testContext(db, actingAs(await aStaffMember(db)));
  await expect(countFiles(admin)).rejects.toThrow(Forbidden);
});
