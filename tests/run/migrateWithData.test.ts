import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { foldText } from "~db/foldText";
import { applyMigrations } from "../../scripts/local/applyMigrations";
import { openEmptyDatabase } from "../support/database";
import { casesOf } from "../support/tier";

const releases = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A database with the first `count` migrations, as a release left it. */
async function releaseOf(count: number) {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  folders.push(folder);
  for (const name of releases.slice(0, count)) copyFileSync(join("migrations", name), join(folder, name));
  const { binding: database, dispose: close } = await openEmptyDatabase();
  await applyMigrations(database, folder);
  return { database, close };
}

type Row = Record<string, unknown>;
const all = async (database: D1Database, query: string) => (await database.prepare(query).all<Row>()).results;
const tablesOf = async (database: D1Database) =>
  (
    await all(
      database,
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_%' escape '\\' and name <> 'd1_migrations' order by name",
    )
  ).map(({ name }) => String(name));
async function columnsOf(database: D1Database, tables: string[]) {
  const answers = await database.batch<Row>(tables.map((table) => database.prepare(`pragma table_info("${table}")`)));
  return new Map(tables.map((table, index) => [table, answers[index]!.results]));
}
async function rowsOf(database: D1Database, tables: string[]) {
  const columns = await columnsOf(database, tables);
  const select = (table: string) =>
    database.prepare(`select * from "${table}" order by ${columns.get(table)!.length > 1 ? "1, 2" : "1"}`);
  const answers = await database.batch<Row>(tables.map(select));
  return new Map(tables.map((table, index) => [table, answers[index]!.results]));
}

/** Two rows in every table that refer to each other; '1' is valid as text, number and JSON. */
async function fill(database: D1Database) {
  const inserts: D1PreparedStatement[] = [];
  for (const [table, columns] of await columnsOf(database, await tablesOf(database))) {
    for (const value of [1, 2]) {
      const values = columns.map(({ type }) => (type === "text" || type === "TEXT" ? String(value) : value));
      inserts.push(
        database
          .prepare(
            `insert or ignore into "${table}" (${columns.map(({ name }) => `"${name}"`)}) values (${values.map(() => "?")})`,
          )
          .bind(...values),
      );
    }
  }
  await database.batch([database.prepare("pragma defer_foreign_keys = on"), ...inserts]);
}

/** Maintained by triggers and migrations, so a later release may recount them. */
const isCounter = (table: string) => /_(counters|totals|days)$/.test(table);

const upgrades = releases.slice(1).map((name, index) => [name, index + 1] as const);
test.each(casesOf(upgrades, upgrades.at(-1)!))(
  "%s and later migrations keep every row of the previous release",
  async (_name, count) => {
    const { database, close } = await releaseOf(count);
    try {
      await fill(database);
      const kept = (await tablesOf(database)).filter((table) => !isCounter(table));
      const before = await rowsOf(database, kept);
      await applyMigrations(database);
      const after = await rowsOf(database, kept);
      for (const [table, rows] of before) {
        expect(after.get(table), table).toHaveLength(rows.length);
        expect(after.get(table), table).toMatchObject(rows);
      }
      expect(await all(database, "pragma foreign_key_check")).toEqual([]);
      expect(await applyMigrations(database)).toEqual([]);
    } finally {
      await close();
    }
  },
);

