import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// The table that `wrangler d1 migrations apply` keeps, so that either tool continues where the other stopped.
const TABLE = `create table if not exists d1_migrations(
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`;

/** Applies the migrations that the database does not have yet, each as one batch; answers their names. */
export async function applyMigrations(database: D1Database, folder = "migrations"): Promise<string[]> {
  await database.prepare(TABLE).run();
  const { results } = await database.prepare("select name from d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const waiting = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  for (const name of waiting) {
    const statements = readFileSync(join(folder, name), "utf8")
      .split("--> statement-breakpoint")
      .map((statement) => statement.trim())
      .filter(Boolean);
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("insert into d1_migrations(name) values (?)").bind(name),
    ]);
  }
  return waiting;
}
