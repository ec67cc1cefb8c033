import { invalidRequest } from "./errors";
import type { Store } from "./store";

const lists: Record<string, string> = { line_items: "lineItems" };

/** Replaces ids with objects along each path of `expand[]` (`latest_charge`, `data.customer` ...). */
export function expand<T extends object>(store: Store, answer: T, paths: string[]): T {
  let expanded = answer as Record<string, unknown>;
  for (const path of paths) expanded = expandPath(store, expanded, path.split("."), path);
  return expanded as T;
}

function expandPath(
  store: Store,
  object: Record<string, unknown>,
  parts: string[],
  path: string,
): Record<string, unknown> {
  const [name = "", ...rest] = parts;
  if (object.object === "checkout.session" && name in lists) {
    const data = store.remarks<Record<string, unknown[]>>(String(object.id))[lists[name]!] ?? [];
    return {
      ...object,
      [name]: { object: "list", data, has_more: false, url: `/v1/checkout/sessions/${object.id}/${name}` },
    };
  }
  if (!(name in object)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  return { ...object, [name]: expandValue(store, object[name], rest, path) };
}

function expandValue(store: Store, value: unknown, rest: string[], path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => expandValue(store, item, rest, path));
  const object = typeof value === "string" ? store.findAny(value) : value;
  if (!object || typeof object !== "object") return value;
  return rest.length ? expandPath(store, object as Record<string, unknown>, rest, path) : object;
}
