import { expect, test } from "vitest";
import { findRow } from "~/api/findRow";
import { table } from "~/api/table";

test("finds every API row by its address", async () => {
  const missed = [];
  for (const row of table) {
    const found = await findRow(row.method, row.path.replace(/\{\w+\}/g, "x"));
    if (found.kind !== "row" || found.row !== row) missed.push(`${row.method} ${row.path}`);
  }
  expect(missed).toEqual([]);
});

test("finds no row for an unknown address or a built-in property name", async () => {
  for (const path of ["", "/", "/none", "/toString", "/__proto__/x", "/order/none/none/none"])
    expect([path, await findRow("GET", path)]).toEqual([path, { kind: "none" }]);
  expect(await findRow("PUT", "/openapi.json")).toEqual({ kind: "method", allowed: ["GET"] });
});
