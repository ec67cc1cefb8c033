import { afterEach, expect, test, vi } from "vitest";
import { PaymentsUnavailable } from "../ports/paymentFailures";
import { runEach } from "./runEach";

afterEach(() => vi.restoreAllMocks());

test("ends the turn when the provider hangs", async () => {
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now);
  const started: number[] = [];
  const hang = async (thing: number) => {
    started.push(thing);
    // The provider library tries for 20 s, three times.
    now += 62_000;
    throw new PaymentsUnavailable();
  };
  expect(await runEach([1, 2, 3, 4, 5], hang, () => {})).toEqual({ done: 0, failed: 2 });
  expect(started).toEqual([1, 2]);
});
