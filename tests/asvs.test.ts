import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("docs/asvs.md", "utf8");
const rows = [...page.matchAll(/^\| (V[\d.]+) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, number, asks, verdict, where, named]) => ({
    number,
    asks,
    verdict,
    where,
    tests: named!.replaceAll("`", "").split(", "),
  }),
);
const numbersOf = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ number }) => number);

/** Requirements of levels 1 and 2 per chapter of version 5.0.0. */
const perChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test("lists every requirement of levels 1 and 2 once", () => {
  const numbers = rows.map(({ number }) => number!);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  expect(perChapter.map((_, at) => numbers.filter((number) => number.startsWith(`V${at + 1}.`)).length)).toEqual(
    perChapter,
  );
});

test("has as many rows as lines that start like one", () => {
  expect(rows.length).toBe([...page.matchAll(/^\| V\d/gm)].length);
});

test("gives a known verdict in every row", () => {
  const known = ["holds", "does not apply", "fails"].flatMap(numbersOf);
  expect(rows.map(({ number }) => number).filter((number) => !known.includes(number))).toEqual([]);
});

test("every row that holds names test files that exist", () => {
  const isTest = (file: string) => /\.(test|spec)\.ts$/.test(file) && existsSync(file);
  const missing = rows.filter(({ verdict, tests }) => verdict === "holds" && !tests.every(isTest));
  expect(missing.map(({ number, tests }) => `${number}: ${tests}`)).toEqual([]);
});

test("every other row gives a reason and no test", () => {
  const others = rows.filter(({ verdict }) => verdict !== "holds");
  const bare = others.filter((row) => row.where!.length < 6 || row.tests.join() !== "–");
  expect(bare.map(({ number }) => number)).toEqual([]);
});

test("every failing row names the line of the specification behind it", () => {
  const failing = rows.filter(({ verdict }) => verdict === "fails");
  const bare = failing.filter(({ where }) => !/, fixed by the product specification\b/.test(where!));
  expect(bare.map(({ number }) => number)).toEqual([]);
  expect(failing.filter(({ where }) => where!.split(" ").length < 8).map(({ number }) => number)).toEqual([]);
});

test("every named file exists", () => {
  const named = rows.flatMap(({ where }) => [...where!.matchAll(/`((?:app|db|workers|scripts|public)\/[\w./-]+)`/g)]);
  expect(named.length).toBeGreaterThan(60);
  expect(named.map(([, path]) => path!).filter((path) => !existsSync(path))).toEqual([]);
});

test("the counts at the top are right", () => {
  const counts = Object.fromEntries(
    [...page.matchAll(/^\| (holds|does not apply|fails|all) \| (\d+) \|$/gm)].map(([, verdict, count]) => [
      verdict,
      Number(count),
    ]),
  );
  expect(counts).toEqual({
    holds: numbersOf("holds").length,
    "does not apply": numbersOf("does not apply").length,
    fails: numbersOf("fails").length,
    all: rows.length,
  });
});
