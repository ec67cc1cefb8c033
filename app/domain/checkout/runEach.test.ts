import { afterEach, expect, test, vi } from "vitest";
import { PaymentsUnavailable } from "../ports";
import { runEach } from "./runEach";

afterEach(() => vi.restoreAllMocks());

test("a provider that hangs ends its turn and the run continues", async () => {
  let passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => passed);
  const asked: number[] = [];
  const hang = async (thing: number) => {
    asked.push(thing);
    // As long as the SDK tries: three times 20 s.
    passed += 62_000;
    throw new PaymentsUnavailable();
  };
  expect(await runEach([1, 2, 3, 4, 5], hang, () => {})).toEqual({ done: 0, failed: 2 });
  expect(asked).toEqual([1, 2]);
});
