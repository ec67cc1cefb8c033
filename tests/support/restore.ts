import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { copyFolder } from "../../scripts/local/backup/writeBackup";
import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import type { RunningPortal } from "./runningPortal";

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

type Row = Record<string, unknown>;
/** Every row of a D1, by table. */
export type TableCopy = Map<string, Row[]>;

/** The rows of a test database, to be put back later: what a backup holds. */
export async function copyTables(binding: D1Database): Promise<TableCopy> {
  const tables = await binding
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'sqlite%'",
    )
    .all<{ name: string }>();
  const names = tables.results.map(({ name }) => name);
  const rows = await binding.batch<Row>(names.map((name) => binding.prepare(`select * from "${name}"`)));
  return new Map(names.map((name, index) => [name, rows[index]!.results]));
}

/** Puts the rows of a copy in the place of all that there are. */
export async function restoreTables(binding: D1Database, copy: TableCopy): Promise<void> {
  const triggers = await binding
    .prepare("select name, sql from sqlite_master where type = 'trigger'")
    .all<{ name: string; sql: string }>();
  const insert = (table: string, row: Row) =>
    binding
      .prepare(
        `insert into "${table}" (${Object.keys(row)
          .map((column) => `"${column}"`)
          .join()}) values (${Object.keys(row).map(() => "?")})`,
      )
      .bind(...Object.values(row));
  await binding.batch([
    binding.prepare("pragma defer_foreign_keys = on"),
    // They keep counters, which are among the rows.
    ...triggers.results.map(({ name }) => binding.prepare(`drop trigger "${name}"`)),
    ...[...copy.keys()].map((table) => binding.prepare(`delete from "${table}"`)),
    ...[...copy].flatMap(([table, rows]) => rows.map((row) => insert(table, row))),
    ...triggers.results.map(({ sql }) => binding.prepare(sql)),
  ]);
}

/** Copies of a running portal's database. The card sandbox's own storage is not part of them. */
export function databaseCopies(portal: RunningPortal) {
  const folder = mkdtempSync(join(tmpdir(), "database-copies-"));
  const database = join(portal.stateDir, "d1");
  let copies = 0;
  return {
    /** Copies the database while the portal runs on it, as a backup does. Answers the folder of the copy. */
    copy: async () => {
      const to = join(folder, String(++copies));
      await copyFolder(portal.stateDir, to, "d1");
      return join(to, "d1");
    },
    /** Rows of a copy. */
    read: async <T extends Row>(copy: string, query: string) => {
      const miniflare = new Miniflare({
        cf: false,
        modules: true,
        script: "export default { fetch() { return new Response() } }",
        d1Databases: { DB: "portal" },
        d1Persist: copy,
      });
      try {
        const binding = (await miniflare.getD1Database("DB")) as unknown as D1Database;
        return (await binding.prepare(query).all<T>()).results;
      } finally {
        await miniflare.dispose();
      }
    },
    restore: (copy: string) =>
      portal.whileStopped(() => {
        rmSync(database, { recursive: true, force: true });
        cpSync(copy, database, { recursive: true });
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Moves the clock to each moment in turn and runs the billing Worker there. `days` may be fractions. */
export async function live(portal: RunningPortal, days: number, runsADay = 1): Promise<void> {
  for (let run = 0; run < days * runsADay; run++) {
    await portal.control.moveClock({ advanceMs: DAY_MS / runsADay });
    await portal.control.runCron("billing");
  }
}

/** Runs the billing Worker some times, as often as it comes by itself. */
export async function runBilling(portal: RunningPortal, times: number): Promise<void> {
  for (let run = 0; run < times; run++) {
    await portal.control.moveClock({ advanceMs: 10 * MINUTE_MS });
    await portal.control.runCron("billing");
  }
}

/** The provider's charges that succeeded, by 'subscription cycle' for renewals and by order id for orders. */
export async function chargesOf(portal: RunningPortal): Promise<Map<string, LedgerEntry[]>> {
  const charges = new Map<string, LedgerEntry[]>();
  for (const entry of (await portal.control.ledger<LedgerEntry>()).entries) {
    const { subscription_id: subscriptionId, cycle, order_id: orderId } = entry.metadata;
    if (entry.kind !== "charge" || entry.status !== "succeeded") continue;
    const paid = subscriptionId ? `${subscriptionId} ${cycle}` : (orderId ?? entry.paymentIntent ?? entry.id);
    charges.set(paid, [...(charges.get(paid) ?? []), entry]);
  }
  return charges;
}

/** What the provider charged more than once: it must stay empty. */
export const chargedTwice = (charges: Map<string, LedgerEntry[]>): string[] =>
  [...charges].filter(([, entries]) => entries.length > 1).map(([paid]) => paid);
