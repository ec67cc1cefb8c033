import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { table } from "~/api/table";
import { specMap, specMapFile } from "../scripts/specMap";
import { deliveredCalls, documentedCalls } from "./contract/calls";

const nameOf = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
const built = new Set(table.map(nameOf));
const documented = documentedCalls.map(nameOf);

test("lists each specified call once and answers each call once", () => {
  expect(documented.filter((name, n) => documented.indexOf(name) !== n)).toEqual([]);
  expect(table.map(nameOf).filter((name, n, all) => all.indexOf(name) !== n)).toEqual([]);
});

test("every delivered call is documented and has a row", () => {
  const found = documented.filter((name) => built.has(name));
  console.log(`API contract: ${found.length} of ${documented.length} built`);
  expect(deliveredCalls.filter((name) => !documented.includes(name))).toEqual([]);
  expect(deliveredCalls.filter((name) => !built.has(name))).toEqual([]);
});

test("refuses a call that neither specification nor decisions name", () => {
  const decisions = readdirSync("docs/decisions")
    .filter((file) => file.endsWith(".md"))
    .map((file) => readFileSync(`docs/decisions/${file}`, "utf8"))
    .join("\n");
  const unnamed = [...built].filter((name) => !documented.includes(name) && !decisions.includes(`\`${name}\``));
  expect(unnamed).toEqual([]);
});

test("no address matches two rows: a fixed path wins over a pattern", () => {
  const shape = (path: string) => path.replace(/\{\w+\}/g, "{}");
  const shapes = table.map((row) => `${row.method} ${shape(row.path)}`);
  expect(shapes.filter((one, n) => shapes.indexOf(one) !== n)).toEqual([]);
});

test("the specification map is up to date (npx tsx scripts/specMap.ts)", () => {
  expect(readFileSync(specMapFile, "utf8")).toBe(specMap());
});
