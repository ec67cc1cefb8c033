/** The address of the same list with some parts changed; null takes a part out. Changing anything but the page goes to page 1. */
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
