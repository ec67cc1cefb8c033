import { execFileSync } from "node:child_process";
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

async function aSite(minVersion: SecureVersion) {
  const server = createServer({ key, cert, minVersion, ciphers: "ALL@SECLEVEL=0" }, (socket) => socket.end());
  server.on("tlsClientError", () => {});
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** No port to answer without https. */
const NOWHERE = "http://localhost:1";

test("accepts a site with TLS 1.2 and 1.3 only", async () => {
  expect(await edgeProblems(await aSite("TLSv1.2"), { ca: cert, plain: NOWHERE })).toEqual([]);
  expect(await edgeProblems(await aSite("TLSv1.3"), { ca: cert, plain: NOWHERE })).toEqual([]);
});

test("names each old version that a site accepts", async () => {
  const old = (await edgeProblems(await aSite("TLSv1"), { ca: cert, plain: NOWHERE })).map(
    (problem) => problem.split(" accepts ")[1],
  );
  expect(old).toEqual(["TLSv1", "TLSv1.1"]);
});

test("refuses a certificate that is not trusted, and a site that does not answer", async () => {
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
