import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deployObstacles } from "../../scripts/deployment/deployObstacles";
import { deployPlan, requiredValues } from "../../scripts/deployment/deployPlan";
import { previewConfiguration } from "../../scripts/deployment/preview";
import { anEvidenceKey } from "../support/evidence";

const EVIDENCE_KEY = anEvidenceKey();
const configurationFiles = [
  "wrangler.toml",
  ...["notifications", "inbound-mail", "billing", "linkwatch", "referral", "scanner"].map(
    (part) => `workers/${part}/wrangler.toml`,
  ),
];
/** A complete deployment environment with distinct values. */
const anEnvironment = (values: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(requiredValues.map((name) => [name, `value-of-${name}`.padEnd(32, "x")])),
  SITE_URL: "https://portal.example.com",
  EVIDENCE_KEY,
  ...values,
});
const DATABASE = 'database_id = "3f0c1d7a-0000-4000-8000-000000000001"';
const BREACHED = 'BREACHED_PASSWORDS = "https://api.pwnedpasswords.com"';
const ORIGINS = 'OUTGOING_ORIGINS = "https://api.stripe.com https://api.pwnedpasswords.com"';
const LOGS = '[[analytics_engine_datasets]]\nbinding = "LOGS"';
const SCANNER = '[[services]]\nbinding = "FILE_SCANNER"\nservice = "of-the-operator"';
const portal = ['STAFF_TWO_FACTOR = "required"', BREACHED, ORIGINS, DATABASE, LOGS, SCANNER].join("\n");
const sound = { "wrangler.toml": portal };
const PROVIDER = "https://api.stripe.com https://files.stripe.com";
const billing = (origins = PROVIDER) => ({
  "workers/billing/wrangler.toml": `OUTGOING_ORIGINS = "${origins}"\n${DATABASE}`,
});
const replies = (domain: string, server = "mx.cloudflare.net") => ({
  "workers/notifications/wrangler.toml": `REPLY_DOMAIN = "${domain}"\n${DATABASE}\n${SCANNER}`,
  "workers/inbound-mail/wrangler.toml": `MAIL_SERVER = "${server}"`,
});
/** The portal's configuration with a line of it changed. */
const changed = (line: string, instead: string) => ({ "wrangler.toml": portal.replace(line, instead) });

