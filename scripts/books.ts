import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type CheckResult, readBooks } from "../app/domain/books/readBooks";
import type { Context } from "../app/domain/context";
import { r2Files } from "../app/integrations/r2Files.server";
import { openDb } from "../db/client.server";
import { applyMigrations } from "./local/applyMigrations";
import { checkDatabase } from "./local/checkDatabase";
import { claimState } from "./local/claimState";
import { failCommand } from "./local/failureText";
import { openStores } from "./local/openStores";
import { openPortalClock } from "./local/portalClock";
import { databaseFile, refuseForeignState } from "./local/stateStores";

/** Runs `work` on the stores of a stopped portal. Throws an Error that names the folder when it cannot be read. */
async function withStores<Result>(
  stateDir: string,
  work: (stores: Pick<Context, "db" | "files">) => Promise<Result>,
): Promise<Result> {
  refuseForeignState(stateDir);
  if (!existsSync(databaseFile(stateDir)))
    throw new Error(`${stateDir} holds no portal. Choose its folder with STATE_DIR.`);
  await claimState(stateDir);
  const stores = openStores(stateDir);
  try {
    const database = await stores.database();
    await checkDatabase(database, databaseFile(stateDir));
    // The tables of the books may be newer than the portal's last start.
    await applyMigrations(database);
    return await work({ db: openDb(database), files: r2Files(await stores.bucket()) });
  } finally {
    await stores.close();
  }
}

/** One line per check; the records that differ follow, indented. */
function linesOf({ id, rows, sentence, differences }: CheckResult): string[] {
  const result = differences.length === 0 ? "ok" : `differs: ${differences.length}`;
  return [
    `${id}: ${result} (${rows} read) ${sentence}`,
    ...differences.map(({ record, expected, actual }) => `  ${record}: expected ${expected}, found ${actual}`),
  ];
}

async function books(): Promise<boolean> {
  const stateDir = resolve(process.env.STATE_DIR || ".portal");
  const results = await withStores(stateDir, async (stores) => {
    const { now } = openPortalClock(stateDir);
    const ctx = { ...stores, actor: { kind: "system", name: "Books" }, now: now() } as unknown as Context;
    return await readBooks(ctx);
  });
  for (const line of results.flatMap(linesOf)) console.log(line);
  return results.every(({ differences }) => differences.length === 0);
}

books().then((agree) => {
  process.exitCode = agree ? 0 : 1;
}, failCommand);
