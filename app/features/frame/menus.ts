import type { MenuItem } from "~/ui/layout/shellProps";

/** Every item, shared with the browser: a page's data names only the paths that its reader may open. */
export const staffMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "layout-dashboard" },
  { label: "Orders", href: "/orders", icon: "shopping-cart" },
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
];

export const customerMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "layout-dashboard" },
  { label: "Orders", href: "/orders", icon: "shopping-cart" },
  { label: "Subscriptions", href: "/subscriptions/mine", icon: "repeat" },
  { label: "Services", href: "/services", icon: "package" },
  { label: "Affiliate", href: "/affiliate", icon: "gift" },
  { label: "Creatives", href: "/creatives", icon: "images" },
];

export const menuWith = (all: readonly MenuItem[], paths: readonly string[]): MenuItem[] =>
  all
    .map((item) => (item.children ? { ...item, children: menuWith(item.children, paths) } : item))
    .filter((item) => (item.children ? item.children.length > 0 : paths.includes(item.href)));
