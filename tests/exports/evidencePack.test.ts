import { eq } from "drizzle-orm";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser, Context } from "~/domain/context";
import { Forbidden, NotFound } from "~/domain/errors";
import type { EvidenceFile } from "~/domain/evidence/evidenceFile";
import { hashOfCheck } from "~/domain/linkWatch/checkChain";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { evidenceZip } from "~/exports/evidenceZip";
import { makeEvidencePack } from "~/exports/makeEvidencePack";
import { type EvidenceSigner, evidenceSigner } from "~/integrations/evidenceKey.server";
import { newId } from "~db/ids";
import { history, linkChecks, orderMessages, orderReports, orders, placements, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { anEvidenceKey, verifyByDocs } from "../support/evidence";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

const SECRET = "margin-is-thin-7781";
const HOUR = 3_600_000;

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
let signer: EvidenceSigner;
let orderId: string;
let zip: Uint8Array;
const files = memoryFiles();
const contextOf = (user: ActorUser, overrides: Partial<Context> = {}) =>
  testContext(database.db, actingAs(user), { files, ...overrides });

const packOf = async (id: string) => {
  const { key, size } = await makeEvidencePack(contextOf(staff), signer, id);
  const bytes = files.objects.get(key)!;
  expect(bytes.length).toBe(size);
  return bytes;
};
const textsIn = (bytes: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, body]) => [name, strFromU8(body)]));

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  staff = await aStaffMember(db, { firstName: "Mia", privileges: "Admin" });
  client = await aCustomer(db, { firstName: "Ada" });
  signer = await evidenceSigner({ EVIDENCE_KEY: anEvidenceKey() });
  ({ id: orderId } = await aTrackedOrder(db, {
    staff,
    client,
    count: 60,
    tracking: { guaranteeDays: 365, minDr: 40 },
  }));
  await db.update(orders).set({ notes: SECRET }).where(eq(orders.id, orderId));
  const links = await db.select().from(placements).where(eq(placements.orderId, orderId));
  const [link] = links.toSorted((a, b) => a.sequence - b.sequence);
  await db.update(placements).set({ staffNote: SECRET, anchorText: "spring offer" }).where(eq(placements.id, link!.id));
  const written = (action: string, actorId: string, at: number, changes: typeof history.$inferInsert.changes = []) => ({
    id: newId(at),
    entity: "placement" as const,
    entityId: link!.id,
    action,
    actorId,
    changes,
    createdAt: at,
  });
  await db
    .insert(history)
    .values([
      written("Site proposed", staff.id, TEST_NOW + 1, [{ field: "staffNote", before: null, after: SECRET }]),
      written("Site accepted", client.id, TEST_NOW + 2, [
        { field: "state", before: "site_review", after: "in_progress" },
      ]),
      { ...written("Content accepted", client.id, TEST_NOW + 3), realActorId: staff.id },
      written("Internal note changed", staff.id, TEST_NOW + 4),
    ]);
  let hash = "";
  for (const [index, hours] of [1, 2, 3, 4, 5, 6, 7].entries()) {
    const at = TEST_NOW + hours * HOUR;
    const evidenceKey = `evidence-${index}`;
    await files.put(evidenceKey, strToU8(`<a href="https://client.example/">spring offer ${index}</a>`), "text/plain");
    const signed = {
      id: newId(at),
      placementId: link!.id,
      dueAt: at,
      at,
      verdict: "ok" as const,
      status: 200,
      evidenceKey,
      finalUrl: "https://blog.example/post",
      rel: "",
      anchor: '  spring \\ "offer"',
      ms: 12,
      bodySha256: "",
      seenById: null,
      note: "",
      prevHash: hash,
    };
    hash = await hashOfCheck(signed);
    await db.insert(linkChecks).values({ ...signed, hash });
  }
  const message = (thread: "Customer" | "Admin", authorId: string, text: string) => ({
    id: newId(TEST_NOW),
    orderId,
    thread,
    authorId,
    body: `<p>${text}</p>`,
    bodySource: text,
    createdAt: TEST_NOW,
  });
  await db
    .insert(orderMessages)
    .values([
      message("Customer", client.id, "When is it live?"),
      message("Customer", staff.id, "Tomorrow."),
      message("Admin", staff.id, SECRET),
    ]);
  await files.put("report-key", strToU8("%PDF-1.7 delivered"), "application/pdf");
  await db.insert(uploads).values({
    key: "report-key",
    kind: "orderReport",
    fileName: "Report März (1).pdf",
    contentType: "application/pdf",
    size: 18,
    createdAt: TEST_NOW,
    storedAt: TEST_NOW,
    attachedTo: `order:${orderId}`,
  });
  await db.insert(orderReports).values({
    id: newId(TEST_NOW),
    orderId,
    uploadKey: "report-key",
    fileName: "Report März (1).pdf",
    createdById: staff.id,
    createdAt: TEST_NOW,
  });
  zip = await packOf(orderId);
});
afterAll(() => database.dispose());

