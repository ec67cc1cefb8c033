import type { CellValue } from "~/list/defineSheet";

export interface ReportSort {
  key: string;
  direction: "asc" | "desc";
}

/** 'totalRevenue.desc' of the address; null for anything else, which leaves the largest first. */
export function readReportSort(text: string | null, keys: readonly string[]): ReportSort | null {
  const [key = "", direction] = (text ?? "").split(".");
  return keys.includes(key) ? { key, direction: direction === "asc" ? "asc" : "desc" } : null;
}

/** Sorted for the page and for its file. Empty values stay last; equal ones keep the report's own order. */
export function sortReport<Row extends { values: readonly CellValue[] }>(
  rows: readonly Row[],
  keys: readonly string[],
  sort: ReportSort | null,
): readonly Row[] {
  if (!sort) return rows;
  const column = keys.indexOf(sort.key);
  const sign = sort.direction === "asc" ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [one.values[column] ?? null, other.values[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    const [first, second] = [String(a).toLowerCase(), String(b).toLowerCase()];
    return first === second ? 0 : sign * (first < second ? -1 : 1);
  });
}
