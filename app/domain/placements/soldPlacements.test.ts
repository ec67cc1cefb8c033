import fc from "fast-check";
import { expect, test } from "vitest";
import { notTracked } from "../catalogue/tracking";
import { DAY_MS } from "../days";
import { shareOut, soldPlacements } from "./soldPlacements";

const NOW = Date.UTC(2026, 10, 23);
const tracking = { ...notTracked, tracked: true };
const order = {
  id: "order",
  number: 10_436,
  serviceId: "service",
  serviceName: "Posts",
  clientId: "client",
  total: 100_00,
  drip: null,
};

test("shares add up to the total and differ by a cent at most", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1, maxLength: 200 }),
      (total, weights) => {
        expect(shareOut(total, weights).reduce((sum, part) => sum + part, 0)).toBe(total);
        const equal = shareOut(
          total,
          weights.map(() => 1),
        );
        expect(Math.max(...equal) - Math.min(...equal)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test("only units of tracked packages are links, numbered through the order", () => {
  const lines = [
    { id: "a", packageId: "one", packageName: "one", quantity: 2, lineTotal: 60_00, tracking },
    { id: "b", packageId: "two", packageName: "two", quantity: 5, lineTotal: 20_00, tracking: notTracked },
    { id: "c", packageId: "three", packageName: "three", quantity: 1, lineTotal: 20_00, tracking },
  ];
  const rows = soldPlacements({ order, lines, prefilled: new Map() }, { now: NOW, zone: "UTC" });
  expect(rows.map(({ number, orderItemId, share }) => [number, orderItemId, share])).toEqual([
    ["10436-01", "a", 30_00],
    ["10436-02", "a", 30_00],
    ["10436-03", "c", 20_00],
  ]);
});

test("a prefilled page makes its link ready; an unusable one is left out", () => {
  const lines = [{ id: "a", packageId: "one", packageName: "one", quantity: 3, lineTotal: 90_00, tracking }];
  const links = [
    { targetUrl: "https://client.example.com" },
    { targetUrl: "http://127.0.0.1" },
    { agencyChooses: true },
  ];
  const rows = soldPlacements({ order, lines, prefilled: new Map([["one", links]]) }, { now: NOW, zone: "UTC" });
  expect(rows.map(({ state, targetUrl }) => [state, targetUrl])).toEqual([
    ["ready", "https://client.example.com"],
    ["needs_input", ""],
    ["ready", ""],
  ]);
});

test("a dripped order starts its links week by week and is due from then", () => {
  const lines = [
    {
      id: "a",
      packageId: "one",
      packageName: "one",
      quantity: 3,
      lineTotal: 90_00,
      tracking: { ...tracking, turnaroundDays: 5 },
    },
  ];
  const dripped = { ...order, drip: { perWeek: 2, from: NOW + 7 * DAY_MS } };
  const prefilled = new Map([["one", Array(3).fill({ targetUrl: "https://client.example.com" })]]);
  const rows = soldPlacements({ order: dripped, lines, prefilled }, { now: NOW, zone: "UTC" });
  expect(rows.map(({ startsOn, dueAt }) => [startsOn, dueAt])).toEqual(
    [7, 7, 14].map((day) => [NOW + day * DAY_MS, NOW + (day + 5) * DAY_MS]),
  );
});
