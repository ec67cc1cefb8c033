import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesIn, type Import, importsOf, roots } from "../scripts/imports";

const files = roots.flatMap(filesIn);
const importsFrom = new Map(files.map((file) => [file, importsOf(file)]));
const imports = [...importsFrom.values()].flat();

const inFolder = (...folders: string[]) => {
  const prefixes = folders.map((folder) => (folder.endsWith(".ts") || folder.endsWith(".tsx") ? folder : `${folder}/`));
  return (file: string) =>
    prefixes.some((prefix) => file === prefix || (prefix.endsWith("/") && file.startsWith(prefix)));
};

// The brand is a table of values too: the default settings hold them.
const isBase = inFolder(
  "app/list",
  "app/format",
  "app/paths.ts",
  "app/brand.ts",
  "app/richtext/renderRichText.ts",
  "app/richtext/isHtml.ts",
);
/** A table as well: a file field lists the types that the server checks. */
const uploadKinds = "app/files/uploadKinds.ts";
const basePackages = [
  "zod",
  "date-fns",
  "@date-fns/tz",
  "@date-fns/utc",
  "sanitize-html",
  "markdown-it",
  "papaparse",
  "fflate",
  "tldts",
  "hucre",
  "ipaddr.js",
  "countries-list",
  "isbot",
];

/** Files and packages that a file needs at run time, including itself. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const one of importsFrom.get(file) ?? []) {
    if (one.typeOnly) continue;
    if (one.ours) closure(one.to, seen);
    else seen.add(`package ${one.to}`);
  }
  return seen;
}

/** A domain file is pure when nothing it needs at run time does I/O: inputs, lists, states, pricing. */
const purity = new Map<string, boolean>();
function isPureDomain(file: string): boolean {
  if (!file.startsWith("app/domain/")) return false;
  let pure = purity.get(file);
  if (pure === undefined) {
    pure = [...closure(file)].every((needed) =>
      needed.startsWith("package ")
        ? basePackages.includes(needed.slice("package ".length))
        : needed.startsWith("app/domain/") || isBase(needed),
    );
    purity.set(file, pure);
  }
  return pure;
}

/** The imports that a rule forbids, as 'importer -> imported'. */
const offenders = (applies: (file: string) => boolean, forbidden: (one: Import) => boolean) =>
  imports.filter((one) => applies(one.from) && forbidden(one)).map((one) => `${one.from} -> ${one.to}`);
const isPackage = (one: Import, ...names: (string | RegExp)[]) =>
  !one.ours && names.some((name) => (typeof name === "string" ? one.to === name : name.test(one.to)));
