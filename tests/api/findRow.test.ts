import { expect, test } from "vitest";
import { findRow } from "~/api/findRow";
import { table } from "~/api/table";

test("every row of the table is found by its address, in the segment that is read for it", async () => {
  const missed = [];
  for (const row of table) {
    const found = await findRow(row.method, row.path.replace(/\{\w+\}/g, "x"));
    if (found.kind !== "row" || found.row !== row) missed.push(`${row.method} ${row.path}`);
  }
  expect(missed).toEqual([]);
});

test("an address without rows is none, whatever an object calls its own", async () => {
  for (const path of ["", "/", "/none", "/toString", "/__proto__/x", "/order/none/none/none"])
    expect([path, await findRow("GET", path)]).toEqual([path, { kind: "none" }]);
  expect(await findRow("PUT", "/openapi.json")).toEqual({ kind: "method", allowed: ["GET"] });
});
