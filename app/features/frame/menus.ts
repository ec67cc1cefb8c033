import type { MenuItem } from "~/ui/layout/shellProps";

/** What waits on pages of the menu, by path: a number, of which the menu shows 99 at most, or '12+'. */
export type MenuCounts = Readonly<Record<string, number | string>>;

/** Every item, shared with the browser: a page's data names only the paths that its reader may open. */
export const staffMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "layout-dashboard" },
  { label: "My work", href: "/work", icon: "list" },
  { label: "Inbox", href: "/inbox", icon: "inbox" },
  { label: "Orders", href: "/orders", icon: "shopping-cart" },
  { label: "Placements", href: "/placements", icon: "link" },
  { label: "Claims", href: "/claims", icon: "circle-exclamation-point" },
  { label: "Subscriptions", href: "/subscriptions", icon: "repeat" },
  { label: "Clients", href: "/clients", icon: "users" },
  { label: "Services", href: "/services", icon: "package" },
  { label: "Coupons", href: "/coupons", icon: "tag" },
  { label: "Announcements", href: "/announcements", icon: "megaphone" },
  { label: "Teams", href: "/teams", icon: "users-round" },
  { label: "Creatives", href: "/creatives", icon: "images" },
  { label: "Reports", href: "/reports", icon: "chart-column" },
  {
    label: "Affiliates",
    href: "",
    icon: "handshake",
    children: [
      { label: "Affiliates", href: "/affiliates", icon: "handshake" },
      { label: "Commissions", href: "/commissions", icon: "percent" },
      { label: "Traffic Logs", href: "/affiliates/traffic-logs", icon: "chart-line" },
    ],
  },
  { label: "Settings", href: "/settings", icon: "settings" },
];

export const customerMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "layout-dashboard" },
  { label: "Orders", href: "/orders", icon: "shopping-cart" },
  { label: "Links", href: "/links", icon: "link" },
  { label: "Claims", href: "/claims", icon: "circle-exclamation-point" },
  { label: "Subscriptions", href: "/subscriptions/mine", icon: "repeat" },
  { label: "Services", href: "/services", icon: "package" },
  { label: "Affiliate", href: "/affiliate", icon: "gift" },
  { label: "Creatives", href: "/creatives", icon: "images" },
];

/** Saved views stand under the item of their list. */
export const menuWithViews = (
  menu: readonly MenuItem[],
  views: readonly { name: string; list: string; href: string }[] = [],
): MenuItem[] =>
  menu.map((item) => ({
    ...item,
    ...(item.children ? { children: menuWithViews(item.children, views) } : {}),
    views: views.filter(({ list }) => list === item.href).map(({ name, href }) => ({ label: name, href })),
  }));

/** The items of `paths`, with their counts by path. */
export const menuWith = (all: readonly MenuItem[], paths: readonly string[], counts: MenuCounts = {}): MenuItem[] =>
  all
    .map((item) =>
      item.children ? { ...item, children: menuWith(item.children, paths) } : { ...item, count: counts[item.href] },
    )
    .filter((item) => (item.children ? item.children.length > 0 : paths.includes(item.href)));