test("derived data covers rows that are older than its release", async () => {
  const { database, close } = await releaseOf(releases.indexOf("0007_clients.sql"));
  try {
    await fill(database);
    await database.prepare("update users set deleted_at = null, role = 'CUSTOMER' where id = '1'").run();
    await applyMigrations(database);
    expect(await all(database, "select client_id, client_name, client_email from invoices order by id")).toEqual([
      { client_id: "1", client_name: "1 1", client_email: "1" },
      { client_id: "2", client_name: "2 2", client_email: "2" },
    ]);
    expect(await all(database, "select role, count from user_totals")).toEqual([{ role: "CUSTOMER", count: 1 }]);
    expect(await all(database, "select affiliate_id from visits order by id")).toEqual([
      { affiliate_id: "1" },
      { affiliate_id: "2" },
    ]);
    expect(await all(database, "select affiliate_id, visits, bots from visit_totals order by affiliate_id")).toEqual([
      { affiliate_id: "1", visits: 0, bots: 1 },
      { affiliate_id: "2", visits: 0, bots: 2 },
    ]);
    expect(await all(database, "select part, user_id from name_parts order by user_id, part")).toEqual([
      { part: " 1", user_id: "1" },
      { part: "1", user_id: "1" },
      { part: "1 1", user_id: "1" },
      { part: " 2", user_id: "2" },
      { part: "2", user_id: "2" },
      { part: "2 2", user_id: "2" },
    ]);
    expect(await all(database, "select code, affiliate_id from affiliate_codes order by code")).toEqual([
      { code: "1", affiliate_id: "1" },
      { code: "2", affiliate_id: "2" },
    ]);
    expect(await all(database, "select holding_days from affiliate_programme")).toEqual([{ holding_days: 30 }]);
  } finally {
    await close();
  }
});

test("folds the companies of older clients as the code folds new ones", async () => {
  const { database, close } = await releaseOf(releases.indexOf("0055_client_company_search.sql"));
  const companies = ["  ÀÇMÉ Žižkov Ltd ", "Ørsted Łódź", "Straße 7", "İpek", " ", null];
  try {
    await fill(database);
    for (const [n, company] of companies.entries())
      await database
        .prepare(
          `insert into users (id, email, first_name, last_name, first_name_folded, last_name_folded, email_folded, role, created_at, company)
           values (?, ?, '', '', '', '', ?, 'CUSTOMER', 1, ?)`,
        )
        .bind(`C${n}`, `c${n}`, `c${n}`, company)
        .run();
    await applyMigrations(database);
    const rows = await all(database, "select company_folded from users where id like 'C%' order by id");
    expect(rows.map(({ company_folded }) => company_folded)).toEqual(
      companies.map((company) => foldText(company ?? "") || null),
    );
  } finally {
    await close();
  }
});

test("makes older foldings, coupon codes and line ends as the code makes new ones", async () => {
  const { database, close } = await releaseOf(releases.indexOf("0058_clean_texts.sql"));
  const run = (query: string, ...values: unknown[]) =>
    database
      .prepare(query)
      .bind(...values)
      .run();
  /** As earlier versions folded names. */
  const oldFold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const names = ["Łukasz", "Sørensen", "D’Arc", "Jean–Luc", "Weiß", "Æsa", "An\u200bna", "李"];
  const codes = ["HID\u200bDEN", "SPRING\nSALE", "“WINTER”", "PLAIN-10", "TAKEN", "TAKEN "];
  try {
    await fill(database);
    for (const [n, name] of names.entries())
      await run(
        `insert into users (id, email, first_name, last_name, first_name_folded, last_name_folded, email_folded, role, created_at)
         values (?1, ?1, ?2, ?2, ?3, ?3, ?1, 'CUSTOMER', 1)`,
        `person${n}`,
        name,
        oldFold(name),
      );
    for (const [n, code] of codes.entries())
      await run(
        "insert into coupons (id, code, type, discount, created_at) values (?, ?, 'FIXED', 1, 1)",
        `c${n}`,
        code,
      );
    await run("update client_notes set body = 'a' || char(13, 10) || 'b'");
    await applyMigrations(database);
    const people = "select first_name_folded, last_name_folded from users where id like 'person%' order by id";
    expect(await all(database, people)).toEqual(
      names.map((name) => ({ first_name_folded: foldText(name), last_name_folded: foldText(name) })),
    );
    expect(await all(database, "select user_id from name_parts where part = 'lukasz'")).toEqual([
      { user_id: "person0" },
    ]);
    expect(
      (await all(database, "select code from coupons where id like 'c%' order by id")).map(({ code }) => code),
    ).toEqual(["HIDDEN", "SPRINGSALE", "WINTER", "PLAIN-10", "TAKEN", "TAKEN "]);
    expect(await all(database, "select distinct body from client_notes")).toEqual([{ body: "a\nb" }]);
  } finally {
    await close();
  }
});