test("holds invoice, answers, links, terms, checks, approvals and reports", () => {
  const texts = textsIn(zip);
  const excerpts = Object.keys(texts).filter((name) => name.startsWith("checks/"));
  expect(excerpts).toHaveLength(7);
  expect(texts[excerpts[0]!]).toContain("spring offer 0");
  expect(texts["invoice.pdf"]).toMatch(/^%PDF/);
  expect(texts["reports/001-Report-Marz-1-.pdf"]).toBe("%PDF-1.7 delivered");
  const links = JSON.parse(texts["links.json"]!);
  expect(links).toHaveLength(60);
  expect(links[0]).toMatchObject({ anchorText: "spring offer", state: "Needs your input" });
  expect(JSON.parse(texts["terms.json"]!)[0]).toMatchObject({ link: links[0].number, guaranteeDays: 365, minDr: 40 });
  const checks = JSON.parse(texts["checks.json"]!) as { hash: string; prevHash: string; excerpt: string }[];
  expect(checks.map(({ prevHash, excerpt }) => [prevHash, excerpt])).toEqual(
    excerpts.map((name, index) => [checks[index - 1]?.hash ?? "", name]),
  );
  expect(links[0].guaranteeUntil, "a link that is not live has no guarantee yet").toBeNull();
  expect(JSON.parse(texts["answers.json"]!)).toEqual([]);
  expect(JSON.parse(texts["order.json"]!)).toMatchObject({ clientName: "Ada Example", totalCents: 6_000_00 });
});

test("says who approved what and when, also for an admin as client", () => {
  const approvals = JSON.parse(textsIn(zip)["link-approvals.json"]!);
  expect(approvals.map(({ action, by, enteredBy }: never) => [action, by, enteredBy])).toEqual([
    ["Site proposed", "Mia Example", undefined],
    ["Site accepted", "Ada Example", undefined],
    ["Content accepted", "Ada Example", "Mia Example"],
  ]);
  expect(approvals[1].at).toBe(new Date(TEST_NOW + 2).toISOString());
});

test("holds the client's thread and nothing that staff keep to themselves", () => {
  const texts = textsIn(zip);
  expect(JSON.parse(texts["conversation.json"]!).map(({ side, text }: never) => [side, text])).toEqual([
    ["client", "When is it live?"],
    ["agency", "Tomorrow."],
  ]);
  expect(Object.entries(texts).filter(([, text]) => text.includes(SECRET))).toEqual([]);
});

test("lists each file but the signature with its SHA-256", () => {
  const texts = textsIn(zip);
  const { files: listed, order, kid } = JSON.parse(texts["manifest.json"]!);
  expect(listed.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    Object.keys(texts)
      .filter((name) => !name.startsWith("manifest."))
      .toSorted(),
  );
  for (const { sha256 } of listed) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect([order, kid]).toEqual([expect.any(Number), signer.publicKeys[0]!.kid]);
});

test("is verified by the commands of docs/evidence.md", () => {
  expect(verifyByDocs(zip, signer.publicKeys)).toEqual({ code: 0, output: "Signature Verified Successfully\n" });
});

test("fails those commands for one changed byte in any file", () => {
  const parts = unzipSync(zip);
  const passed = Object.keys(parts).filter((name) => {
    const bytes = parts[name]!.slice();
    bytes[bytes.length >> 1]! ^= 1;
    return verifyByDocs(zipSync({ ...parts, [name]: bytes }, { level: 0 }), signer.publicKeys).code === 0;
  });
  expect(passed).toEqual([]);
}, 60_000);

