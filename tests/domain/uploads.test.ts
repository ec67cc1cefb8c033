import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Forbidden, Invalid } from "~/domain/errors";
import { keyOfFileAddress } from "~/domain/uploads/fileAddress";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { attachUploads, replaceUploads } from "~/domain/uploads/usableUploads";
import { readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import { serveFile } from "~/files/serveFile";
import { storeUpload } from "~/files/storeUpload";
import { boundFileScanner } from "~/integrations/fileScanner.server";
import { r2Files } from "~/integrations/r2Files.server";
import { atomicBatch, PreconditionFailed } from "~db/client.server";
import { uploads } from "~db/schema";
import { openTestBucket, type TestBucket } from "../support/bucket";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { aFile, compoundBytes, docxBytes, jpegBytes, pdfBytes, pngBytes, xlsxBytes } from "../support/fileBytes";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let bucket: TestBucket;
beforeAll(async () => {
  [database, bucket] = await Promise.all([openTestDatabase(), openTestBucket()]);
});
afterAll(() => Promise.all([database.dispose(), bucket.dispose()]));
beforeEach(() => database.clear());

const HOUR = 60 * 60 * 1000;

const contextOf = (actor = anonymous, overrides = {}) =>
  testContext(database.db, actor, { files: r2Files(bucket.binding), ...overrides });
const aCustomerContext = async () => contextOf(actingAs(await aCustomer(database.db)));
const aStaffContext = async () => contextOf(actingAs(await aStaffMember(database.db)));
const rowOf = (key: string) => database.db.select().from(uploads).where(eq(uploads.key, key)).get();
const get = (key: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:8788/files/${key}`, { headers });

test("stores an upload as a row and an object with an address", async () => {
  const ctx = await aCustomerContext();
  const stored = await storeUpload(ctx, "projectFile", aFile(pdfBytes(), "brief.pdf"));
  expect(stored).toEqual({
    key: stored.key,
    url: `/files/${stored.key}`,
    name: "brief.pdf",
    size: pdfBytes().byteLength,
  });
  expect(stored.key).toMatch(/^[0-9A-Za-z_-]{32}$/);
  expect(await rowOf(stored.key)).toMatchObject({
    storedAt: TEST_NOW,
    attachedTo: null,
    contentType: "application/pdf",
    kind: "projectFile",
  });
  expect(new Uint8Array(await (await bucket.binding.get(stored.key))!.arrayBuffer())).toEqual(pdfBytes());
});

const PROTECTED = "is protected with a password. Save it without one and upload it again.";
const MACROS = "contains macros. Save it without macros, as .docx or .xlsx, and upload it again.";
test.each([
  [
    "a renamed program",
    "serviceTemplate",
    aFile("MZ\u0090", "prices.xlsx"),
    "'prices.xlsx' cannot be used. Allowed types: .xls, .xlsx",
  ],
  [
    "a broken spreadsheet",
    "serviceTemplate",
    aFile(xlsxBytes().slice(0, -30), "b.xlsx"),
    "'b.xlsx' is incomplete or damaged. Save or download it again, then upload it.",
  ],
  ...(
    [
      ["a password", "p.xlsx", compoundBytes(["EncryptedPackage"]), PROTECTED],
      ["a password and another ending", "p.bin", compoundBytes(["EncryptedPackage"]), PROTECTED],
      [
        "HTML as .xls",
        "r.xls",
        "<table><tr><td>1</td></tr></table>",
        "is a web page, not an Excel file. Open it, save it as .xlsx and upload it again.",
      ],
      [
        "text as .xls",
        "r.XLS",
        "a\tb\n1\t2\n",
        "is plain text, not an Excel file. Open it, save it as .xlsx and upload it again.",
      ],
      ["macros", "m.xlsx", xlsxBytes({ "xl/vbaProject.bin": pngBytes() }), MACROS],
      ["macros by the ending", "m.xlsm", xlsxBytes({ "xl/vbaProject.bin": pngBytes() }), MACROS],
      [
        "a cut end",
        "c.xls",
        compoundBytes(["Workbook"]).slice(0, 512),
        "is incomplete or damaged. Save or download it again, then upload it.",
      ],
      ["a document", "d.docx", docxBytes(), "cannot be used. Allowed types: .xls, .xlsx"],
      ["a page with its own ending", "r.html", "<table></table>", "cannot be used. Allowed types: .xls, .xlsx"],
    ] as const
  ).map(([what, name, bytes, why]) => [what, "serviceTemplate", aFile(bytes, name), `'${name}' ${why}`] as const),
  [
    "RTF as .doc",
    "projectFile",
    aFile("{\\rtf1 hello}", "r.doc"),
    "'r.doc' is rich text (RTF), not a Word file. Open it, save it as .docx and upload it again.",
  ],
  [
    "a page as .docx",
    "projectFile",
    aFile("<html>", "r.docx"),
    "'r.docx' is a web page, not a Word file. Open it, save it as .docx and upload it again.",
  ],
  ["a page as a photo", "profilePhoto", aFile("<html>", "r.jpg"), "'r.jpg' cannot be used. Allowed types: .jpg, .jpeg"],
  [
    "a protected sheet as a photo",
    "profilePhoto",
    aFile(compoundBytes(["EncryptedPackage"]), "r.jpg"),
    "'r.jpg' cannot be used. Allowed types: .jpg, .jpeg",
  ],
  [
    "a picture as a template",
    "serviceTemplate",
    aFile(pngBytes(), "a.xlsx"),
    "'a.xlsx' cannot be used. Allowed types: .xls, .xlsx",
  ],
  [
    "SVG as an image",
    "serviceImage",
    aFile("<svg/>", "a.svg", "image/svg+xml"),
    "'a.svg' cannot be used. Allowed types: .jpg, .jpeg, .png, .webp, .gif",
  ],
  [
    "a PNG as a photo",
    "profilePhoto",
    aFile(pngBytes(), "me.jpg", "image/jpeg"),
    "'me.jpg' cannot be used. Allowed types: .jpg, .jpeg",
  ],
  ["an empty file", "projectFile", aFile("", "a.pdf"), "'a.pdf' is empty"],
  [
    "an image over 5 MB",
    "serviceImage",
    aFile(new Uint8Array(5 * 1024 * 1024 + 1), "a.png"),
    "'a.png' is larger than 5 MB. Allowed types: .jpg, .jpeg, .png, .webp, .gif",
  ],
  [
    "a document over 20 MB",
    "projectFile",
    aFile(new Uint8Array(20 * 1024 * 1024 + 1), "a.pdf"),
    "'a.pdf' is larger than 20 MB. Allowed types: .doc, .docx, .xls, .xlsx, .pdf",
  ],
] as const)("refuses %s and stores nothing", async (_name, kind, file, message) => {
  const ctx = await aStaffContext();
  await expect(storeUpload(ctx, kind, file)).rejects.toMatchObject({ kind: "Invalid", message });
  expect(await database.db.select().from(uploads)).toEqual([]);
});

test("checks the size before reading the file", async () => {
  const file = aFile(new Uint8Array(21 * 1024 * 1024), "a.pdf");
  const read = vi.spyOn(file, "arrayBuffer");
  await expect(storeUpload(await aCustomerContext(), "projectFile", file)).rejects.toThrow(Invalid);
  expect(read).not.toHaveBeenCalled();
});

test("checks the permission of each upload kind", async () => {
  const customer = await aCustomerContext();
  await expect(storeUpload(customer, "serviceImage", aFile(pngBytes(), "a.png"))).rejects.toThrow(Forbidden);
  await expect(storeUpload(customer, "report", aFile(pdfBytes(), "a.pdf"))).rejects.toThrow(Forbidden);
  await expect(storeUpload(contextOf(), "profilePhoto", aFile(jpegBytes(), "a.jpg"))).rejects.toThrow("Please sign in");
  await expect(storeUpload(contextOf(), "intakeFile", aFile(docxBytes(), "a.docx"))).rejects.toThrow("Please sign in");
});

test.each([
  ["../../etc/pass\u0000wd.pdf", "passwd.pdf"],
  ["C:\\temp\\a.pdf", "a.pdf"],
  ["invoice.pdf.exe", "invoice.pdf"],
  ["résumé \u202egpj.pdf", "résumé gpj.pdf"],
  [".pdf", "file.pdf"],
])("stores the name %j as %j", async (fileName, name) => {
  expect((await storeUpload(await aCustomerContext(), "projectFile", aFile(pdfBytes(), fileName))).name).toBe(name);
});

test("hides an uncommitted upload and sweeps it after 24 hours", async () => {
  const ctx = await aCustomerContext();
  const files = r2Files(bucket.binding);
  const interrupted = { ...ctx, files: { ...files, put: () => Promise.reject(new Error("killed")) } };
  await expect(storeUpload(interrupted, "projectFile", aFile(pdfBytes(), "a.pdf"))).rejects.toThrow("killed");
  const [row] = await database.db.select().from(uploads);
  expect((await serveFile(ctx, row!.key, get(row!.key))).status).toBe(404);
  const used = await storeUpload(ctx, "projectFile", aFile(pdfBytes(), "used.pdf"));
  const orphan = await storeUpload(ctx, "projectFile", aFile(pdfBytes(), "orphan.pdf"));
  await atomicBatch(ctx.db, attachUploads(ctx, [used.key], "order:1"));

  expect(await sweepUploads(contextOf(actingSystem, { now: TEST_NOW + 24 * HOUR }))).toBe(0);
  expect(await sweepUploads(contextOf(actingSystem, { now: TEST_NOW + 24 * HOUR + 1 }))).toBe(2);
  expect((await database.db.select().from(uploads)).map((upload) => upload.key)).toEqual([used.key]);
  expect(await bucket.binding.get(orphan.key)).toBeNull();
  expect(await bucket.binding.head(used.key)).not.toBeNull();
  await expect(sweepUploads(ctx)).rejects.toThrow(Forbidden);
});

test("resumes an interrupted sweep and blocks attaching until then", async () => {
  const ctx = await aCustomerContext();
  const { key } = await storeUpload(ctx, "projectFile", aFile(pdfBytes(), "a.pdf"));
  const later = contextOf(actingSystem, { now: TEST_NOW + 25 * HOUR });
  const interrupted = { ...later, files: { ...later.files, delete: () => Promise.reject(new Error("killed")) } };
  await expect(sweepUploads(interrupted)).rejects.toThrow("killed");
  await expect(atomicBatch(ctx.db, attachUploads(ctx, [key], "order:1"))).rejects.toThrow(PreconditionFailed);
  expect(await sweepUploads(later)).toBe(1);
  expect(await rowOf(key)).toBeUndefined();
});

test("serves a file to its owner, staff and the order's client", async () => {
  const owner = await aCustomer(database.db);
  const stranger = contextOf(actingAs(await aCustomer(database.db)));
  const staff = await aStaffContext();
  const order = await anOrder(database.db, { clientId: owner.id });
  const own = contextOf(actingAs(owner));
  const mine = await storeUpload(own, "projectFile", aFile(docxBytes(), "mine.docx"));
  const report = await storeUpload(staff, "report", aFile(pdfBytes(), "report.pdf"));
  const unattached = await storeUpload(staff, "report", aFile(pdfBytes(), "loose.pdf"));
  await atomicBatch(staff.db, attachUploads(staff, [report.key], `order:${order.id}`));
  const statusFor = async (ctx: typeof own, key: string) => (await serveFile(ctx, key, get(key))).status;

  expect(await Promise.all([own, staff, stranger, contextOf()].map((ctx) => statusFor(ctx, mine.key)))).toEqual([
    200, 200, 404, 404,
  ]);
  expect(await Promise.all([own, staff, stranger, contextOf()].map((ctx) => statusFor(ctx, report.key)))).toEqual([
    200, 200, 404, 404,
  ]);
  expect(await Promise.all([own, staff].map((ctx) => statusFor(ctx, unattached.key)))).toEqual([404, 200]);
  expect(await (await serveFile(stranger, mine.key, get(mine.key))).text()).toBe("File not found");
});

test("serves service images to everyone and templates after sign-in", async () => {
  const staff = await aStaffContext();
  const image = await storeUpload(staff, "serviceImage", aFile(pngBytes(), "a.png"));
  const template = await storeUpload(staff, "serviceTemplate", aFile(xlsxBytes(), "t.xlsx"));
  const shown = await serveFile(contextOf(), image.key, get(image.key));
  expect(shown.status).toBe(200);
  expect(shown.headers.get("Content-Disposition")).toBe(`inline; filename="a.png"; filename*=UTF-8''a.png`);
  expect(shown.headers.get("Cache-Control")).toBe("public, max-age=86400");
  expect((await serveFile(contextOf(), template.key, get(template.key))).status).toBe(404);
  expect((await serveFile(await aCustomerContext(), template.key, get(template.key))).status).toBe(200);
});

test("serves downloads as inert attachments with revalidation", async () => {
  const ctx = await aCustomerContext();
  const { key } = await storeUpload(ctx, "projectFile", aFile(pdfBytes(), "Übersicht 'A'.pdf", "text/html"));
  const response = await serveFile(ctx, key, get(key));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-length": String(pdfBytes().byteLength),
    "content-disposition": `attachment; filename="_bersicht 'A'.pdf"; filename*=UTF-8''%C3%9Cbersicht%20%27A%27.pdf`,
    "x-content-type-options": "nosniff",
    "content-security-policy":
      "sandbox; default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    "cache-control": "private, no-store",
    etag: `"${key}"`,
  });
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdfBytes());
  const revalidated = await serveFile(ctx, key, get(key, { "If-None-Match": `"x", W/"${key}"` }));
  expect([revalidated.status, await revalidated.text()]).toEqual([304, ""]);
  const stranger = await aCustomerContext();
  expect((await serveFile(stranger, key, get(key, { "If-None-Match": `"${key}"` }))).status).toBe(404);
  const head = await serveFile(ctx, key, new Request("http://localhost/", { method: "HEAD" }));
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("answers 404 for a lost object and for malformed keys", async () => {
  const ctx = await aCustomerContext();
  const { key } = await storeUpload(ctx, "projectFile", aFile(pdfBytes(), "a.pdf"));
  await bucket.binding.delete(key);
  const missing = await serveFile(ctx, key, get(key));
  expect([missing.status, await missing.text()]).toEqual([404, "This file is no longer available"]);
  for (const malformed of ["", "x", "../secret", "a".repeat(32), "%00".repeat(10), "a".repeat(5000)])
    expect((await serveFile(ctx, malformed, get("x"))).status).toBe(404);
});

test("keeps own files on resubmission and refuses others' keys", async () => {
  const ctx = await aCustomerContext();
  const stranger = await aCustomerContext();
  const theirs = await storeUpload(stranger, "intakeFile", aFile(docxBytes(), "theirs.docx"));
  const first = new FormData();
  first.set("name", "typed");
  first.append("brief", aFile(docxBytes(), "brief.docx"));
  first.append("brief", aFile("MZ", "virus.docx"));
  first.append("untouched", aFile("", ""));
  const once = await receiveFiles(ctx, first, { brief: "intakeFile", untouched: "projectFile" });
  const key = once.received.brief![0]!.key;
  expect(once.form.getAll("brief")).toEqual([key]);
  expect(once.form.get("name")).toBe("typed");
  expect(once.form.has("untouched")).toBe(false);
  expect(once.fieldErrors).toEqual({
    brief: ["'virus.docx' cannot be used. Allowed types: .doc, .docx, .xls, .xlsx"],
  });

  const second = new FormData();
  second.append("brief", key);
  second.append("brief", theirs.key);
  const twice = await receiveFiles(ctx, second, { brief: "intakeFile" });
  expect(twice.received.brief).toEqual(once.received.brief);
  expect(twice.fieldErrors).toEqual({ brief: ["A file is no longer available. Please upload it again."] });

  const wrongField = new FormData();
  wrongField.append("photo", key);
  expect((await receiveFiles(ctx, wrongField, { photo: "profilePhoto" })).form.getAll("photo")).toEqual([]);
});

test("refuses files attached elsewhere and detaches replaced ones", async () => {
  const ctx = await aCustomerContext();
  const [first, second] = await Promise.all(
    ["1.pdf", "2.pdf"].map((name) => storeUpload(ctx, "projectFile", aFile(pdfBytes(), name))),
  );
  await atomicBatch(ctx.db, attachUploads(ctx, [first!.key], "order:1"));
  await expect(atomicBatch(ctx.db, attachUploads(ctx, [first!.key, second!.key], "order:2"))).rejects.toThrow(
    PreconditionFailed,
  );
  expect((await rowOf(second!.key))?.attachedTo).toBeNull();
  await atomicBatch(ctx.db, replaceUploads(ctx, [second!.key], "order:1"));
  expect([(await rowOf(first!.key))?.attachedTo, (await rowOf(second!.key))?.attachedTo]).toEqual([null, "order:1"]);
});

test("enforces the size limit by header and by actual size", async () => {
  const form = new FormData();
  form.append("file", aFile(new Uint8Array(3000), "a.pdf"));
  const body = await new Response(form).arrayBuffer();
  const type = new Response(form).headers.get("Content-Type")!;
  const boundary = /boundary=(.+)/.exec(type)![1]!;
  const oneForm = (bytes: ArrayBuffer | ReadableStream, headers: Record<string, string> = {}) =>
    new Request("http://localhost/", { method: "POST", body: bytes, headers, duplex: "half" } as RequestInit);
  const actualBoundary = new TextDecoder().decode(body.slice(0, 200)).split("\r\n")[0]!.slice(2);
  const headers = { "Content-Type": `multipart/form-data; boundary=${actualBoundary}` };
  expect(boundary).not.toBe("");
  await expect(readMultipart(oneForm(body, { ...headers, "Content-Length": "2001" }), 2000)).rejects.toThrow("larger");
  await expect(readMultipart(oneForm(new Blob([body]).stream(), headers), 2000)).rejects.toThrow("larger");
  await expect(readMultipart(oneForm(body.slice(0, 1000), headers))).rejects.toThrow("did not arrive complete");
  expect(((await readMultipart(oneForm(body, headers))).get("file") as File).size).toBe(3000);
});

test("only addresses of this portal refer to a file", () => {
  const key = "a".repeat(32);
  const site = "https://portal.example.com";
  expect(keyOfFileAddress(`/files/${key}`, site)).toBe(key);
  expect(keyOfFileAddress(`${site}/files/${key}`, site)).toBe(key);
  for (const other of [
    `https://evil.example/files/${key}`,
    `//evil.example/files/${key}`,
    `/files/${key}/x`,
    `/files/../${key}`,
    key,
    `https://portal.example.com.evil.example/files/${key}`,
  ])
    expect(keyOfFileAddress(other, site)).toBeNull();
});

