import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { getTableName, isTable } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "~db/schema";
import { portalDirectory } from "../scripts/build";

const portalFile = join(portalDirectory, "index.js");
/** A developer who has not built is not held up by it; `npm test` builds first. */
const skipped = !existsSync(portalFile) && !process.env.CI;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );

const tableNames = Object.values(schema as Record<string, unknown>).flatMap((one) =>
  isTable(one) ? [getTableName(one)] : [],
);

/** Words that survive minifying and stand in server code only. */
const serverOnly = [
  "drizzle:",
  "scrypt",
  "passwordHash",
  "password_hash",
  "SESSION_SECRET",
  "stripe-node",
  "api.stripe.com/v1",
  "sk_test",
  "whsec_",
  "allowedSchemesByTag",
  "nonTextTags",
  // One word names, such as 'orders', are also words of the portal's addresses.
  ...tableNames.filter((name) => name.includes("_")),
];

test.skipIf(skipped)("nothing of the server is in what browsers are sent", () => {
  const scripts = filesIn("build/client").filter((file) => file.endsWith(".js") && !file.startsWith(portalDirectory));
  expect(scripts.length).toBeGreaterThan(20);
  const leaks = scripts.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return serverOnly.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
  });
  expect(leaks).toEqual([]);
});

test.skipIf(skipped)("the same words are in the server's bundle, so their absence means something", () => {
  const text = readFileSync(portalFile, "utf8");
  const words = [
    "drizzle:",
    "scrypt",
    "passwordHash",
    "SESSION_SECRET",
    "stripe-node",
    "nonTextTags",
    "password_resets",
  ];
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});

test.skipIf(skipped)("the portal holds the Worker build of stripe, not the one for Node", () => {
  const text = readFileSync(portalFile, "utf8");
  // Texts of the two builds; the names of their classes are shortened.
  expect([text.includes("not available in non-Node environments"), text.includes("DEFAULT:!aNULL")]).toEqual([
    true,
    false,
  ]);
});

test.skipIf(skipped)("browsers get no source maps", () => {
  expect(filesIn("build/client").filter((file) => file.endsWith(".map"))).toEqual([]);
});

test.skipIf(skipped)("the portal is at most 1 MiB compressed (quality P12)", () => {
  const bytes = filesIn(portalDirectory)
    .filter((file) => file.endsWith(".js"))
    .reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  expect(bytes).toBeLessThanOrEqual(1024 * 1024);
});
