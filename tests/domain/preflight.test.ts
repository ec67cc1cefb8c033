import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { notTracked } from "~/domain/catalogue/tracking";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { Context } from "~/domain/context";
import { Conflict, Invalid, NotFound } from "~/domain/errors";
import { evidenceFiles } from "~/domain/evidence/evidenceFiles";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { LOOK_MS, type SeenPage } from "~/domain/pageFacts";
import { preflight } from "~/domain/preflight/preflight";
import type { SheetRow } from "~/domain/preflight/sheetRow";
import { priceForm } from "~/features/checkout/checkoutValues";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { orders, pageFacts, placements, services, users } from "~db/schema";
import { randomOf } from "../support/cheapPayments";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aCustomer, aStaffMember } from "../support/factories";
import { linkRows } from "../support/guarantee";
import { anonymous } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const tracking = { ...notTracked, tracked: true };
const row = (at: number, some: Partial<SheetRow> = {}): SheetRow => ({
  package: "da-30",
  targetUrl: `https://client.example/${at}`,
  anchorText: `anchor ${at}`,
  clientReference: `client ${at}`,
  notes: "",
  ...some,
});
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1));

const aSheetBuyer = () =>
  stack.aBuyer({}, [
    { name: "DA 30+", price: 90_00, discounts: [{ count: 10, percent: 10 }], tracking },
    { name: "DA 50+", price: 150_00, discounts: [], tracking },
    { name: "Text", price: 20_00, discounts: [], tracking: notTracked },
  ]);

/** A watch that answers these pages, and counts what it was asked for. */
function watching(pages: readonly SeenPage[]) {
  const asked: string[] = [];
  return {
    asked,
    linkWatch: {
      checkNow: async () => null,
      lookAt: async (addresses: readonly string[]) => {
        asked.push(...addresses);
        return pages.filter(({ address }) => addresses.includes(address));
      },
    },
  };
}
const codesOf = async (ctx: Context, serviceId: string, rows: SheetRow[], look = true) =>
  (await preflight(ctx, { serviceId, rows }, { look })).rows.map(({ findings }) => findings.map(({ code }) => code));

async function buy(ctx: Context, form: Parameters<typeof placeOrder>[1]) {
  const placed = await placeOrder(ctx, form);
  await stack.confirm(placed);
  await completeOrder(ctx, placed.orderSystemId);
  return placed;
}

test("the sheet's price is the picker's, whatever the rows", async () => {
  const { ctx, service, packages } = await aSheetBuyer();
  const random = randomOf(27);
  for (let run = 0; run < 25; run++) {
    const names = ["da-30", packages[1]!.id, "DA 50+", "unknown"];
    const rows = rowsOf(1 + Math.floor(random() * 30)).map((one) => ({
      ...one,
      package: names[Math.floor(random() * names.length)]!,
    }));
    const { counts, price } = await preflight(ctx, { serviceId: service.id, rows }, { look: false });
    const values = Object.fromEntries(
      counts.map(({ packageId, count }) => [
        `packageCounts[${packages.findIndex(({ id }) => id === packageId)}].count`,
        String(count),
      ]),
    );
    const sum = counts.reduce((all, { count }) => all + count, 0);
    expect(sum).toBe(rows.filter(({ package: name }) => name !== "unknown").length);
    expect(price).toBe(priceForm({ packages }, values).tieredTotal);
  }
});

test("keeps what a page answered for a day", async () => {
  const { ctx, service } = await aSheetBuyer();
  const gone = {
    address: "https://client.example/1",
    status: 404,
    noindex: false,
    finalUrl: "https://client.example/1",
  };
  const watch = watching([gone]);
  const first = { ...ctx, ...watch };
  const rows = [row(1), row(2)];
  expect(await codesOf(first, service.id, rows)).toEqual([["W1"], []]);
  expect(watch.asked).toEqual(["https://client.example/1", "https://client.example/2"]);
  const later = { ...first, now: ctx.now + 23 * 3_600_000 };
  expect(await codesOf(later, service.id, rows)).toEqual([["W1"], []]);
  expect(watch.asked.slice(2)).toEqual(["https://client.example/2"]);
  const nextDay = { ...first, now: ctx.now + 25 * 3_600_000 };
  expect(await codesOf(nextDay, service.id, rows, false)).toEqual([[], []]);
  await deleteOldRecords(stack.system({ now: nextDay.now }), (error) => {
    throw error;
  });
  expect(await stack.db.select().from(pageFacts)).toEqual([]);
});

