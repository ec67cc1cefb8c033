import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { deployObstacles } from "../../scripts/deployment/deployObstacles";
import { deployPlan, requiredValues } from "../../scripts/deployment/deployPlan";

/** A complete deployment environment with distinct values. */
const anEnvironment = (values: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(requiredValues.map((name) => [name, `value-of-${name}`.padEnd(32, "x")])),
  SITE_URL: "https://portal.example.com",
  ...values,
});
const DATABASE = 'database_id = "3f0c1d7a-0000-4000-8000-000000000001"';
const BREACHED = 'BREACHED_PASSWORDS = "https://api.pwnedpasswords.com"';
const ORIGINS = 'OUTGOING_ORIGINS = "https://api.stripe.com https://api.pwnedpasswords.com"';
const LOGS = '[[analytics_engine_datasets]]\nbinding = "LOGS"';
const SCANNER = '[[services]]\nbinding = "FILE_SCANNER"\nservice = "of-the-operator"';
const portal = ['STAFF_TWO_FACTOR = "required"', BREACHED, ORIGINS, DATABASE, LOGS, SCANNER].join("\n");
const sound = { "wrangler.toml": portal };
const billing = (origins = "https://api.stripe.com") => ({
  "workers/billing/wrangler.toml": `OUTGOING_ORIGINS = "${origins}"\n${DATABASE}`,
});
/** The portal's configuration with a line of it changed. */
const changed = (line: string, instead: string) => ({ "wrangler.toml": portal.replace(line, instead) });

test("deploys migrations, then Workers, then Pages, and no stand-in", () => {
  const commands = deployPlan().map(({ command, args }) => [command, ...args].join(" "));
  const place = (start: string) => commands.findIndex((command) => command.startsWith(start));
  expect(place("npm run build")).toBe(0);
  expect(place("npx wrangler d1 migrations apply portal --remote")).toBe(1);
  expect(place("npx wrangler deploy --minify -c workers/referral/wrangler.toml")).toBeGreaterThan(1);
  expect(place("npx wrangler pages deploy build/client")).toBe(commands.length - 2);
  expect(commands.at(-1)).toBe("npx tsx scripts/checkEdge.ts");
  expect(commands.join("\n")).not.toMatch(/card-sandbox|mail-catcher/);
});

test("passes secrets over standard input, never as arguments", () => {
  const secretSteps = deployPlan().filter(({ secrets }) => secrets);
  expect(secretSteps.length).toBeGreaterThanOrEqual(2);
  for (const { args, secrets } of secretSteps) {
    expect(args).toContain("bulk");
    for (const name of secrets!) expect(args.join(" ")).not.toContain(name);
  }
  // Only parts that keep sessions or sign links get the signing secret. The public referral Worker has its own.
  const holdersOf = (name: string) =>
    secretSteps.filter(({ secrets }) => secrets!.includes(name)).map(({ title }) => title);
  expect(holdersOf("SESSION_SECRET")).toEqual(["Secrets of notifications", "Secrets of the portal"]);
  expect(holdersOf("CLICK_SECRET")).toEqual(["Secrets of referral", "Secrets of the portal"]);
});

test.each(requiredValues)("without %s deploys nothing and names it", (name) => {
  expect(deployObstacles(anEnvironment({ [name]: "" }), sound)).toEqual([`${name} is missing`]);
});

test("accepts a complete environment and rejects unsafe values", () => {
  expect(deployObstacles(anEnvironment(), sound)).toEqual([]);
  expect(
    deployObstacles(anEnvironment(), {
      "workers/referral/wrangler.toml": 'database_id = "00000000-0000-0000-0000-000000000000"',
    }),
  ).toEqual(["workers/referral/wrangler.toml does not name a database yet (database_id)"]);
  const other = { "workers/referral/wrangler.toml": 'database_id = "3f0c1d7a-0000-4000-8000-000000000002"' };
  expect(deployObstacles(anEnvironment(), { ...sound, ...other })).toEqual([
    "The wrangler.toml files name different databases (database_id)",
  ]);
  expect(deployObstacles(anEnvironment({ SITE_URL: "http://portal.example.com" }), sound)).toHaveLength(1);
  expect(deployObstacles(anEnvironment({ SESSION_SECRET: "short" }), sound)).toHaveLength(1);
  const same = { STRIPE_REGULAR_SECRET_KEY: "sk_test_same", STRIPE_CUSTOM_SECRET_KEY: "sk_test_same" };
  expect(deployObstacles(anEnvironment(same), sound)).toHaveLength(1);
});

