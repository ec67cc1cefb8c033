import type { MenuItem } from "./shellProps";

/** Whether the page at `path` is the item's own or lies below it. */
export function isActive(item: MenuItem, path: string) {
  if (item.active !== undefined) return item.active;
  if (item.href === "/") return path === "/";
  return path === item.href || path.startsWith(`${item.href}/`);
}