const isWeb = (one: Import) => isPackage(one, /^@remix-run\//, /^react/, /^@radix-ui/, /^@conform-to/, /^remix-auth/);

const isDomain = inFolder("app/domain");
const isDb = inFolder("db");
const isSeed = inFolder("db/seed");
const isRoute = inFolder("app/routes");
const isFeature = inFolder("app/features");
const isUi = inFolder("app/ui");
/** A page's loader and action, in the folder of its components. */
const isController = (file: string) => isFeature(file) && file.endsWith(".server.ts");
const isDoor = (file: string) =>
  inFolder("app/http", "app/api", "app/files", "app/exports")(file) || isController(file);
const isIntegration = inFolder("app/integrations");

test("the scan finds and resolves imports of every kind", () => {
  expect(files.length).toBeGreaterThan(150);
  const pair = (from: string, to: string) => imports.find((one) => one.from === from && one.to === to);
  expect(pair("app/domain/accounts/signIn.ts", "db/schema/index.ts")).toMatchObject({ typeOnly: false });
  expect(pair("app/domain/accounts/actorOfSession.ts", "app/domain/context.ts")).toMatchObject({ typeOnly: true });
  expect(pair("app/api/table.ts", "app/api/openapi.ts")).toBeDefined();
  expect(isPureDomain("app/domain/accounts/accountInputs.ts")).toBe(true);
  expect(isPureDomain("app/domain/accounts/signIn.ts")).toBe(false);
});

test("lists, formats, paths and the rich text renderer are self-contained", () => {
  expect(offenders(isBase, (one) => (one.ours ? !isBase(one.to) : !basePackages.includes(one.to)))).toEqual([]);
});

test("the domain imports no HTTP layer, vendor or API code", () => {
  expect(
    offenders(
      isDomain,
      (one) =>
        isWeb(one) ||
        isPackage(one, "stripe", /^@stripe/, "miniflare", "wrangler", "jose") ||
        (one.ours && !isDomain(one.to) && !isDb(one.to) && !isBase(one.to)),
    ),
  ).toEqual([]);
});

test("the database imports only the pure domain; its seed uses operations", () => {
  expect(
    offenders(
      (file) => isDb(file) && !isSeed(file),
      (one) => isWeb(one) || (one.ours && !one.typeOnly && !isDb(one.to) && !isBase(one.to) && !isPureDomain(one.to)),
    ),
  ).toEqual([]);
  expect(
    offenders(isSeed, (one) => isWeb(one) || (one.ours && (isRoute(one.to) || isUi(one.to) || isFeature(one.to)))),
  ).toEqual([]);
  expect(
    offenders(
      (file) => isDb(file) && !isSeed(file),
      (one) => isSeed(one.to),
    ),
  ).toEqual([]);
});

test("integrations import vendors and ports, no screens and no API", () => {
  expect(
    offenders(
      isIntegration,
      (one) =>
        isWeb(one) ||
        (one.ours && (isRoute(one.to) || isFeature(one.to) || isUi(one.to) || inFolder("app/api")(one.to))),
    ),
  ).toEqual([]);
});

test("API and page handlers import no React, routes or screens", () => {
  expect(
    offenders(
      isDoor,
      (one) =>
        isPackage(one, "react", "react-dom", "@remix-run/react", /^@radix-ui/) ||
        (one.ours &&
          (isRoute(one.to) || ((isFeature(one.to) || isUi(one.to)) && !one.typeOnly && /\.tsx$/.test(one.to)))),
    ),
  ).toEqual([]);
});

test("ui components import no business code", () => {
  expect(
    offenders(
      isUi,
      (one) => one.ours && (isDomain(one.to) || isDoor(one.to) || isDb(one.to) || isFeature(one.to) || isRoute(one.to)),
    ),
  ).toEqual([]);
});

test("features import at run time only ui, formats and the pure domain", () => {
  expect(
    offenders(
      (file) => isFeature(file) && !isController(file),
      (one) =>
        one.ours &&
        !one.typeOnly &&
        (isDb(one.to) ||
          (isDoor(one.to) && one.to !== uploadKinds) ||
          isIntegration(one.to) ||
          isRoute(one.to) ||
          (isDomain(one.to) && !isPureDomain(one.to))),
    ),
  ).toEqual([]);
});

/** A table as well: the build draws the icons that it names. */
const iconNames = "app/ui/icon/iconNames.ts";

test("workers and scripts import no screens", () => {
  expect(
    offenders(
      inFolder("workers", "scripts"),
      (one) => one.ours && one.to !== iconNames && (isRoute(one.to) || isUi(one.to) || isFeature(one.to)),
    ),
  ).toEqual([]);
});

test("only the bounded form reader reads a form", () => {
  // A remix-auth-form strategy also reads the form unless its reader is replaced. ui components read a form in the
  // browser before it is sent.
  const readers = files.filter(
    (file) => file.startsWith("app/") && !isUi(file) && /\.formData\(/.test(readFileSync(file, "utf8")),
  );
  expect(readers).toEqual(["app/files/readMultipart.ts"]);
  expect(imports.filter((one) => one.to === "remix-auth-form").map((one) => one.from)).toEqual([
    "app/http/authenticator.server.ts",
  ]);
});

/** Actions that no form posts to through the router, so a failed post never replaces the page. */
const postedOutsideTheRouter = [
  // Posted by BackgroundForm, PreferenceForm, ExportButton, sendFile and postOrderForm.
  /\.export\.ts$/,
  // A zip that the browser saves.
  /\.data\.ts$/,
  /\/announcements\.\$announcementId\.dismiss\.ts$/,
  /\/_app\.services\._list\.\$serviceId\.duplicate\.tsx$/,
  /\/(logout|preferences|back-to-admin)\.tsx$/,
  /\/orders\.\$orderId\.talk\.ts$/,
  /\/uploads\.ts$/,
  // The catch-all route.
  /\/\$\.tsx$/,
];

/** Matches a declaration, a value made by a factory such as deleteAction, and a re-export. */
const exportsOf = (name: string) =>
  new RegExp(`^export (async function|function|const) ${name}\\b|^export (const )?\\{[^}]*\\b${name}\\b[^}]*\\}`, "m");

test("one module touches what Remix keeps private", () => {
  const touches = (file: string) => /\b__remix[A-Z]|"X-Remix-|"_data"|\bUNSAFE_/.test(readFileSync(file, "utf8"));
  const replacesFetch = (file: string) => /\bfetch = /.test(readFileSync(file, "utf8"));
  const app = files.filter((file) => file.startsWith("app/"));
  expect(app.filter(touches)).toEqual(["app/remixInternals.ts"]);
  expect(app.filter(replacesFetch)).toEqual(["app/remixInternals.ts"]);
});

test("pages with a form keep it when a post fails", () => {
  const routes = files.filter((file) => isRoute(file) && !file.startsWith("app/routes/dev.gallery/"));
  const textOf = new Map(routes.map((file) => [file, readFileSync(file, "utf8")]));
  const forms = routes.filter(
    (file) => exportsOf("action").test(textOf.get(file)!) && !postedOutsideTheRouter.some((one) => one.test(file)),
  );
  expect(forms.length).toBeGreaterThan(50);
  const around = routes.filter(
    (file) =>
      exportsOf("loader").test(textOf.get(file)!) && forms.some((form) => form.startsWith(file.replace(/tsx$/, ""))),
  );
  const lacks = (names: string) => (file: string) =>
    !textOf.get(file)!.includes(`export { ${names} } from "~/ui/form/keepFormOnFailure";`);
  expect(forms.filter(lacks("clientAction, shouldRevalidate"))).toEqual([]);
  // useActionResult reports a failure by a toast, useActionData in the page's own box.
  expect(forms.filter((file) => !/\buseAction(Result|Data)[<(]/.test(textOf.get(file)!))).toEqual([]);
  // The frames add a rule of their own to it.
  const frame = 'export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";';
  const ownRule = (file: string) => forms.includes(file) || textOf.get(file)!.includes(frame);
  expect(around.filter((file) => !ownRule(file)).filter(lacks("shouldRevalidate"))).toEqual([]);
});

test("only the default settings read the brand's constants", () => {
  const readers = imports.filter((one) => one.to === "app/brand.ts" && !one.typeOnly).map(({ from }) => from);
  expect(readers).toEqual(["app/domain/settings/defaultSettings.ts"]);
});

test("nothing imports a route, and route folders stay private", () => {
  const folderOf = (file: string) => /^app\/routes\/([^/]+)\//.exec(file)?.[1] ?? null;
  expect(
    imports
      .filter((one) => isRoute(one.to) && (folderOf(one.to) === null || folderOf(one.to) !== folderOf(one.from)))
      .map((one) => `${one.from} -> ${one.to}`),
  ).toEqual([]);
});

test("no folder or file has a generic name", () => {
  const empty = /(^|\/)(utils?|helpers?|lib|common|misc|shared|types)(\/|\.tsx?$)/;
  expect(files.filter((file) => empty.test(file))).toEqual([]);
});

/**
 * The floors of the domain, from the ground up. A noun imports from lower floors and from its own, never in a circle.
 */
const floors: readonly (readonly string[])[] = [
  // The files of app/domain itself, and the ports.
  ["ground"],
  // People, their files, and what every noun writes.
  ["accounts", "attribution", "forms", "history", "notifications", "securityEvents", "settings", "uploads", "views"],
  ["catalogue", "clients", "numbering", "pricing", "records", "team"],
  // What the agency sells and records.
  [
    "affiliates",
    "announcements",
    "commissions",
    "coupons",
    "creatives",
    "delivery",
    "intake",
    "invoices",
    "messages",
    "orderReports",
    "orders",
    "placements",
    "setup",
    "subscriptions",
  ],
  // A payment's state becomes a paid order or cycle.
  ["payments", "preflight", "recovery", "settlement"],
  // Money moves.
  ["cancellations", "carts", "checkout", "claims", "disputes", "refunds", "renewals"],
  // Views over many nouns, and billing on top of renewals.
  [
    "billing",
    "books",
    "dashboard",
    "evidence",
    "exports",
    "home",
    "inboundMail",
    "linkWatch",
    "payouts",
    "personalData",
    "reports",
    "search",
    "workQueue",
  ],
  // What the crons run, and the delivery of what nouns composed.
  ["deadLetters", "health", "jobs", "outbox"],
];
const nounOf = (file: string) => /^app\/domain\/(?!ports\/)([^/]+)\//.exec(file)?.[1] ?? "ground";
const floorOf = (noun: string) => floors.findIndex((nouns) => nouns.includes(noun));
/** Imports between nouns, types included, as importing noun -> imported noun -> 'importer -> imported'. */
const nounImports = new Map<string, Map<string, string[]>>();
for (const one of imports.filter(({ from, to }) => isDomain(from) && isDomain(to) && nounOf(from) !== nounOf(to))) {
  const ofNoun = nounImports.get(nounOf(one.from)) ?? new Map<string, string[]>();
  nounImports.set(nounOf(one.from), ofNoun);
  ofNoun.set(nounOf(one.to), [...(ofNoun.get(nounOf(one.to)) ?? []), `${one.from} -> ${one.to}`]);
}

/** The import circles of a graph, each as the path around it. */
function circlesOf(nodes: readonly string[], importedBy: (node: string) => Iterable<string>): string[] {
  const circles: string[] = [];
  const state = new Map<string, "open" | "done">();
  const walk = (node: string, path: string[]) => {
    if (state.get(node) === "done") return;
    if (state.get(node) === "open") {
      circles.push([...path.slice(path.indexOf(node)), node].join(" -> "));
      return;
    }
    state.set(node, "open");
    for (const next of importedBy(node)) walk(next, [...path, node]);
    state.set(node, "done");
  };
  for (const node of nodes) walk(node, []);
  return circles;
}

test("every noun of the domain has one floor and imports no higher one", () => {
  const nouns = [...new Set(files.filter(isDomain).map(nounOf))].sort();
  expect(floors.flat().sort()).toEqual(nouns);
  const upwards = [...nounImports].flatMap(([from, imported]) =>
    [...imported].filter(([to]) => floorOf(to) > floorOf(from)).flatMap(([, pairs]) => pairs),
  );
  expect(upwards).toEqual([]);
});

test("no two nouns import each other, and no circle joins more", () => {
  const both = [...nounImports].flatMap(([from, imported]) =>
    [...imported.keys()].filter((to) => from < to && nounImports.get(to)?.has(from)).map((to) => `${from} <-> ${to}`),
  );
  expect(both).toEqual([]);
  expect(circlesOf([...nounImports.keys()], (noun) => nounImports.get(noun)?.keys() ?? [])).toEqual([]);
});

test("no file takes part in an import circle, types included", () => {
  const importedBy = (file: string) => (importsFrom.get(file) ?? []).filter(({ ours }) => ours).map(({ to }) => to);
  expect(circlesOf(files, importedBy)).toEqual([]);
});

/** Patterns that a line must not have, each with what to write instead. */
const unwanted: [pattern: RegExp, instead: string][] = [
  [/\.\.\.\{ /, "write the fields of a literal on their lines"],
  [/^(?=.{121})\s*(\/\/|\*|\/\*)/, "break a comment line at 120 characters"],
  [/\bMOST_[A-Z]/, "name an upper limit MAX_"],
  [/\b\w+On(The)?Wire\b/, "name what the API returns toApi…"],
];

test.each(unwanted)("no line has %s", (pattern, instead) => {
  const lines = (file: string) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) && !line.includes(pattern.source) ? [`${file}:${index + 1}`] : []));
  expect([...roots, "tests"].flatMap(filesIn).flatMap(lines), instead).toEqual([]);
});
