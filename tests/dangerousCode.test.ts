import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * Code that docs/security.md allows in few places only. A new place belongs there first, or needs no such code.
 */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) ? [path] : [];
  });

/** Stand-ins of the local run and the seed, which are never deployed. */
const isLocal = (file: string) => /^(workers\/(card-sandbox|mail-catcher|web-sandbox)|db\/seed)\b/.test(file);
/** The code of a file without its comments, which may name anything. */
const codeOf = (file: string) =>
  ts
    .createPrinter({ removeComments: true })
    .printFile(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));

const sources = ["app", "db", "workers"]
  .flatMap(filesIn)
  .filter((file) => !isLocal(file))
  .map((file) => ({ file, code: codeOf(file) }));
const filesWith = (pattern: RegExp) => sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);

test("reads the sources that are deployed", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(filesWith(/authorize\(/).length).toBeGreaterThan(100);
});

test("no text runs as code", () => {
  expect(filesWith(/\beval\(|\bnew Function\(|set(Timeout|Interval)\(\s*["'`]/)).toEqual([]);
  // Patterns of our own words: a tag's letters and digits, a row's path, constants.
  expect(filesWith(/\bnew RegExp\(/)).toEqual([
    "app/api/findRow.ts",
    "app/format/cleanText.ts",
    "app/richtext/renderRichText.ts",
  ]);
});

test("only three write HTML: sanitised text, our script, checked colours", () => {
  expect(filesWith(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b(?!;)|insertAdjacentHTML|document\.write/)).toEqual([
    "app/features/frame/BrandHead.tsx",
    "app/richtext/RichText.tsx",
    "app/ui/layout/DeferredScripts.tsx",
  ]);
});

test("browsers keep nothing in storage and exchange no messages with frames", () => {
  expect(filesWith(/\b(local|session)Storage\b|\bindexedDB\b|\bcaches\b|\bpostMessage\b|document\.cookie/)).toEqual([]);
});

test("password fields accept paste and password managers", () => {
  expect(filesWith(/\bonPaste\b|["']paste["']/)).toEqual([]);
  const off = sources.filter(({ code }) => /<PasswordField[^>]*autoComplete="off"/.test(code));
  expect(off.map(({ file }) => file)).toEqual([]);
});

test("every password is typed into a masked field", () => {
  expect(codeOf("app/ui/form/PasswordField.tsx")).toContain('type={shown ? "text" : "password"}');
  const passwords = /(?:fields\.|field\(")(?:password|currentPassword|confirmPassword)\b/;
  const used = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/<(\w+Field)\b((?:[^>]|=>)*)>/g)]
      .filter(([, , props]) => passwords.test(props!))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((use) => !use.endsWith(": PasswordField"))).toEqual([]);
});

test("cryptography is used in these files only", () => {
  expect(filesWith(/crypto\.subtle|"node:crypto"|from "(jose|otpauth)"/)).toEqual([
    "app/domain/accounts/passwords.ts",
    "app/domain/accounts/secondFactor.ts",
    "app/domain/accounts/sessionSecret.ts",
    "app/domain/attribution/clickCookie.ts",
    "app/domain/linkWatch/checkChain.ts",
    "app/domain/messages/messageStatements.ts",
    "app/domain/payments/forPaymentCustomer.ts",
    "app/exports/hashedFiles.ts",
    "app/files/storeUpload.ts",
    "app/http/saveOnce.server.ts",
    "app/integrations/breachedPasswords.server.ts",
    "app/integrations/evidenceKey.server.ts",
    "app/integrations/signer.server.ts",
  ]);
  // Breached passwords are listed by SHA-1.
  expect(filesWith(/\b(MD5|SHA-?1|DES|RC4|AES-(ECB|CBC|CTR)|RSA(SSA|ES)?-PKCS1)\b/i)).toEqual([
    "app/integrations/breachedPasswords.server.ts",
  ]);
});

test("Math.random only spreads retries", () => {
  expect(filesWith(/Math\.random/)).toEqual([
    "app/features/notifications/reconnectDelays.ts",
    "app/integrations/stripe/sendWithin.ts",
  ]);
});

/**
 * Whether code uses the global `fetch`, called or handed on; a method of that name, such as a binding's, is another.
 */
function usesGlobalFetch(file: string, code: string): boolean {
  const uses = (node: ts.Node): boolean => {
    if (ts.isTypeNode(node)) return false;
    if (ts.isPropertyAccessExpression(node) && node.name.text === "fetch")
      return /^(globalThis|self|window)$/.test(node.expression.getText()) || uses(node.expression);
    const named = ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isPropertyAssignment(node);
    if (ts.isIdentifier(node)) return node.text === "fetch";
    return ts.forEachChild(node, (child) => !(named && child === node.name) && uses(child)) ?? false;
  };
  return uses(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
}

test("finds every use of the global fetch", () => {
  for (const code of ["fetch(a)", "const send = fetch", "call({ fetch })", "globalThis.fetch(a)", "x.y(fetch)"])
    expect(usesGlobalFetch("a.ts", code), code).toBe(true);
  for (const code of ["env.A.fetch(a)", "const a = { async fetch() {} }", "const a: typeof fetch = b", "prefetch(a)"])
    expect(usesGlobalFetch("a.ts", code), code).toBe(false);
});

test("every request of a server leaves by the allow-list", () => {
  const inBrowsers = /^app\/(ui|features)\/(?!.*\.server\.tsx?$)/;
  const onServers = sources.filter(({ file, code }) => !inBrowsers.test(file) && usesGlobalFetch(file, code));
  expect(onServers.map(({ file }) => file)).toEqual([
    "app/integrations/outgoing.server.ts",
    "app/integrations/publicFetch.server.ts",
  ]);
  // It has no list, so no part with secrets or sessions may use it.
  expect(filesWith(/\bpublicFetch\b/)).toEqual([
    "app/integrations/publicFetch.server.ts",
    "workers/linkwatch/SiteVisitor.ts",
    "workers/linkwatch/index.ts",
  ]);
  expect(filesWith(/\bnew (XMLHttpRequest|EventSource)\b/).filter((file) => !inBrowsers.test(file))).toEqual([]);
  expect(filesWith(/cloudflare:sockets|"node:(https?|net|tls|dgram|child_process)"/)).toEqual([]);
});

test("libraries that send requests are given the allow-list", () => {
  expect(filesWith(/\bnew Stripe\(/)).toEqual(["app/integrations/stripe/client.server.ts"]);
  expect(codeOf("app/integrations/stripe/client.server.ts")).toMatch(
    /: mode\.send;[\s\S]*httpClient: Stripe\.createFetchHttpClient\(sendWithin\(send, budget\)\)/,
  );
  expect(filesWith(/\bnew WebSocket\(/).filter((file) => !file.startsWith("app/features/"))).toEqual([]);
});

test("no address of the portal's own connections lacks TLS", () => {
  // Names of formats, a base that is never called, the local clock's binding, links that people type, and stored
  // addresses that are compared.
  expect(
    filesWith(/["'`]http:\/\/(?!clock\/|www\.|schemas\.openxmlformats\.org|portal\.invalid|\$\{match|\$\{place)/),
  ).toEqual([]);
  expect(codeOf("app/integrations/stripe/client.server.ts")).not.toMatch(/\bprotocol:|\bhost:/);
});

test("answers with a redirect are not followed", () => {
  expect(codeOf("app/integrations/outgoing.server.ts")).toContain('fetch(request, { ...init, redirect: "manual" })');
  expect(codeOf("app/integrations/publicFetch.server.ts")).toMatch(/fetch\(address, \{[^}]*redirect: "manual"/);
});

test("logs are written in these files only", () => {
  expect(filesWith(/\bconsole\.(log|info|warn|error|debug)\(/)).toEqual(["app/integrations/log.server.ts"]);
});
