import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPortal, startPortal } from "../support/runningPortal";

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal({ SEED: "none" });
}, 240_000);
afterAll(() => portal?.remove());

test.each([
  ["2,001 characters", `/${"a".repeat(2000)}`],
  ["21 segments", "/a".repeat(21)],
])("rejects a path of %s without drawing a page", async (_, path) => {
  const { status, text, headers } = await portal.get(path);
  expect([status, text]).toEqual([404, "Not found"]);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test.each([
  ["2,000 characters", `/${"a".repeat(1999)}`],
  ["20 segments", "/a".repeat(20)],
])("answers a path of %s with the page for a missing one", async (_, path) => {
  const { status, text } = await portal.get(path);
  expect([status, text.includes("404 | Page not found")]).toEqual([404, true]);
});
