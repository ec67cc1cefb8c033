import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

interface TablePart {
  name: string;
  /** Its CREATE TABLE, then its unique indexes, which foreign keys may need. */
  definition: string[];
  rows: string[];
}

const STATEMENT = /^(PRAGMA|CREATE|INSERT|DELETE|ANALYZE)\b/;
const OF_TABLE = /^(?:CREATE TABLE(?: IF NOT EXISTS)?|INSERT INTO|DELETE FROM)\s+[`"'[]?(\w+)/;
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX\b.*?\bON\s+[`"'[]?(\w+)/;

/**
 * Reorders a copy by `wrangler d1 export`, so that each table follows the tables it references. The export keeps
 * creation order, and a row cannot be inserted before a referenced table exists, with the unique index that makes a
 * column other than the key referable. Triggers and other indexes stay last, so that counters do not count twice.
 */
export function restorableCopy(copy: string): string {
  const head: string[] = [];
  const tables: TablePart[] = [];
  const tail: string[] = [];
  let current = head;
  for (const line of copy.split("\n")) {
    const unique = UNIQUE_INDEX.exec(line)?.[1];
    if (unique) current = partOf(tables, unique).definition;
    else if (line.startsWith("CREATE ") && !line.startsWith("CREATE TABLE")) current = tail;
    // The export writes line breaks in values as char(10), so a line that begins with a keyword begins a statement.
    else if (current !== tail && STATEMENT.test(line)) {
      const name = OF_TABLE.exec(line)?.[1];
      if (name) current = partOf(tables, name)[line.startsWith("CREATE") ? "definition" : "rows"];
      else if (!line.startsWith("PRAGMA")) current = tail;
    }
    current.push(line);
  }
  return [...head, ...parentsFirst(tables).flatMap(({ definition, rows }) => [...definition, ...rows]), ...tail].join(
    "\n",
  );
}

function partOf(tables: TablePart[], name: string): TablePart {
  const known = tables.find((one) => one.name === name);
  if (known) return known;
  const part = { name, definition: [], rows: [] };
  tables.push(part);
  return part;
}

function parentsFirst(tables: TablePart[]): TablePart[] {
  const placed = new Set<TablePart>();
  const visited = new Set<TablePart>();
  const place = (table: TablePart) => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const [, parent] of table.definition.join("\n").matchAll(/\bREFERENCES\s+[`"'[]?(\w+)/gi))
      for (const other of tables) if (other.name === parent) place(other);
    placed.add(table);
  };
  for (const table of tables) place(table);
  return [...placed];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [from, to] = process.argv.slice(2);
  if (!from || !to) {
    console.error("Usage: npx tsx scripts/restorableCopy.ts COPY.sql RESTORE.sql");
    process.exit(1);
  }
  writeFileSync(to, restorableCopy(readFileSync(from, "utf8")));
}
