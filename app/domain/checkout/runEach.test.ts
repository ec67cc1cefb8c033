import { afterEach, expect, test, vi } from "vitest";
import { PaymentsUnavailable } from "../ports";
import { runEach } from "./runEach";

afterEach(() => vi.restoreAllMocks());

test("a provider that hangs ends the turn: the run goes on to what else there is to do", async () => {
  let passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => passed);
  const asked: number[] = [];
  const hang = async (thing: number) => {
    asked.push(thing);
    // The provider library tries for 20 s, three times.
    passed += 62_000;
    throw new PaymentsUnavailable();
  };
  expect(await runEach([1, 2, 3, 4, 5], hang, () => {})).toEqual({ done: 0, failed: 2 });
  expect(asked).toEqual([1, 2]);
});
