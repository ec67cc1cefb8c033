/**
 * The list's address with some parameters changed; null removes one. Any change except of the page returns to page 1.
 */
export function listToSearch(current: URLSearchParams, change: Record<string, string | string[] | null>): string {
  const next = new URLSearchParams(current);
  if (!("page" in change)) next.delete("page");
  for (const [key, value] of Object.entries(change)) {
    next.delete(key);
    for (const one of value === null ? [] : Array.isArray(value) ? value : [value]) next.append(key, one);
  }
  if (next.get("page") === "1") next.delete("page");
  const text = next.toString();
  return text ? `?${text}` : "?";
}
