import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPortal, startPortal } from "../support/runningPortal";

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal({ SEED: "none" });
}, 240_000);
afterAll(() => portal?.remove());

test.each([
  ["1,001 characters", `/${"a".repeat(1000)}`],
  ["1,001 characters of the API", `/api/${"a".repeat(996)}`],
  ["1,001 characters of a referral", `/r/${"a".repeat(998)}`],
  ["21 segments", "/a".repeat(21)],
])("rejects a path of %s without drawing a page", async (_, path) => {
  const { status, text, headers } = await portal.get(path);
  expect([status, text]).toEqual([404, "Not found"]);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test.each([
  ["1,000 characters", `/${"a".repeat(999)}`],
  ["1,000 characters and a long query", `/${"a".repeat(999)}?q=${"/a".repeat(2000)}`],
  ["20 segments", "/a".repeat(20)],
])("answers a path of %s with the page for a missing one", async (_, path) => {
  const { status, text } = await portal.get(path);
  expect([status, text.includes("404 | Page not found")]).toEqual([404, true]);
});
