import { afterAll, beforeAll, expect, test } from "vitest";
import { importPlacements } from "~/domain/intake/importPlacements";
import { orderDetails } from "~/domain/orders/orderDetails";
import { markLive } from "~/domain/placements/markLive";
import { orderPlacements } from "~/domain/placements/orderPlacements";
import { pastedText } from "~/domain/placements/pastedText";
import { readPastedRows } from "~/domain/placements/placementRows";
import { placementTemplate } from "~/domain/placements/placementTemplate";
import { previewLive } from "~/domain/placements/previewLive";
import { previewSites } from "~/domain/placements/previewSites";
import { proposeSites } from "~/domain/placements/proposeSites";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

async function anOrder(count: number, tracking = {}) {
  const { db } = database;
  const [staff, client] = [await aStaffMember(db), await aCustomer(db)];
  const { id: orderId } = await aTrackedOrder(db, { staff, client, count, tracking });
  const ctx = testContext(db, actingAs(staff));
  const own = testContext(db, actingAs(client));
  return { orderId, ctx, own };
}

const pages = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ targetUrl: `https://example.com/${at}`, anchorText: `anchor ${at}` }));

test("gives each ready link the next pasted site", async () => {
  const { orderId, ctx, own } = await anOrder(3, { minDr: 30 });
  await importPlacements(own, { orderId, rows: pages(2), dryRun: false });
  const text = "one.com\t50\nlow.com\t10\nno domain\ntwo.com\t40\nthree.com\t60";
  const lines = await previewSites(ctx, { orderId, text, ids: [] });
  expect(lines.map(({ link, errors }) => link?.number.slice(-2) ?? errors[0]!.slice(0, 7))).toEqual([
    "01",
    "Line 2:",
    "Line 3:",
    "02",
    "Line 5:",
  ]);
  await expect(previewSites(own, { orderId, text, ids: [] })).rejects.toThrow();
});

test("matches live addresses by number, else by site", async () => {
  const { orderId, ctx, own } = await anOrder(3);
  await importPlacements(own, { orderId, rows: pages(3), dryRun: false });
  const lines = await previewSites(ctx, { orderId, text: "one.com\none.com\ntwo.com", ids: [] });
  await proposeSites(
    ctx,
    lines.map(({ link, domain }) => ({
      id: link!.id,
      asks: false,
      site: { domain: domain!, dr: null, da: null, traffic: null, source: "", samplePage: "" },
    })),
  );
  const [first] = await orderPlacements(ctx, orderId, 0);
  const text = `https://one.com/a\n${first!.number}\thttps://one.com/b\nhttps://else.com/c\nhttps://www.two.com/d`;
  const matched = await previewLive(ctx, { orderId, text, ids: [] });
  expect(matched.map(({ link }) => link?.number.slice(-2) ?? null)).toEqual(["02", "01", null, "03"]);
  const live = matched.flatMap(({ link, liveUrl }) => (link ? [{ id: link.id, liveUrl }] : []));
  expect(await markLive(ctx, live)).toBe(3);
  expect((await orderPlacements(own, orderId, 0)).every(({ state }) => state === "live")).toBe(true);
});

test("counts ready links and hides them from other clients", async () => {
  const { orderId, own } = await anOrder(12);
  await importPlacements(own, { orderId, rows: pages(1), dryRun: false });
  expect((await orderDetails(own, orderId)).links).toMatchObject({ total: 12, waiting: 11 });
  const stranger = testContext(database.db, actingAs(await aCustomer(database.db)));
  expect(await orderPlacements(stranger, orderId, 0)).toEqual([]);
  await expect(placementTemplate(stranger, orderId)).rejects.toThrow();
  expect("assignedTo" in (await orderPlacements(own, orderId, 0))[0]!).toBe(false);
});

test("reads the rows of a sheet back from the text on the page", () => {
  const rows = [
    { number: "1-01", targetUrl: "https://a.com", anchorText: 'an "old" anchor', clientReference: "Acme" },
    { targetUrl: "b.com", anchorText: "", clientReference: "" },
  ];
  expect(readPastedRows(pastedText(rows))).toEqual(rows);
});
