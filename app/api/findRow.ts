import type { Endpoint } from "./endpoint";
import { table } from "./table";

type Found =
  | { kind: "row"; row: Endpoint; params: Record<string, string> }
  | { kind: "method"; allowed: string[] }
  | { kind: "none" };

/** Rows by address: fixed ones are looked up, only those with a part to fill in are tried one by one. */
const fixed = new Map<string, Endpoint[]>();
const patterns: { row: Endpoint; pattern: RegExp; names: string[] }[] = [];
for (const row of table) {
  if (!row.path.includes("{")) fixed.set(row.path, [...(fixed.get(row.path) ?? []), row]);
  else
    patterns.push({
      row,
      pattern: new RegExp(`^${row.path.replace(/\{\w+\}/g, "([^/]+)")}$`),
      names: [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
    });
}

/** The row behind a method and path, or what else the path can do. /service/dropDown is not /service/{anything}. */
export function findRow(method: string, path: string): Found {
  const allowed: string[] = [];
  for (const row of fixed.get(path) ?? []) {
    if (row.method === method) return { kind: "row", row, params: {} };
    allowed.push(row.method);
  }
  for (const { row, pattern, names } of patterns) {
    const match = pattern.exec(path);
    if (!match) continue;
    if (row.method !== method) {
      allowed.push(row.method);
      continue;
    }
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      try {
        params[name] = decodeURIComponent(match[index + 1]!);
      } catch {
        return { kind: "none" };
      }
    }
    return { kind: "row", row, params };
  }
  return allowed.length ? { kind: "method", allowed } : { kind: "none" };
}
