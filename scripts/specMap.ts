import { readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "../app/api/endpoint";
import { table } from "../app/api/table";
import { pages } from "../app/pages";
import { documentedCalls } from "../tests/contract/calls";

export const specMapFile = "docs/spec-map.md";

const nameOf = (call: { method: string; path: string }) => `${call.method} ${call.path}`;

const isRow = (one: unknown): one is Endpoint => typeof one === "object" && one !== null && "run" in one;
/** The file of each call: of the files that hold its row the one with the fewest rows, as the others re-export it. */
const files = new Map<string, { file: string; rows: number }>();
for (const name of readdirSync("app/api").map((file) => file.replace(/\.ts$/, ""))) {
  const rows = Object.values<unknown>(await import(`../app/api/${name}.ts`))
    .flat()
    .filter(isRow);
  for (const row of rows)
    if (rows.length < (files.get(nameOf(row))?.rows ?? Number.POSITIVE_INFINITY))
      files.set(nameOf(row), { file: `\`app/api/${name}.ts\``, rows: rows.length });
}
const fileOf = (call: Parameters<typeof nameOf>[0]) => files.get(nameOf(call))?.file;

/** Maps calls and pages of the specification to files, as Markdown, from the tables that the portal runs on. */
export function specMap(): string {
  const rows = new Map(table.map((row) => [nameOf(row), row]));
  const built = documentedCalls.filter((call) => rows.has(nameOf(call)));
  const documented = new Set(documentedCalls.map(nameOf));
  const more = table.filter((row) => !documented.has(nameOf(row)));
  const calls = documentedCalls.map((call) => {
    const row = rows.get(nameOf(call));
    const where = row ? `${fileOf(call)} | \`${row.permission}\`` : "not built | ";
    return `| \`${nameOf(call)}\` | ${call.source} | ${where} |`;
  });
  const shown = Object.entries(pages).filter(([, page]) => page.path !== "");
  return `${[
    "# Specification map",
    "",
    "`npx tsx scripts/specMap.ts` generates this page from the API table, the page table and `tests/contract/calls.ts`. A test fails when it is out of date.",
    "",
    "## Calls",
    "",
    `${built.length} of ${documentedCalls.length} specified and added calls are built.`,
    "",
    "| Call (under /api) | Named in | Row | Permission |",
    "|---|---|---|---|",
    ...calls,
    ...more.map((row) => `| \`${nameOf(row)}\` | docs/decisions | ${fileOf(row)} | \`${row.permission}\` |`),
    "",
    "## Pages",
    "",
    "| Path | Module | Permission |",
    "|---|---|---|",
    ...shown
      .sort(([, a], [, b]) => (a.path < b.path ? -1 : 1))
      .map(([module, page]) => `| \`${page.path}\` | \`app/${module}\` | \`${page.permission}\` |`),
  ].join("\n")}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(specMapFile, specMap());