test("orders with a cut network, and says what it did not check", async () => {
  const { ctx, form, service, packages } = await aSheetBuyer();
  const cut = { linkWatch: { checkNow: async () => null, lookAt: () => Promise.reject(new Error("No network")) } };
  const silent = { linkWatch: { checkNow: async () => null, lookAt: () => new Promise<SeenPage[]>(() => {}) } };
  const rows = [row(1)];
  const checked = await preflight({ ...ctx, ...cut }, { serviceId: service.id, rows }, { look: true });
  expect(checked.rows).toMatchObject([{ page: "not checked", findings: [] }]);
  const began = performance.now();
  await preflight({ ...ctx, ...silent }, { serviceId: service.id, rows }, { look: true });
  expect(performance.now() - began).toBeLessThan(LOOK_MS + 2_000);
  const packageCounts = [{ packageId: packages[0]!.id, count: 1 }];
  const placed = await buy({ ...ctx, ...silent }, form({ packageCounts, placements: rows, totalPrice: 90_00 }));
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ payState: "paid", warnings: [] });
});

test("reads 10,000 bought links in at most 6 statements", async () => {
  const { ctx, form, service, packages } = await aSheetBuyer();
  const packageCounts = [{ packageId: packages[0]!.id, count: 1 }];
  const placed = await buy(ctx, form({ packageCounts, placements: [row(1)], totalPrice: 90_00 }));
  const [bought] = await linkRows(stack.db, placed.orderSystemId);
  const more = Array.from({ length: 10_000 }, (_, at) => ({
    ...bought!,
    id: newId(ctx.now),
    number: `history-${at}`,
    sequence: at + 2,
    targetUrl: `https://client.example/${at % 500}`,
    anchorText: `anchor ${at}`,
  }));
  for (let at = 0; at < more.length; at += 500) await insertMany(stack.db, placements, more.slice(at, at + 500)).run();
  const count = newStatementCount();
  const counted = {
    ...ctx,
    ...watching([]),
    db: openDb(countStatements(stack.binding, count)),
    address: "203.0.113.9",
  };
  const began = performance.now();
  const { rows } = await preflight(counted, { serviceId: service.id, rows: rowsOf(200) }, { look: true });
  expect(count.statements).toBeLessThanOrEqual(6);
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(rows[0]!.findings).toMatchObject([
    { code: "W4", orderNumbers: [placed.orderId] },
    { code: "W6", text: "22 links to this page in 30 days, and more than 10 look unnatural" },
  ]);
  const stranger = stack.contextOf(await aCustomer(stack.db));
  expect(await codesOf(stranger, service.id, [row(1)])).toEqual([[]]);
});

test("rows become the paid order's links in their sequence", async () => {
  const { ctx, form, packages } = await aSheetBuyer();
  const rows = [
    row(1, { package: "DA 50+", notes: "Please no *comments*" }),
    ...rowsOf(12).slice(1),
    row(13, { targetUrl: "client.example/13" }),
    row(13, { targetUrl: "client.example/13" }),
  ];
  const packageCounts = [
    { packageId: packages[0]!.id, count: 13 },
    { packageId: packages[1]!.id, count: 1 },
    { packageId: packages[2]!.id, count: 2 },
  ];
  const total = Math.round(13 * 90_00 * 0.9) + 150_00 + 40_00;
  const ordered = form({ packageCounts, placements: rows, acknowledged: ["W3"], totalPrice: total });
  const placed = await buy(ctx, ordered);
  const links = await linkRows(stack.db, placed.orderSystemId);
  const of30 = rows.slice(1).map(({ anchorText, clientReference }) => [anchorText, clientReference]);
  expect(links.slice(0, 13).map((link) => [link.anchorText, link.clientReference])).toEqual(of30);
  expect(links.map(({ state }) => new Set([state]))).toEqual(links.map(() => new Set(["ready"])));
  expect(links[12]).toMatchObject({ targetUrl: "https://client.example/13" });
  expect(links[13]).toMatchObject({ anchorText: "anchor 1", briefSource: "Please no *comments*" });
  expect(links[13]!.brief).toContain("<em>comments</em>");
  const { warnings } = await stack.orderRow(placed.orderSystemId);
  expect(warnings).toMatchObject([
    { row: 13, code: "W5", acknowledged: false },
    { row: 14, code: "W3", text: "Same target and anchor text as row 13", acknowledged: true },
    { row: 14, code: "W5", acknowledged: false },
  ]);
  expect((await placeOrder(ctx, ordered)).orderSystemId).toBe(placed.orderSystemId);
  expect(await linkRows(stack.db, placed.orderSystemId)).toHaveLength(14);
});

