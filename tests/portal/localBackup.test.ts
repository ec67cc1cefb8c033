import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStores } from "../../scripts/local/openStores";
import { type ApiBuyer, aBuyer, BUYER_PASSWORD, buy, place, serviceNamed } from "../support/apiBuyer";
import { chargesOf, runBilling } from "../support/restore";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { runScript } from "../support/runScript";
import { until } from "../support/until";

const UPLOADS = 100;
/** What six clients may order. */
const MAX_IN_LANE = 120;
const HOUR_MS = 60 * 60_000;

let portal: RunningPortal;
let buyer: ApiBuyer;
/** Several, because one may upload 60 files and place 20 orders in ten minutes. */
const clients: ApiBuyer[] = [];
const clientFor = (n: number) => clients[n % clients.length]!;
let subscriptionId: string;
const root = mkdtempSync(join(tmpdir(), "local-backup-"));
const [backup, restored] = [join(root, "backup"), join(root, "restored")];
/** SHA-256 of what was uploaded before the backup, by address. */
const uploaded = new Map<string, string>();
/** The numbers that were written, by lane, as the portal answered them. */
const answered = { uploads: 0, orders: 0 };
/** By the portal's clock, ms UTC. */
let loadedAt: number;
let before: typeof answered;
let sent: typeof answered;

const hashOf = (bytes: string | ArrayBuffer) =>
  createHash("sha256")
    .update(typeof bytes === "string" ? bytes : Buffer.from(bytes))
    .digest("hex");

async function upload(n: number, prefix = "before") {
  const text = `%PDF-1.4\n${prefix} ${n} ${"x".repeat(n * 100)}\n%%EOF`;
  const body = new FormData();
  body.set("file", new File([text], `${prefix}-${n}.pdf`, { type: "application/pdf" }));
  const answer = await portal.api("POST", "/upload", { bearer: clientFor(n).bearer, body });
  if (answer.status !== 200) throw new Error(`The upload answered ${answer.status}: ${answer.text}`);
  return { key: answer.json.url as string, hash: hashOf(text) };
}

async function underLoad(work: () => Promise<void>) {
  const service = await serviceNamed(portal, buyer.bearer, "SEO Content Writing");
  loadedAt = Date.parse((await portal.control.clock()).now);
  let working = true;
  const lane = async (name: keyof typeof answered, write: (n: number) => Promise<unknown>) => {
    for (let n = 1; working && n <= MAX_IN_LANE; n++) {
      await write(n);
      answered[name] = n;
    }
  };
  const lanes = [
    lane("uploads", (n) => upload(n, "during")),
    lane("orders", (n) => place(portal, clientFor(n).bearer, service)),
  ];
  await until("the load", () => answered.uploads > 2 && answered.orders > 2);
  before = { ...answered };
  await work();
  sent = { uploads: answered.uploads + 1, orders: answered.orders + 1 };
  working = false;
  await Promise.all(lanes);
}

