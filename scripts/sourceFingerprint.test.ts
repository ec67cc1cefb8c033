import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sources } from "./sourceFingerprint";

/** The scripts that a file imports, and those that they import. */
const importedBy = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g)].flatMap(([, path]) => {
    const imported = `${join(dirname(file), path!)}.ts`;
    return imported.startsWith("scripts/") ? [imported, ...importedBy(imported)] : [];
  });

test("a change of a script that the build runs is a change of the build", () => {
  const imported = importedBy("vite.config.ts");
  expect(imported).toContain("scripts/iconSprite.ts");
  expect(imported.filter((file) => !sources.some((source) => file.startsWith(source)))).toEqual([]);
});
