import type { MenuItem } from "./shellProps";

/** The menu item of `path`, or of the nearest page above it. */
export function activeItem(menu: readonly MenuItem[], path: string): MenuItem | undefined {
  const items = menu.flatMap((item) => item.children ?? [item]);
  const above = items.filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)));
  return items.find(({ active }) => active) ?? above.sort((one, other) => other.href.length - one.href.length)[0];
}
