import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Inputs of the benchmark data: a change gives a new folder. */
const madeFrom = ["scripts/bench/loadOrders.ts", "scripts/bench/loadWorkingDay.ts", "tests/support/manyOrders.ts"];

/** Where the bench keeps its databases between runs (a million orders take minutes to create); ignored by git. */
export function benchFolder(): string {
  const hash = createHash("sha256");
  const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  for (const file of [...madeFrom, ...migrations.sort().map((name) => join("migrations", name))])
    hash.update(readFileSync(file));
  const folder = join(".bench", hash.digest("hex").slice(0, 12));
  mkdirSync(folder, { recursive: true });
  return folder;
}
