import { can, type Permission } from "~/domain/access";
import type { Actor } from "~/domain/context";
import { pages } from "~/pages";
import type { MenuItem } from "~/ui/layout/shellProps";

const permissionOf = new Map(Object.values(pages).map((page) => [page.path, page.permission as Permission]));

/** True when a page exists and this actor may open it. Menus, cards and cell links all use this. */
export function pageOpens(actor: Actor, path: string) {
  const permission = permissionOf.get(path);
  return permission !== undefined && can(actor, permission);
}

/** The full menu. Pages that do not exist or are not allowed are filtered out. */
const staffMenu: MenuItem[] = [
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

const customerMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "layout-dashboard" },
  { label: "Orders", href: "/orders", icon: "shopping-cart" },
  { label: "Subscriptions", href: "/subscriptions/mine", icon: "repeat" },
  { label: "Services", href: "/services", icon: "package" },
  { label: "Affiliate", href: "/affiliate", icon: "gift" },
  { label: "Creatives", href: "/creatives", icon: "images" },
];

/** The menu of a signed-in actor. Customers see Creatives only as affiliates, Subscriptions only when they have one. */
export function menuOf(actor: Actor, { subscribed }: { subscribed: boolean }): MenuItem[] {
  const staff = actor.kind === "user" && actor.user.role === "ADMIN";
  const affiliate = actor.kind !== "anonymous" && actor.kind !== "system" && actor.user.affiliate;
  return (staff ? staffMenu : customerMenu)
    .map((item) =>
      item.children ? { ...item, children: item.children.filter((one) => pageOpens(actor, one.href)) } : item,
    )
    .filter((item) => (item.children ? item.children.length > 0 : pageOpens(actor, item.href)))
    .filter((item) => staff || affiliate || item.href !== "/creatives")
    .filter((item) => staff || subscribed || item.href !== "/subscriptions/mine");
}
