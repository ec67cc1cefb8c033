import { defineSheet, type Sheet, sheetOf } from "~/list/defineSheet";
import type { Context } from "../context";
import type { BookMonth } from "./bookMonth";
import { type MonthLine, monthLines } from "./monthLines";
import { monthStatement } from "./monthStatement";

const columns = defineSheet<MonthLine>([
  { label: "Entry", kind: "text", width: 24, value: (line) => line.entry },
  { label: "Service", kind: "text", width: 36, value: (line) => line.service },
  { label: "Count", kind: "number", width: 10, value: (line) => line.count },
  { label: "Amount", kind: "cents", width: 16, value: (line) => line.amount },
]);

/** A month's statement as a sheet, for CSV and XLSX. Super admins only. */
export async function monthSheet(ctx: Context, month: BookMonth): Promise<Sheet> {
  const lines = monthLines(await monthStatement(ctx, month));
  async function* pages() {
    yield lines;
  }
  return sheetOf(`Books-${month.month}-${month.account}`, columns, { total: lines.length, pages: pages() });
}