test("the evidence pack holds what was warned of and bought", async () => {
  const { ctx, form, packages } = await aSheetBuyer();
  const packageCounts = [{ packageId: packages[0]!.id, count: 2 }];
  const same = { placements: [row(1), row(1)], acknowledged: [{ row: 2, code: "W3" }] };
  const placed = await buy(ctx, form({ packageCounts, ...same, totalPrice: 180_00 }));
  const owner = await aStaffMember(stack.db, { privileges: "SuperAdmin" });
  for await (const { name, body } of evidenceFiles(stack.contextOf(owner), placed.orderSystemId)) {
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    if (name !== "warnings.json") continue;
    return expect(JSON.parse(Buffer.concat(parts).toString())).toContainEqual({
      row: 2,
      targetUrl: "https://client.example/1",
      anchorText: "anchor 1",
      code: "W3",
      text: "Same target and anchor text as row 1",
      acknowledged: true,
    });
  }
  throw new Error("warnings.json is missing");
});

test.each([
  ["a row with an error", [row(1), row(2, { targetUrl: "http://127.0.0.1/" })], 2, /^Row 2: Not a public web address/],
  ["an unknown package", [row(1), row(2, { package: "?" })], 2, /^Row 2: '\?' is no package/],
  ["more rows than links", rowsOf(3), 2, /has 3 rows of DA 30\+, and the quantity is 2/],
  ["fewer rows than links", [row(1)], 2, /has 1 rows of DA 30\+, and the quantity is 2/],
  ["rows of a package that is not ordered", [row(1), row(2), row(3, { package: "DA 50+" })], 2, /1 rows of DA 50\+/],
])("refuses %s before anything is made", async (_, sheet, count, message) => {
  const { ctx, buyer, form, packages } = await aSheetBuyer();
  const packageCounts = [{ packageId: packages[0]!.id, count }];
  const order = placeOrder(ctx, form({ packageCounts, placements: sheet, totalPrice: count * 90_00 }));
  const error = await order.catch((caught) => caught);
  expect(error).toBeInstanceOf(Invalid);
  expect(error.message).toMatch(message);
  expect(await stack.db.select().from(orders).where(eq(orders.clientId, buyer.id))).toEqual([]);
});

test("a changed price refuses the rows and keeps none of them", async () => {
  const { ctx, buyer, form, packages } = await aSheetBuyer();
  const packageCounts = [{ packageId: packages[0]!.id, count: 2 }];
  await expect(placeOrder(ctx, form({ packageCounts, placements: rowsOf(2), totalPrice: 1_00 }))).rejects.toThrow(
    Conflict,
  );
  expect(await stack.db.select().from(orders).where(eq(orders.clientId, buyer.id))).toEqual([]);
});

test("the service's words and the client's excluded sites warn", async () => {
  const { ctx, buyer, service } = await aSheetBuyer();
  const rules = { words: [{ word: "casino", priceClass: "Gambling" }], linksPerPage: 2 };
  await stack.db.update(services).set({ linkRules: rules }).where(eq(services.id, service.id));
  await stack.db
    .update(users)
    .set({ excludedSites: ["client.example"] })
    .where(eq(users.id, buyer.id));
  const rows = [
    row(1, { anchorText: "Casino bonus" }),
    ...[1, 2, 3].map((at) => row(at, { targetUrl: "https://b.example" })),
  ];
  expect(await codesOf(ctx, service.id, rows)).toEqual([["W7", "W8"], ["W6"], ["W6"], ["W6"]]);
});

test("a visitor's sheet makes no look at the network", async () => {
  const { service } = await aSheetBuyer();
  const watch = watching([]);
  const ctx = { ...stack.context(anonymous), ...watch };
  expect(await codesOf(ctx, service.id, [row(1), row(2, { targetUrl: "?" })])).toEqual([[], ["E1"]]);
  expect(watch.asked).toEqual([]);
  await expect(preflight(ctx, { serviceId: "none", rows: [row(1)] }, { look: false })).rejects.toThrow(NotFound);
});
