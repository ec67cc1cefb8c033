import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// The table of `wrangler d1 migrations apply`, so that either tool continues where the other stopped.
const TABLE = `create table if not exists d1_migrations(
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`;

/**
 * Applies missing migrations, each as one batch, and returns their names. Throws when the database has a migration
 * that this version does not know.
 */
export async function applyMigrations(database: D1Database, folder = "migrations"): Promise<string[]> {
  await database.prepare(TABLE).run();
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  for (const name of await appliedTo(database)) if (!names.includes(name)) await renameApplied(database, folder, name);
  const applied = await appliedTo(database);
  const waiting = names.filter((name) => !applied.includes(name));
  for (const name of waiting)
    await database.batch([
      ...statementsOf(database, join(folder, name)),
      database.prepare("insert into d1_migrations(name) values (?)").bind(name),
    ]);
  return waiting;
}

async function appliedTo(database: D1Database): Promise<string[]> {
  const { results } = await database.prepare("select name from d1_migrations").all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Moves a database that has a migration under its old name to the state after the renamed one. */
async function renameApplied(database: D1Database, folder: string, name: string) {
  const file = join(folder, "renamed", name);
  if (!existsSync(file))
    throw new Error(
      `The database has the migration ${name}, which this version does not know: a newer version or another project made it. Run that version, or choose another folder with STATE_DIR. Nothing was changed.`,
    );
  await database.batch(statementsOf(database, file));
}

const statementsOf = (database: D1Database, file: string) =>
  readFileSync(file, "utf8")
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim())
    .filter(Boolean)
    .map((statement) => database.prepare(statement));
