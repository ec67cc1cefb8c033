import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type SecureVersion } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { edgeProblems } from "../../scripts/deployment/edgeProblems";

let folder: string;
let key: string;
let cert: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edge-"));
  const files = ["-keyout", join(folder, "key"), "-out", join(folder, "cert")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...files], {
    stdio: "ignore",
  });
  [key, cert] = ["key", "cert"].map((name) => readFileSync(join(folder, name), "utf8")) as [string, string];
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Suites of TLS 1.2 with authenticated encryption and forward secrecy. */
const STRONG = "ECDHE+AESGCM:ECDHE+CHACHA20";

async function aSite(minVersion: SecureVersion, ciphers = STRONG, maxVersion: SecureVersion = "TLSv1.3") {
  const offered = { minVersion, maxVersion, ciphers: `${ciphers}:@SECLEVEL=0` };
  const server = createServer({ key, cert, ...offered }, (socket) => socket.end());
  server.on("tlsClientError", () => {});
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** No port to answer without https. */
const NOWHERE = "http://localhost:1";

const problemsOf = async (site: string) =>
  (await edgeProblems(site, { ca: cert, plain: NOWHERE })).map((problem) =>
    problem.slice(new URL(site).host.length + 1),
  );

test.each([
  ["CBC", "ECDHE-RSA-AES128-SHA", ["accepts CBC or older encryption in TLS 1.2"]],
  ["CBC with SHA-2", "ECDHE-RSA-AES256-SHA384", ["accepts CBC or older encryption in TLS 1.2"]],
  ["no encryption", "ECDHE-RSA-NULL-SHA", ["accepts CBC or older encryption in TLS 1.2"]],
  ["no forward secrecy", "AES256-GCM-SHA384", ["accepts keys without forward secrecy in TLS 1.2"]],
  [
    "both weaknesses",
    "AES128-SHA",
    ["accepts CBC or older encryption in TLS 1.2", "accepts keys without forward secrecy in TLS 1.2"],
  ],
])("refuses a site that also has suites with %s", async (_, weak, problems) => {
  expect(await problemsOf(await aSite("TLSv1.2", `${STRONG}:${weak}`))).toEqual(problems);
});

test("a deployment's last step fails at a weak suite and says what to set", async () => {
  const run = async (SITE_URL: string) => {
    const env = { ...process.env, SITE_URL, NODE_EXTRA_CA_CERTS: join(folder, "cert") };
    const step = spawn("npx", ["tsx", "scripts/checkEdge.ts"], { env });
    let said = "";
    step.stderr.on("data", (text) => {
      said += text;
    });
    const [status] = await once(step, "close");
    return { status, said };
  };
  const weak = await run(await aSite("TLSv1.2", `${STRONG}:AES128-SHA`));
  expect(weak.status).toBe(1);
  expect(weak.said).toContain("accepts CBC or older encryption in TLS 1.2");
  expect(weak.said).toContain("Set 'Minimum TLS Version' of the zone to 1.3");
  expect((await run(await aSite("TLSv1.3"))).status).toBe(0);
});

test("does not ask for weak suites of a site with TLS 1.3 only", async () => {
  expect(await problemsOf(await aSite("TLSv1.3", `${STRONG}:AES128-SHA`))).toEqual([]);
});

test("refuses a site that does not choose TLS 1.3", async () => {
  expect(await problemsOf(await aSite("TLSv1.2", STRONG, "TLSv1.2"))).toEqual(["does not choose TLS 1.3"]);
});

test("accepts a site with TLS 1.2 and 1.3 only", async () => {
  expect(await edgeProblems(await aSite("TLSv1.2"), { ca: cert, plain: NOWHERE })).toEqual([]);
  expect(await edgeProblems(await aSite("TLSv1.3"), { ca: cert, plain: NOWHERE })).toEqual([]);
});

test("names each old version that a site accepts", async () => {
  const old = await problemsOf(await aSite("TLSv1", "ALL"));
  expect(old.slice(0, 2)).toEqual(["accepts TLSv1", "accepts TLSv1.1"]);
});

test("refuses an untrusted certificate and a site that does not answer", async () => {
  const problem = expect.stringContaining("has no TLS 1.2 or 1.3 with a trusted certificate");
  expect(await edgeProblems(await aSite("TLSv1.2"))).toEqual([problem]);
  expect(await edgeProblems("https://localhost:1", { ca: cert })).toEqual([problem]);
});

test("names paths that answer wrongly without https", async () => {
  const site = await aSite("TLSv1.3");
  const withStatus = async (statusOf: (path: string) => number) => {
    const server = createPlainServer((request, answer) => answer.writeHead(statusOf(request.url!)).end());
    server.listen(0);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const plain = `http://localhost:${(server.address() as AddressInfo).port}`;
    return (await edgeProblems(site, { ca: cert, plain })).map((problem) => problem.slice(plain.length));
  };
  expect(await withStatus((path) => (path.startsWith("/api/") ? 421 : 301))).toEqual([]);
  expect(await withStatus(() => 301)).toEqual(["/api/user/countries answers 301 instead of 421"]);
  expect(
    await withStatus((path) => (path.startsWith("/assets/") ? 404 : path.startsWith("/api/") ? 421 : 301)),
  ).toEqual(["/assets/none answers 404 instead of 301"]);
});
