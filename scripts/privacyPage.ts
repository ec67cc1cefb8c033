import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { dataTables, tablesOfPeople } from "~/domain/personalData/dataTables";

export const PAGE = "docs/privacy.md";
const MARK = "<!-- npx tsx scripts/privacyPage.ts -->";

/** How a table's rows end after an erasure. */
const endOf = ({ erasure, stays }: (typeof tablesOfPeople)[number]) => {
  if (erasure.length === 0) return `kept: ${stays}`;
  return stays ? `erased, except: ${stays}` : "erased";
};

/** The generated part of docs/privacy.md: every table of the database. */
export function privacyTables(): string {
  const rows = tablesOfPeople.map((data) =>
    [
      `\`${getTableConfig(data.table).name}\``,
      data.holds,
      data.why,
      data.kept,
      data.download ? "yes" : `no: ${data.notDownloaded}`,
      endOf(data),
    ].join(" | "),
  );
  const others = Object.entries(dataTables).flatMap(([name, data]) =>
    typeof data === "string" ? [`\`${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}\` | ${data}`] : [],
  );
  return `${MARK}

| Table | Holds | Why | Kept | In the download | After an erasure |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join("\n")}

## Tables without data of clients

| Table | Holds |
|---|---|
${others.map((row) => `| ${row} |`).join("\n")}
`;
}

/** The page with its generated part brought up to date. */
export const privacyPage = (page: string) => page.slice(0, page.indexOf(MARK)) + privacyTables();

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(PAGE, privacyPage(readFileSync(PAGE, "utf8")));
