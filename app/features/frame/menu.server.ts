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
  { label: "Dashboard", href: "/", icon: "dashboard" },
  { label: "Orders", href: "/orders", icon: "orders" },
  { label: "Subscriptions", href: "/subscriptions", icon: "subscriptions" },
  { label: "Clients", href: "/clients", icon: "clients" },
  { label: "Services", href: "/services", icon: "services" },
  { label: "Coupons", href: "/coupons", icon: "coupons" },
  { label: "Announcements", href: "/announcements", icon: "announcements" },
  { label: "Teams", href: "/teams", icon: "teams" },
  { label: "Creatives", href: "/creatives", icon: "creatives" },
  { label: "Reports", href: "/reports", icon: "reports" },
  {
    label: "Affiliates",
    href: "",
    icon: "affiliates",
    children: [
      { label: "Affiliates", href: "/affiliates", icon: "affiliates" },
      { label: "Commissions", href: "/commissions", icon: "commissions" },
      { label: "Traffic Logs", href: "/affiliates/traffic-logs", icon: "trafficLogs" },
    ],
  },
];

const customerMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "dashboard" },
  { label: "Orders", href: "/orders", icon: "orders" },
  { label: "Subscriptions", href: "/subscriptions/mine", icon: "subscriptions" },
  { label: "Services", href: "/services", icon: "services" },
  { label: "Affiliate", href: "/affiliate", icon: "affiliate" },
  { label: "Creatives", href: "/creatives", icon: "creatives" },
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
