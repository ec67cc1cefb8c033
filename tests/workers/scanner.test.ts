import type { IncomingMessage, RequestListener } from "node:http";
import type { Readable } from "node:stream";
import { deflateSync, inflateSync } from "node:zlib";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { serveFile } from "~/files/serveFile";
import { storeUpload } from "~/files/storeUpload";
import { boundFileScanner } from "~/integrations/fileScanner.server";
import { r2Files } from "~/integrations/r2Files.server";
import { uploads } from "~db/schema";
import { aService } from "../support/breachService";
import { openTestBucket, type TestBucket } from "../support/bucket";
import { bundleWorker } from "../support/bundleWorker";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { aFile, pdfBytes } from "../support/fileBytes";
import { logged } from "../support/logged";
import { actingAs, testContext } from "../support/testContext";

/** The file that every scanner takes for malware, in two parts so that none of them takes this file for it. */
const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");
const TOKEN = "a token of the proxy before the scanner";

let database: TestDatabase;
let bucket: TestBucket;
beforeAll(async () => {
  [database, bucket] = await Promise.all([openTestDatabase(), openTestBucket()]);
});
beforeEach(() => database.clear());
afterAll(() => Promise.all([database.dispose(), bucket.dispose()]));

const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray());
/** Malware in a file, or in the streams of a PDF. */
function isInfected(file: Buffer): boolean {
  const inside = [...file.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed]) => {
    try {
      return inflateSync(Buffer.from(packed!, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return [file.toString("latin1"), ...inside].some((text) => text.includes(EICAR));
}

/** Answers as clamav-rest does, behind a proxy that asks for a token. */
const clamavRest: RequestListener = async (request, response) => {
  const body = await bodyOf(request);
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return void response.writeHead(401).end();
  if (request.url !== "/v2/scan" || !/filename="upload"/.test(body.toString("latin1")))
    return void response.writeHead(422).end();
  const [status, Status] = isInfected(body) ? [406, "FOUND"] : [200, "OK"];
  response.writeHead(status as number, { "Content-Type": "application/json" });
  response.end(JSON.stringify([{ Status, Description: "", FileName: "upload" }]));
};

/** The Worker of workers/scanner as FILE_SCANNER, in front of a service that answers so. */
async function aScanner(answer: RequestListener, token = TOKEN) {
  const service = await aService(answer);
  const origin = service.env.OUTGOING_ORIGINS;
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    compatibilityDate: "2026-04-24",
    compatibilityFlags: ["nodejs_compat"],
    script: await bundleWorker('export { default } from "./workers/scanner";'),
    bindings: { SCANNER_URL: `${origin}/v2/scan`, OUTGOING_ORIGINS: origin, SCANNER_TOKEN: token },
    handleRuntimeStdio: (out: Readable, err: Readable) => void [out.resume(), err.resume()],
  } as MiniflareOptions);
  onTestFinished(async () => {
    service.close();
    await miniflare.dispose();
  });
  return boundFileScanner((await miniflare.getWorker()) as unknown as Fetcher)!;
}
const contextWith = async (fileScanner?: Awaited<ReturnType<typeof aScanner>>) =>
  testContext(database.db, actingAs(await aStaffMember(database.db)), { files: r2Files(bucket.binding), fileScanner });
const uploading = async (ctx: Awaited<ReturnType<typeof contextWith>>, bytes: Uint8Array<ArrayBuffer>) =>
  storeUpload(ctx, "report", aFile(bytes, "report.pdf")).then(
    () => "stored",
    (error: Error) => error.message,
  );

const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
const aPdfWith = (stream: string | Uint8Array) =>
  bytesOf("%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile >>\nstream\n", stream, "\nendstream\nendobj\n%%EOF\n");
const REFUSED = "'report.pdf' cannot be used, because it may contain malware";

test.each([
  ["in a PDF", aPdfWith(EICAR)],
  ["packed in a PDF", aPdfWith(deflateSync(EICAR))],
])("refuses EICAR %s and stores nothing", async (_, bytes) => {
  const ctx = await contextWith(await aScanner(clamavRest));
  let said = "";
  const { text } = await logged(async () => {
    said = await uploading(ctx, bytes);
  });
  expect([said, await database.db.select().from(uploads)]).toEqual([REFUSED, []]);
  expect(text).toContain("upload with malware");
});

test("recognises EICAR itself, and stores a clean file", async () => {
  const scanner = await aScanner(clamavRest);
  expect(await scanner.isClean(bytesOf(EICAR), "text/plain")).toBe(false);
  expect(await uploading(await contextWith(scanner), pdfBytes())).toBe("stored");
});

test.each<[string, RequestListener, string?]>([
  ["an error", (_, response) => void response.writeHead(500).end("[]")],
  ["a file that it cannot read", (_, response) => void response.writeHead(412).end('[{"Status": "PARSE ERROR"}]')],
  ["an answer about nothing", (_, response) => void response.end("[]")],
  ["a page of something else", (_, response) => void response.end("<h1>Welcome</h1>")],
  ["a redirect", (_, response) => void response.writeHead(302, { Location: "/v2/scan" }).end()],
  ["a refused token", clamavRest, "another token of the proxy"],
])("%s is no verdict, so the upload is refused", async (_, answer, token) => {
  const ctx = await contextWith(await aScanner(answer, token));
  let said = "";
  await logged(async () => {
    said = await uploading(ctx, pdfBytes());
  });
  expect(said).toBe("'report.pdf' could not be checked for malware. Please try again.");
  expect(await database.db.select().from(uploads)).toEqual([]);
});

test("serves no file from before the scanner until it is scanned", async () => {
  const before = await contextWith();
  const keys = await Promise.all(
    [pdfBytes(), aPdfWith(EICAR)].map(
      async (bytes) => (await storeUpload(before, "report", aFile(bytes, "report.pdf"))).key,
    ),
  );
  const serve = (ctx: typeof before, key: string) => serveFile(ctx, key, new Request(`http://localhost/files/${key}`));
  expect((await serve(before, keys[1]!)).status).toBe(200);
  const ctx = { ...before, fileScanner: await aScanner(clamavRest) };
  const clean = await serve(ctx, keys[0]!);
  expect([clean.status, new Uint8Array(await clean.arrayBuffer())]).toEqual([200, pdfBytes()]);
  await logged(async () => {
    const infected = await serve(ctx, keys[1]!);
    expect([infected.status, await infected.text()]).toEqual([403, REFUSED]);
    const silent = { ...before, fileScanner: await aScanner((_, response) => void response.writeHead(503).end()) };
    expect((await serve(silent, keys[0]!)).status).toBe(403);
  });
});

test("a file that was scanned before is served without another scan", async () => {
  const ctx = await contextWith(await aScanner(clamavRest));
  const { key } = await storeUpload(ctx, "report", aFile(pdfBytes(), "report.pdf"));
  let asked = 0;
  const counting = { isClean: async () => ++asked > 0 };
  const answer = await serveFile({ ...ctx, fileScanner: counting }, key, new Request(`http://localhost/files/${key}`));
  expect([answer.status, asked]).toEqual([200, 0]);
  await answer.body?.cancel();
});
