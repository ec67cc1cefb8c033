import { expect, test } from "vitest";
import { wholeOrder } from "../support/wholeOrder";

const MAX_ROWS = 220;

test("a whole order writes at most 220 rows", async () => {
  const { steps, writes } = await wholeOrder();
  const always = steps.filter((step) => step.always);
  const written = always.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  // A failure lists what each statement wrote.
  const list = writes.map(({ step, sql, rowsWritten }) => `${rowsWritten} ${step}: ${sql.slice(0, 90)}`).join("\n");
  expect(written, list).toBeLessThanOrEqual(MAX_ROWS);
  expect(written, "the order was driven").toBeGreaterThan(100);
}, 30_000);
