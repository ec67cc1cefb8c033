import type { Endpoint } from "./endpoint";
import { segments } from "./segments";

type Found =
  | { kind: "row"; row: Endpoint; params: Record<string, string> }
  | { kind: "method"; allowed: string[] }
  | { kind: "none" };

/** Rows without path parameters are looked up by address; the others are matched one by one. */
interface Rows {
  fixed: Map<string, Endpoint[]>;
  patterns: { row: Endpoint; pattern: RegExp; names: string[] }[];
}

function byAddress(rows: Endpoint[]): Rows {
  const fixed: Rows["fixed"] = new Map();
  const patterns: Rows["patterns"] = [];
  for (const row of rows) {
    if (!row.path.includes("{")) fixed.set(row.path, [...(fixed.get(row.path) ?? []), row]);
    else
      patterns.push({
        row,
        pattern: new RegExp(`^${row.path.replace(/\{\w+\}/g, "([^/]+)")}$`),
        names: [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
      });
  }
  return { fixed, patterns };
}

/** Cache of the segments called so far. */
const read = new Map<string, Rows>();

async function rowsOf(segment: string): Promise<Rows | null> {
  const cached = read.get(segment);
  if (cached) return cached;
  if (!Object.hasOwn(segments, segment)) return null;
  const rows = byAddress((await segments[segment]!()).flat());
  read.set(segment, rows);
  return rows;
}

/**
 * Finds the row for a method and path, or the methods that the path allows. A fixed path wins: /service/dropDown is
 * not /service/{anything}.
 */
export async function findRow(method: string, path: string): Promise<Found> {
  const rows = await rowsOf(path.split("/", 2)[1] ?? "");
  if (!rows) return { kind: "none" };
  const { fixed, patterns } = rows;
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
