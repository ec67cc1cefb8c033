import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { placementStates } from "~/domain/placements/placementStates";
import { coveredLinks } from "~/domain/refunds/coveredLinks";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { orders, placements } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  client = await aCustomer(database.db);
});

let forms = 0;
const refund = (id: string, amount: number, placementIds?: string[]) =>
  refundOrder(testContext(database.db, actingAs(staff)), {
    id,
    amount,
    reason: "Asked for",
    placementIds,
    requestKey: `refund-form-${++forms}`,
  });
const linksOf = (orderId: string) =>
  database.db.select().from(placements).where(eq(placements.orderId, orderId)).orderBy(placements.sequence);

test("covered links never cost more than the refund and are the latest", () => {
  const link = fc.record({ state: fc.constantFrom(...placementStates), share: fc.integer({ min: 0, max: 50_000 }) });
  fc.assert(
    fc.property(fc.array(link, { maxLength: 40 }), fc.integer({ min: 1, max: 500_000 }), (rows, amount) => {
      const links = rows.map((row, index) => ({ ...row, sequence: index + 1 }));
      const covered = coveredLinks(links, amount);
      expect(covered.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(amount);
      expect(covered.every(({ state }) => state === "needs_input" || state === "ready")).toBe(true);
      const payable = links.filter(({ state, share }) => share > 0 && ["needs_input", "ready"].includes(state));
      expect(covered).toEqual(payable.toReversed().slice(0, covered.length));
    }),
  );
});

test("a partial refund names the latest links and cancels them", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 4 });
  const { id } = await refund(order.id, 250_00);
  const links = await linksOf(order.id);
  expect(links.map(({ refundId }) => refundId)).toEqual([null, null, id, id]);
  expect(links.map(({ state }) => state)).toEqual(["needs_input", "needs_input", "cancelled", "cancelled"]);
});

test("an order starts when the last missing page is refunded", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  const [first, second] = await linksOf(order.id);
  await updatePlacement(testContext(database.db, actingAs(client)), {
    id: first!.id,
    targetUrl: "https://client.example.com",
  });
  await refund(order.id, 100_00, [second!.id]);
  const [stored] = await database.db.select().from(orders);
  expect(stored).toMatchObject({ status: "Active", payState: "partly_refunded" });
});

test("a refund takes the named links and refuses foreign and dearer ones", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 4 });
  const other = await aTrackedOrder(database.db, { staff, client, count: 1 });
  const [first, second] = await linksOf(order.id);
  const [foreign] = await linksOf(other.id);
  await expect(refund(order.id, 100_00, [foreign!.id])).rejects.toThrow(Invalid);
  await expect(refund(order.id, 150_00, [first!.id, second!.id])).rejects.toThrow("These links cost $200.00");
  await refund(order.id, 100_00, [first!.id]);
  await expect(refund(order.id, 100_00, [first!.id])).rejects.toThrow("refunded already");
  expect((await linksOf(order.id)).map(({ state }) => state)).toEqual([
    "cancelled",
    "needs_input",
    "needs_input",
    "needs_input",
  ]);
});

test("refunds of any size never refund a link twice or above its share", async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 400_00 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(amounts, async (sizes) => {
      const order = await aTrackedOrder(database.db, { staff, client, count: 3 });
      const made = new Map<string, number>();
      for (const size of sizes) {
        const done = await refund(order.id, size).catch(() => null);
        if (done) made.set(done.id, done.amount);
      }
      const links = await linksOf(order.id);
      for (const [id, amount] of made) {
        const shares = links.filter(({ refundId }) => refundId === id).reduce((sum, { share }) => sum + share, 0);
        expect(shares).toBeLessThanOrEqual(amount);
      }
    }),
    { numRuns: 8 },
  );
});
