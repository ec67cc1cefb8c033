import { expect, test } from "vitest";
import { reconnectDelays } from "./reconnectDelays";

const MINUTE = 60_000;
const whole = () => 1;

test("doubles from one second to a minute", () => {
  const delays = reconnectDelays(whole);
  expect(Array.from({ length: 8 }, () => delays.next(0))).toEqual(
    [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000),
  );
});

test("spreads each wait over its second half", () => {
  const waits = [0, 0.5, 1].map((random) => reconnectDelays(() => random).next(0));
  expect(waits).toEqual([500, 750, 1000]);
});

test("starts over after a connection of a minute", () => {
  const delays = reconnectDelays(whole);
  for (let n = 0; n < 5; n++) delays.next(0);
  delays.opened(0);
  expect(delays.next(MINUTE - 1)).toBe(32_000);
  delays.opened(0);
  expect(delays.next(MINUTE)).toBe(1000);
});

test("starts over when the browser comes online", () => {
  const delays = reconnectDelays(whole);
  for (let n = 0; n < 5; n++) delays.next(0);
  delays.reset();
  expect(delays.next(0)).toBe(1000);
});