beforeAll(async () => {
  portal = await startPortal();
  buyer = await aBuyer(portal);
  const service = await serviceNamed(portal, buyer.bearer, "Local SEO Management");
  await buy(portal, buyer.bearer, service, { paymentType: "SUBSCRIPTION" });
  const [bought] = (await portal.api("GET", "/subscription/mine", { bearer: buyer.bearer })).json;
  subscriptionId = bought.id;
  await portal.control.moveClock({ now: new Date(Date.parse(bought.nextPayment) + HOUR_MS).toISOString() });
  buyer.bearer = (await portal.tokens(buyer.email, BUYER_PASSWORD)).jwtToken;
  for (let n = 0; n < 6; n++) clients.push(await aBuyer(portal, "Loaded"));
  for (let n = 0; n < UPLOADS; n++) {
    const { key, hash } = await upload(n);
    uploaded.set(key, hash);
  }
  await underLoad(async () => {
    const { code, output } = await runScript("backup", ["--to", backup], { STATE_DIR: portal.stateDir });
    if (code !== 0) throw new Error(output);
  });
}, 600_000);
afterAll(async () => {
  await portal?.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Rows and sums of what was there before the load. */
const FIGURES = `select (select count(*) from users where created_at < ?1) as users,
  (select count(*) from orders where created_at < ?1) as orders,
  (select sum(total) from orders where created_at < ?1) as total,
  (select sum(refunded) from orders where created_at < ?1) as refunded,
  (select count(*) from invoices where order_id in (select id from orders where created_at < ?1)) as invoices,
  (select sum(amount) from commissions where order_id in (select id from orders where created_at < ?1)) as commissions,
  (select count(*) from uploads where file_name not like 'during-%') as uploads`;
/** What the load added. */
const LOAD = `select (select count(*) from uploads where file_name like 'during-%') as uploads,
  (select max(cast(substr(file_name, 8) as integer)) from uploads where file_name like 'during-%') as lastUpload,
  (select count(*) from orders where client_id in (select id from users where first_name = 'Loaded')) as orders`;

async function figuresIn(folder: string) {
  const stores = openStores(folder);
  try {
    const database = await stores.database();
    const of = async (query: string, ...values: number[]) =>
      await database
        .prepare(query)
        .bind(...values)
        .first<Record<string, number>>();
    const violations = (await database.prepare("pragma foreign_key_check").all()).results;
    return { figures: await of(FIGURES, loadedAt), load: await of(LOAD), violations };
  } finally {
    await stores.close();
  }
}

test("a backup under load restores to one moment inside it", async () => {
  const run = await runScript("restore", ["--from", backup], { STATE_DIR: restored });
  expect(run).toMatchObject({ code: 0 });
  const copy = await figuresIn(restored);
  expect(copy.violations).toEqual([]);
  expect(copy.load!.uploads).toBe(copy.load!.lastUpload);
  for (const lane of ["uploads", "orders"] as const) {
    expect(copy.load![lane]).toBeGreaterThanOrEqual(before[lane]);
    expect(copy.load![lane]).toBeLessThanOrEqual(sent[lane]);
  }
  const books = await runScript("books", [], { STATE_DIR: restored });
  expect(books.output).not.toContain("differs");
  expect(books.code).toBe(0);
  await portal.whileStopped(async (stateDir) => {
    const source = await figuresIn(stateDir);
    expect(copy.figures).toEqual(source.figures);
    expect(source.load!.uploads).toBe(answered.uploads);
    rmSync(stateDir, { recursive: true });
    expect(await runScript("restore", ["--from", backup], { STATE_DIR: stateDir })).toMatchObject({ code: 0 });
  });
}, 600_000);

test("every uploaded file is restored byte by byte", async () => {
  const stores = openStores(restored);
  try {
    const { results } = await (await stores.database())
      .prepare("select key from uploads where file_name like 'before-%'")
      .all<{ key: string }>();
    expect(results).toHaveLength(UPLOADS);
    const bucket = await stores.bucket();
    const hashes = await Promise.all(
      results.map(async ({ key }) => hashOf(await (await bucket.get(key))!.arrayBuffer())),
    );
    expect(hashes.sort()).toEqual([...uploaded.values()].sort());
  } finally {
    await stores.close();
  }
});

test("the restored portal is not seeded again and charges a due renewal once", async () => {
  const renewals = async () => (await chargesOf(portal)).get(`${subscriptionId} 2`)?.length ?? 0;
  await runBilling(portal, 6);
  expect(await renewals()).toBe(1);
  const { jwtToken } = await portal.tokens(buyer.email, BUYER_PASSWORD);
  const [subscription] = (await portal.api("GET", "/subscription/mine", { bearer: jwtToken })).json;
  expect(Date.parse(subscription.nextPayment)).toBeGreaterThan(Date.parse((await portal.control.clock()).now));
});