const UNSCANNED = 'UNSCANNED_UPLOADS = "We accept uploads that are not scanned for malware."';
const TOKEN = { SCANNER_TOKEN: "t".repeat(32) };
const ownScanner = () => changed("of-the-operator", "portal-scanner");
const scannerAt = (origin: string) => ({
  "workers/scanner/wrangler.toml": `SCANNER_URL = "${origin}/v2/scan"\nOUTGOING_ORIGINS = "${origin}"`,
});

test("accepts unscanned uploads when the configuration says so in a sentence", () => {
  expect(deployObstacles(anEnvironment(), changed(SCANNER, UNSCANNED))).toEqual([]);
});

test("deploys the portal's scanner only where it is bound, with its token", () => {
  const ofScanner = (toml: string) =>
    deployPlan(toml).filter(({ args }) => args.join(" ").includes("workers/scanner/wrangler.toml"));
  const own = ownScanner()["wrangler.toml"]!;
  expect(ofScanner(own).map(({ secrets }) => secrets)).toEqual([undefined, ["SCANNER_TOKEN"]]);
  expect(ofScanner(portal)).toEqual([]);
  const configurations = { "wrangler.toml": own, ...scannerAt("https://scanner.example.com") };
  expect(deployObstacles(anEnvironment(TOKEN), configurations)).toEqual([]);
  // Its placeholder stops no one who binds another.
  expect(deployObstacles(anEnvironment(), { ...sound, ...scannerAt("https://scanner.invalid") })).toEqual([]);
});

test.each([
  ["a secret that the public Worker shares", { CLICK_SECRET: "value-of-SESSION_SECRET".padEnd(32, "x") }, sound],
  ["a previous secret that is too short", { SESSION_SECRET_PREVIOUS: "short" }, sound],
  ["optional two-factor sign-in", {}, changed('"required"', '"optional"')],
  ["no rule for two-factor sign-in", {}, changed('STAFF_TWO_FACTOR = "required"', "")],
  ["a stand-in", {}, { ...sound, "workers/referral/wrangler.toml": `${DATABASE}\nservice = "portal-card-sandbox"` }],
  ["uploads that no one scans", {}, changed(SCANNER, "")],
  ["uploads that no one scans, said otherwise", {}, changed(SCANNER, 'UNSCANNED_UPLOADS = "yes"')],
  ["a scanner and unscanned uploads", {}, changed(SCANNER, `${UNSCANNED}\n${SCANNER}`)],
  ["the portal's scanner without its token", {}, { ...ownScanner(), ...scannerAt("https://scanner.example.com") }],
  ["the portal's scanner without an address", TOKEN, { ...ownScanner(), ...scannerAt("https://scanner.invalid") }],
  ["the portal's scanner without TLS", TOKEN, { ...ownScanner(), ...scannerAt("http://scanner.example.com") }],
  ["a log that no one keeps", {}, changed(LOGS, "")],
  ["passwords that no one checks", {}, changed(BREACHED, 'BREACHED_PASSWORDS = "off"')],
  ["no word about breached passwords", {}, changed(BREACHED, "")],
  ["a check of passwords that is not allowed out", {}, changed(" https://api.pwnedpasswords.com", "")],
  ["a portal that cannot reach the card provider", {}, changed("https://api.stripe.com ", "")],
  ["a Worker that cannot reach the card provider", {}, { ...sound, ...billing("") }],
  ["an origin without TLS", {}, { ...sound, ...billing("https://api.stripe.com http://plain.example") }],
  ["an origin with a path", {}, { ...sound, ...billing("https://api.stripe.com https://a.example/path") }],
])("refuses %s", (_, values, configurations) => {
  expect(deployObstacles(anEnvironment(values), configurations)).toHaveLength(1);
});

