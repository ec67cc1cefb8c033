import type { Endpoint } from "./endpoint";
import { table } from "./table";

type Found =
  | { kind: "row"; row: Endpoint; params: Record<string, string> }
  | { kind: "method"; allowed: string[] }
  | { kind: "none" };

const compiled = table.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace(/\{\w+\}/g, "([^/]+)")}$`),
  names: [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
  parts: row.path.includes("{") ? 1 : 0,
}));
// Fixed addresses before those with a part to fill in: /service/dropDown is not /service/{anything}.
compiled.sort((a, b) => a.parts - b.parts);

/** The row behind a method and path, or what else the path can do. */
export function findRow(method: string, path: string): Found {
  const allowed: string[] = [];
  for (const { row, pattern, names } of compiled) {
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
