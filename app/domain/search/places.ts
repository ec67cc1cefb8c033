import { foldText } from "~db/foldText";
import { can, type Permission } from "../access";
import { type Actor, isStaff } from "../context";
import type { SearchHit } from "./searchGroups";

interface Place {
  title: string;
  /** Other words for it. */
  words?: string;
  href: string;
  permission: Permission;
}

export const staffPlaces: readonly Place[] = [
  { title: "Create order", words: "new", href: "/orders/new", permission: "orders.create" },
  { title: "Create client", words: "new invite customer", href: "/clients/new", permission: "clients.edit" },
  { title: "Create service", words: "new", href: "/services/new", permission: "services.manage" },
  { title: "Create coupon", words: "new discount", href: "/coupons/new", permission: "coupons.manage" },
  { title: "Create announcement", words: "new", href: "/announcements/new", permission: "announcements.manage" },
  { title: "Invite team member", words: "new staff user", href: "/teams/new", permission: "team.manage" },
  { title: "Pay affiliates", words: "new payout", href: "/commissions/payouts/new", permission: "payouts.manage" },
  { title: "Placements", words: "links", href: "/placements", permission: "placements.manage" },
  { title: "Tags", words: "orders colors", href: "/tags", permission: "tags.manage" },
  { title: "Clients", words: "customers", href: "/clients", permission: "clients.read" },
  { title: "Subscriptions", words: "renewals", href: "/subscriptions", permission: "subscriptions.list" },
  { title: "Coupons", words: "discounts", href: "/coupons", permission: "coupons.manage" },
  { title: "Announcements", href: "/announcements", permission: "announcements.manage" },
  { title: "Teams", words: "staff", href: "/teams", permission: "team.manage" },
  { title: "Reports", words: "revenue sales", href: "/reports", permission: "reports.view" },
  { title: "Affiliates", href: "/affiliates", permission: "affiliates.list" },
  { title: "Commissions", href: "/commissions", permission: "commissions.manage" },
  { title: "Traffic Logs", words: "visits", href: "/affiliates/traffic-logs", permission: "affiliates.traffic" },
  { title: "Settings", href: "/settings", permission: "settings.manage" },
  { title: "Brand", words: "settings logo color", href: "/settings/brand", permission: "settings.manage" },
  { title: "Company", words: "settings invoices tax zone", href: "/settings/company", permission: "settings.manage" },
  { title: "Payments", words: "settings stripe keys", href: "/settings/payments", permission: "settings.manage" },
  { title: "E-mail", words: "settings mail texts", href: "/settings/email", permission: "settings.manage" },
  { title: "Shop", words: "settings embeds", href: "/settings/shop", permission: "settings.manage" },
  { title: "Security", words: "settings two-factor", href: "/settings/security", permission: "settings.manage" },
  { title: "Audit", words: "settings history", href: "/settings/audit", permission: "audit.list" },
  { title: "Books", words: "settings accounting", href: "/settings/books", permission: "books.read" },
  {
    title: "Health",
    words: "status billing failed payments",
    href: "/settings/health",
    permission: "billing.health",
  },
];

export const customerPlaces: readonly Place[] = [
  { title: "Links", words: "placements", href: "/links", permission: "placements.list" },
  { title: "Subscriptions", words: "renewals card", href: "/subscriptions/mine", permission: "subscriptions.own" },
  { title: "Saved cards", words: "payment", href: "/profile/cards", permission: "checkout.cards" },
  { title: "Affiliate", words: "commissions earn", href: "/affiliate", permission: "affiliates.programme" },
];

export const everyonesPlaces: readonly Place[] = [
  { title: "Dashboard", words: "home", href: "/", permission: "home.view" },
  { title: "Orders", href: "/orders", permission: "orders.list" },
  { title: "Services", words: "catalog buy", href: "/services", permission: "catalogue.browse" },
  { title: "Notifications", words: "news", href: "/notifications", permission: "notifications.own" },
  { title: "Profile", words: "account password details", href: "/profile", permission: "account.profile" },
];

/** Pages and actions that the actor may open and whose words all begin with the typed ones. */
export function findPlaces(actor: Actor, q: string): SearchHit[] {
  const typed = foldText(q).split(" ");
  return [...(isStaff(actor) ? staffPlaces : customerPlaces), ...everyonesPlaces]
    .filter(({ permission }) => can(actor, permission))
    .filter(({ title, words = "" }) => {
      const known = foldText(`${title} ${words}`).split(" ");
      return typed.every((start) => known.some((word) => word.startsWith(start)));
    })
    .map(({ title, href }) => ({ title, detail: "", href }));
}
