import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, isTable } from "drizzle-orm";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { ABSOLUTE_MS, ACCESS_MS, CHECKOUT_MS, IDLE_MS, IMPERSONATION_MS } from "~/domain/accounts/sessionLimits";
import { DAY_MS } from "~/domain/days";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { allowedTypesText, maxSizeText, type UploadKind, uploadKinds } from "~/files/uploadKinds";
import * as schema from "~db/schema";

const page = readFileSync("docs/security.md", "utf8");
const section = (title: string) => page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, cells]) => cells!.split(" | ")).filter(([first]) => first !== "---");

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
const sources = filesIn("app").filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));

test("lists every operation that starts a session as a way to sign in", () => {
  const starters = sources
    .filter((file) => /\bstart(Verified)?Session\(ctx, /.test(readFileSync(file, "utf8")))
    .map((file) => file.split("/").at(-1)!)
    .filter((name) => name !== "startVerifiedSession.ts" && name !== "startSession.ts");
  const documented = [...section("Ways to sign in").matchAll(/`(\w+\.ts)`/g)].map(([, name]) => name!);
  expect([...new Set(documented)].sort()).toEqual(starters.sort());
});

test("gives the limits of sessions", () => {
  const minutes = (ms: number) => `${ms / 60_000} minutes`;
  const days = (ms: number) => `${ms / DAY_MS} days`;
  expect(rowsOf(section("Sessions")).map(([, value]) => value)).toEqual([
    "Value",
    minutes(ACCESS_MS),
    days(IDLE_MS),
    days(ABSOLUTE_MS),
    minutes(IMPERSONATION_MS),
    `${CHECKOUT_MS / 3_600_000} hours`,
  ]);
});

test("names the code of every algorithm", () => {
  const documented = [...section("Keys").matchAll(/`(app\/[\w./]+\.ts)`/g)].map(([, file]) => file!);
  const used = sources.filter((file) =>
    /crypto\.subtle|"node:crypto"|from "(jose|otpauth)"/.test(readFileSync(file, "utf8")),
  );
  expect([...new Set(documented)].sort()).toEqual(used.sort());
});

test("gives types and sizes of every upload", () => {
  const kinds = (Object.keys(uploadKinds) as UploadKind[]).filter((kind) => kind !== "export");
  expect(rowsOf(section("Uploads")).slice(1)).toEqual(
    kinds.map((kind) => [`\`${kind}\``, allowedTypesText(kind), maxSizeText(kind)]),
  );
});

test("puts every table into one class of data", () => {
  const tables = Object.values(schema as Record<string, unknown>).flatMap((one) =>
    isTable(one) ? [getTableName(one)] : [],
  );
  const classified = rowsOf(section("Data")).flatMap(([, names]) => [...names!.matchAll(/`(\w+)`/g)].map((m) => m[1]!));
  expect(classified.sort()).toEqual(tables.sort());
});

test("names the periods that the sweep keeps", () => {
  const kept = (what: string) => rowsOf(section("Retention")).find(([first]) => first!.startsWith(what))?.[1];
  const sweep = readFileSync("app/domain/jobs/deleteOldRecords.ts", "utf8");
  const constant = (name: string) => Number(new RegExp(`const ${name} = (\\d+);`).exec(sweep)?.[1]);
  const { securityDays, visitMonths, noticeDays } = defaultSettings.data;
  expect(kept("Security events")).toBe(`${securityDays} days; Settings > Data: to 730`);
  expect(kept("Ids of the provider's events")).toBe(`${constant("KEPT_DAYS")} days`);
  expect(kept("Visits")).toBe(`${visitMonths} months; Settings > Data: 4 to 25; daily totals stay`);
  expect(kept("Notifications")).toMatch(new RegExp(`^${noticeDays} days after`));
  expect(kept("Fingerprints")).toBe(`${constant("FORM_DAYS")} days`);
});

test("says how to report a vulnerability, and how soon one is mended", () => {
  expect(section("Report a vulnerability")).toContain("/.well-known/security.txt");
  expect(brand.supportEmail).toMatch(/@/);
  expect(section("Components")).toMatch(/within 2 days[\s\S]*within 7 days[\s\S]*within 30/);
  expect(section("Connections")).toContain("card provider's API");
  expect(section("Logs")).toMatch(/`security_events`[\s\S]*`history`/);
});