test("refuses a file with malware, or without a verdict, and stores nothing", async () => {
  const asked: [number, string | null][] = [];
  const answers = ['{"clean": true}', '{"clean": false}', '{"clean": "yes"}', "[]", "busy"];
  const binding = {
    fetch: async (_: string, sent: RequestInit) => {
      asked.push([(sent.body as Uint8Array).byteLength, new Headers(sent.headers).get("Content-Type")]);
      const body = answers.shift() ?? "";
      return new Response(body, { status: body === "busy" ? 503 : 200 });
    },
  } as unknown as Fetcher;
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const refused = vi.spyOn(console, "warn").mockImplementation(() => {});
  const customer = await aCustomer(database.db);
  const ctx = contextOf(actingAs(customer), { fileScanner: boundFileScanner(binding) });
  const upload = () =>
    storeUpload(ctx, "projectFile", aFile(pdfBytes(), "brief.pdf")).then(
      () => "stored",
      (error: Error) => error.message,
    );
  expect(await upload()).toBe("stored");
  expect(await upload()).toBe("'brief.pdf' cannot be used, because it may contain malware");
  for (let n = 0; n < 3; n++)
    expect(await upload()).toBe("'brief.pdf' could not be checked for malware. Please try again.");
  expect(await database.db.select().from(uploads)).toHaveLength(1);
  expect(asked[0]).toEqual([pdfBytes().byteLength, "application/pdf"]);
  expect(logged).toHaveBeenCalledTimes(3);
  expect(refused.mock.calls).toEqual([[expect.stringContaining("upload with malware")]]);
  logged.mockRestore();
  refused.mockRestore();
});