/** The pack with another chain of its one checked link, signed again by the agency. */
async function packWithChain(change: (rows: string[]) => string[]) {
  async function* all(): AsyncGenerator<EvidenceFile> {
    for (const [name, text] of Object.entries(textsIn(zip))) {
      if (name.startsWith("manifest.")) continue;
      const body = name.startsWith("chains/") ? `${change(text.trim().split("\n")).join("\n")}\n` : text;
      yield { name, body: [strToU8(body)], packed: false };
    }
  }
  const stream = evidenceZip(all(), signer, { orderNumber: 1, madeAt: TEST_NOW });
  return new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
}

test("fails those commands for a check changed or left out before signing", async () => {
  const code = async (change: (rows: string[]) => string[]) =>
    verifyByDocs(await packWithChain(change), signer.publicKeys).code;
  expect(await code((rows) => rows)).toBe(0);
  // Checks that are no longer kept.
  expect(await code((rows) => rows.slice(2))).toBe(0);
  expect(await code((rows) => rows.filter((_, at) => at !== 3))).not.toBe(0);
  expect(await code(([first, ...rest]) => [first!.replace('"ok"', '"missing"'), ...rest])).not.toBe(0);
});

test("fails those commands for a missing, an added and a renamed file", () => {
  const { "invoice.pdf": invoice, ...rest } = unzipSync(zip);
  for (const parts of [rest, { ...unzipSync(zip), "more.txt": strToU8("more") }, { ...rest, "bill.pdf": invoice! }])
    expect(verifyByDocs(zipSync(parts, { level: 0 }), signer.publicKeys).code).not.toBe(0);
});

test("fails those commands for a signature of another key", async () => {
  const other = await evidenceSigner({ EVIDENCE_KEY: anEvidenceKey() });
  const forged = { ...other.publicKeys[0]!, kid: signer.kid };
  expect(verifyByDocs(zip, [forged]).code).not.toBe(0);
});

test("verifies a pack of a replaced key that stays in the set", async () => {
  const [old] = signer.publicKeys;
  const rotated = await evidenceSigner({ EVIDENCE_KEY: anEvidenceKey(), EVIDENCE_OLD_KEYS: ` ${old!.x} ` });
  expect(rotated.publicKeys.map(({ kid }) => kid)).toEqual([rotated.kid, old!.kid]);
  expect(verifyByDocs(zip, rotated.publicKeys).code).toBe(0);
  await expect(evidenceSigner({ EVIDENCE_KEY: anEvidenceKey(), EVIDENCE_OLD_KEYS: "short" })).rejects.toThrow(
    "EVIDENCE_OLD_KEYS",
  );
});

test("a stored pack is a file of nobody, which the sweep deletes", async () => {
  const rows = await database.db.select().from(uploads).where(eq(uploads.kind, "evidencePack"));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatchObject({ storedAt: null, attachedTo: null, ownerId: null });
  const later = testContext(database.db, actingSystem, { files, now: TEST_NOW + 25 * HOUR });
  expect(await sweepUploads(later)).toBe(rows.length);
  expect(rows.filter(({ key }) => files.objects.has(key))).toEqual([]);
});

test("refuses Managers, clients and unknown orders", async () => {
  const manager = await aStaffMember(database.db, { privileges: "Manager" });
  const make = (user: ActorUser, id = orderId) => makeEvidencePack(contextOf(user), signer, id);
  await expect(make(manager)).rejects.toBeInstanceOf(Forbidden);
  await expect(make(client)).rejects.toBeInstanceOf(Forbidden);
  await expect(make(staff, "nobody")).rejects.toBeInstanceOf(NotFound);
});

test("holds less than 1 MB of eight files of 25 MB at any moment", async () => {
  const piece = new Uint8Array(64 * 1024).fill(7);
  const PIECES = 400;
  let produced = 0;
  let consumed = 0;
  let most = 0;
  async function* large(): AsyncGenerator<EvidenceFile> {
    for (let file = 0; file < 8; file++) yield { name: `reports/${file}.pdf`, body: pieces(), packed: true };
  }
  async function* pieces() {
    for (let index = 0; index < PIECES; index++) {
      produced += piece.length;
      most = Math.max(most, produced - consumed);
      yield piece;
    }
  }
  const reader = evidenceZip(large(), signer, { orderNumber: 1, madeAt: TEST_NOW }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    consumed += value.length;
  }
  expect(produced).toBe(8 * PIECES * piece.length);
  expect(consumed).toBeGreaterThan(produced);
  expect(most).toBeLessThan(1024 * 1024);
}, 30_000);