test("a deployment brings no account", () => {
  const commands = deployPlan().map(({ command, args }) => [command, ...args].join(" "));
  expect(commands.filter((command) => /seed/.test(command))).toEqual([]);
  const inserting = readdirSync("migrations").filter(
    (name) =>
      name.endsWith(".sql") && /insert\s+into\s+[`"]?users\b/i.test(readFileSync(join("migrations", name), "utf8")),
  );
  expect(inserting).toEqual([]);
});

test.each(["notifications", "billing", "referral", "scanner"])("the %s Worker keeps its logs", (part) => {
  expect(readFileSync(`workers/${part}/wrangler.toml`, "utf8")).toMatch(/^\[observability\]\nenabled = true$/m);
});

test("--dry-run prints the plan without secrets; deploying needs them all", () => {
  const env = { PATH: process.env.PATH, SESSION_SECRET: "a-secret-that-must-not-be-printed" };
  const plan = spawnSync("npx", ["tsx", "scripts/deploy.ts", "--dry-run"], { env, encoding: "utf8" });
  expect(plan.status).toBe(0);
  expect(plan.stdout).toContain("npx wrangler d1 migrations apply portal --remote");
  expect(plan.stdout).toContain("STRIPE_CUSTOM_WEBHOOK_SECRET is missing");
  expect(plan.stdout + plan.stderr).not.toContain(env.SESSION_SECRET);
  const refused = spawnSync("npx", ["tsx", "scripts/deploy.ts"], { env, encoding: "utf8" });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("CLOUDFLARE_API_TOKEN is missing");
});

test("runs each step once without prompts and stops at a failure", () => {
  const folder = mkdtempSync(join(tmpdir(), "deploy-"));
  try {
    for (const part of [".", "workers/notifications", "workers/billing", "workers/referral", "workers/scanner"]) {
      const file = join(part, "wrangler.toml");
      mkdirSync(join(folder, part), { recursive: true });
      const real = readFileSync(file, "utf8");
      writeFileSync(
        join(folder, file),
        real
          .replaceAll("00000000-0000-0000-0000-000000000000", "a-database")
          .replaceAll("scanner.invalid", "scanner.example"),
      );
      if (part !== ".") cpSync(join(part, "index.ts"), join(folder, part, "index.ts"));
    }
    const tool =
      '#!/bin/sh\necho "$(basename $0) $* hears [$(cat)]" >> steps.log\ncase "$*" in *referral*) exit $FAIL;; esac\n';
    for (const name of ["npm", "npx"]) writeFileSync(join(folder, name), tool, { mode: 0o755 });
    const deploy = (FAIL: string) => {
      writeFileSync(join(folder, "steps.log"), "");
      const run = spawnSync(
        process.execPath,
        [
          resolve("node_modules/tsx/dist/cli.mjs"),
          "--tsconfig",
          resolve("tsconfig.json"),
          resolve("scripts/deploy.ts"),
        ],
        {
          cwd: folder,
          env: { ...anEnvironment(TOKEN), PATH: `${folder}:${process.env.PATH}`, FAIL },
          input: "no\nno\nno\n",
          encoding: "utf8",
        },
      );
      return { ...run, steps: readFileSync(join(folder, "steps.log"), "utf8").trim().split("\n") };
    };
    const heldBy = (names: readonly string[]) =>
      Object.fromEntries(Object.entries(anEnvironment(TOKEN)).filter(([name]) => names.includes(name)));
    const whole = deploy("0");
    expect(whole.stderr).toBe("");
    expect(whole.steps.map((step) => step.replace(/ hears .*/, ""))).toEqual(
      deployPlan().map(({ command, args }) => [command, ...args].join(" ")),
    );
    for (const [at, { secrets }] of deployPlan().entries())
      if (secrets) {
        const [, sent] = / hears \[(\{.*\})\]$/.exec(whole.steps[at]!)!;
        expect(JSON.parse(sent!)).toEqual(heldBy(secrets));
      } else expect(whole.steps[at]).toMatch(/hears \[\]$/);
    const broken = deploy("1");
    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain('"Worker referral" failed; nothing after it was done');
    expect(broken.steps.at(-1)).toContain("deploy --minify -c workers/referral/wrangler.toml");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
