import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "migrations";
const recorded = JSON.parse(readFileSync(join(FOLDER, "hashes.json"), "utf8")) as Record<string, string>;
const present = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
const hashOf = (name: string) =>
  createHash("sha256")
    .update(readFileSync(join(FOLDER, name)))
    .digest("hex");

test.each(Object.keys(recorded))("%s matches its recorded hash", (name) => {
  const advice = `${name} was changed, renamed or removed. Databases that have it would stop every start: undo that and write a new migration.`;
  expect(present, advice).toContain(name);
  expect(hashOf(name), advice).toBe(recorded[name]);
});

test("every migration is recorded", () => {
  const missing = present.filter((name) => !(name in recorded)).map((name) => `"${name}": "${hashOf(name)}"`);
  expect(missing, "Add these lines to migrations/hashes.json").toEqual([]);
});