test("deploys migrations, then Workers, then Pages, and no stand-in", () => {
  const commands = deployPlan().map(({ command, args }) => [command, ...args].join(" "));
  const place = (start: string) => commands.findIndex((command) => command.startsWith(start));
  expect(place("npx wrangler d1 migrations list portal --remote")).toBe(0);
  expect(place("npm run build")).toBe(1);
  expect(place("npx wrangler d1 migrations apply portal --remote")).toBe(2);
  expect(place("npx wrangler deploy --minify -c workers/referral/wrangler.toml")).toBeGreaterThan(2);
  expect(place("npx wrangler pages deploy build/client")).toBe(commands.length - 2);
  expect(commands.at(-1)).toBe("npx tsx scripts/checkEdge.ts");
  expect(commands.join("\n")).not.toMatch(/card-sandbox|mail-catcher|web-sandbox/);
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
  expect(holdersOf("EVIDENCE_KEY")).toEqual(["Secrets of billing"]);
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
  ["a key of evidence that is none", { EVIDENCE_KEY: "x".repeat(64) }, sound],
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
  [
    "files of emails that no one scans",
    {},
    { ...sound, "workers/notifications/wrangler.toml": `REPLY_DOMAIN = ""\n${DATABASE}` },
  ],
  ["a log that no one keeps", {}, changed(LOGS, "")],
  ["passwords that no one checks", {}, changed(BREACHED, 'BREACHED_PASSWORDS = "off"')],
  ["no word about breached passwords", {}, changed(BREACHED, "")],
  ["a check of passwords that is not allowed out", {}, changed(" https://api.pwnedpasswords.com", "")],
  ["a portal that cannot reach the card provider", {}, changed("https://api.stripe.com ", "")],
  ["a Worker that cannot reach the card provider", {}, { ...sound, ...billing("https://files.stripe.com") }],
  ["a Worker that cannot upload evidence", {}, { ...sound, ...billing("https://api.stripe.com") }],
  ["a reply domain that is no host name", {}, { ...sound, ...replies("https://reply.example.com") }],
  ["replies whose senders no one checks", {}, { ...sound, ...replies("reply.example.com", "off") }],
  ["an origin without TLS", {}, { ...sound, ...billing(`${PROVIDER} http://plain.example`) }],
  ["an origin with a path", {}, { ...sound, ...billing(`${PROVIDER} https://a.example/path`) }],
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

test.each(["notifications", "inbound-mail", "billing", "linkwatch", "referral", "scanner"])(
  "the %s Worker keeps its logs",
  (part) => {
    expect(readFileSync(`workers/${part}/wrangler.toml`, "utf8")).toMatch(/^\[observability\]\nenabled = true$/m);
  },
);

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

/** A folder with a complete configuration and commands that write down how they were called. */
function aFolderToDeploy() {
  const folder = mkdtempSync(join(tmpdir(), "deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of configurationFiles) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    const real = readFileSync(file, "utf8");
    writeFileSync(
      join(folder, file),
      real
        .replaceAll("00000000-0000-0000-0000-000000000000", "a-database")
        .replaceAll("scanner.invalid", "scanner.example"),
    );
    if (file !== "wrangler.toml") cpSync(join(dirname(file), "index.ts"), join(folder, dirname(file), "index.ts"));
  }
  const tool =
    '#!/bin/sh\necho "$(basename $0) $* hears [$(cat)]" >> steps.log\ncase "$*" in *referral*) exit $FAIL;; esac\n';
  for (const name of ["npm", "npx"]) writeFileSync(join(folder, name), tool, { mode: 0o755 });
  const deploy = (args: string[], env: NodeJS.ProcessEnv) => {
    writeFileSync(join(folder, "steps.log"), "");
    const run = spawnSync(
      process.execPath,
      [
        resolve("node_modules/tsx/dist/cli.mjs"),
        "--tsconfig",
        resolve("tsconfig.json"),
        resolve("scripts/deploy.ts"),
        ...args,
      ],
      {
        cwd: folder,
        env: { ...anEnvironment(TOKEN), PATH: `${folder}:${process.env.PATH}`, ...env },
        input: "no\nno\nno\n",
        encoding: "utf8",
      },
    );
    return { ...run, steps: readFileSync(join(folder, "steps.log"), "utf8").trim().split("\n") };
  };
  return { folder, deploy };
}
const heard = (step: string) => step.replace(/ hears .*/, "");

test("runs each step once without prompts and stops at a failure", () => {
  const { deploy } = aFolderToDeploy();
  const heldBy = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(anEnvironment(TOKEN)).filter(([name]) => names.includes(name)));
  const whole = deploy([], { FAIL: "0" });
  expect(whole.stderr).toBe("");
  expect(whole.stdout).toMatch(
    /^Plan: Migrations to apply, Build, Migrations, Worker scanner, Secrets of scanner, Worker billing, /,
  );
  const last = whole.steps.pop()!;
  expect(whole.steps.map(heard)).toEqual(deployPlan().map(({ command, args }) => [command, ...args].join(" ")));
  // The token that is printed is stored as its hash only.
  const token = /\/setup\?token=([\w-]+)$/m.exec(whole.stdout)![1]!;
  expect(last).toContain("d1 execute portal --remote --command insert into settings");
  expect(last).toContain(createHash("sha256").update(token).digest("hex"));
  expect(last).not.toContain(token);
  for (const [at, { secrets }] of deployPlan().entries())
    if (secrets) {
      const [, sent] = / hears \[(\{.*\})\]$/.exec(whole.steps[at]!)!;
      expect(JSON.parse(sent!)).toEqual(heldBy(secrets));
    } else expect(whole.steps[at]).toMatch(/hears \[\]$/);
  const broken = deploy([], { FAIL: "1" });
  expect(broken.status).toBe(1);
  expect(broken.stderr).toContain('"Worker referral" failed; nothing after it was done');
  expect(broken.steps.at(-1)).toContain("deploy --minify -c workers/referral/wrangler.toml");
});

const PREVIEW = {
  PREVIEW_DATABASE_ID: "3f0c1d7a-0000-4000-8000-0000000000aa",
  SITE_URL: "https://preview.portal-abc.pages.dev",
};
/** The names and ids that a configuration gives to things of the account. */
const resourcesIn = (toml: string) =>
  [...toml.matchAll(/^(?!main|binding|pages_build)\w+ = "(portal[\w-]*|[0-9a-f-]{36})"$/gm)].map(([, name]) => name!);

test.each(configurationFiles)("a preview shares nothing of %s with production", (file) => {
  const real = readFileSync(file, "utf8");
  const preview = previewConfiguration(file, real, PREVIEW.PREVIEW_DATABASE_ID);
  const own = resourcesIn(preview);
  expect(own).toHaveLength(resourcesIn(real).length);
  // The project, whose branch the preview is, and the scanner, which keeps nothing.
  const shared = own.filter((name) => resourcesIn(real).includes(name));
  expect(shared.filter((name) => !["portal", "portal-scanner"].includes(name))).toEqual([]);
  expect(preview.split("\n")).toHaveLength(real.split("\n").length);
});

test("a preview is deployed to a branch, with its own database and Workers", () => {
  const { folder, deploy } = aFolderToDeploy();
  const { stdout, stderr, steps } = deploy(["--preview"], { ...PREVIEW, FAIL: "0" });
  expect(stderr).toBe("");
  const commands = steps.map(heard);
  expect(commands.slice(0, 4)).toEqual([
    "npx wrangler d1 migrations list portal-preview --remote -c .deploy/wrangler.toml",
    "npm run build",
    "npx wrangler d1 migrations apply portal-preview --remote -c .deploy/wrangler.toml",
    "npx wrangler deploy --minify -c workers/billing/wrangler.preview.toml",
  ]);
  expect(commands).toContain(
    "npx wrangler pages deploy ../build/client --cwd .deploy --project-name portal --branch preview",
  );
  expect(commands).toContain("npx wrangler pages secret bulk --project-name portal --env preview");
  expect(commands.at(-1)).toMatch(/^npx wrangler d1 execute portal-preview .* -c \.deploy\/wrangler\.toml$/s);
  expect(commands.join("\n")).not.toMatch(
    /wrangler\.toml(?<!\.deploy\/wrangler\.toml)|--branch main|scanner|checkEdge/,
  );
  expect(stdout).toContain(`set it up within seven days: ${PREVIEW.SITE_URL}/setup?token=`);
  expect(readFileSync(join(folder, ".deploy/wrangler.toml"), "utf8")).toContain('migrations_dir = "../migrations"');
  expect(readFileSync(join(folder, "workers/billing/wrangler.preview.toml"), "utf8")).toContain(
    `database_id = "${PREVIEW.PREVIEW_DATABASE_ID}"`,
  );
});

test("a preview is refused without a database of its own, and with live keys", () => {
  const { deploy } = aFolderToDeploy();
  const obstaclesWith = (env: NodeJS.ProcessEnv) => {
    const { status, stderr, steps } = deploy(["--preview"], { ...PREVIEW, FAIL: "0", ...env });
    expect([status, steps]).toEqual([1, [""]]);
    return stderr.split("\n").filter((line) => line.startsWith("- "));
  };
  expect(obstaclesWith({ PREVIEW_DATABASE_ID: "" })).toEqual([
    "- PREVIEW_DATABASE_ID is missing: the database_id of the database portal-preview",
  ]);
  expect(obstaclesWith({ PREVIEW_DATABASE_ID: "a-database" })).toEqual([
    "- PREVIEW_DATABASE_ID is the database of production; a preview needs its own",
  ]);
  expect(obstaclesWith({ STRIPE_CUSTOM_SECRET_KEY: "sk_live_1" })).toEqual([
    "- STRIPE_CUSTOM_SECRET_KEY is a live key; a preview takes test keys",
  ]);
});
