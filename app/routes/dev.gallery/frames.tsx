import type { ReactNode } from "react";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { shownBrand } from "~/domain/settings/shownBrand";
import { BackToAdmin } from "~/ui/layout/BackToAdmin";
import { CustomerBar } from "~/ui/layout/CustomerBar";
import { CustomerPage } from "~/ui/layout/CustomerPage";
import { SignedOutShell } from "~/ui/layout/SignedOutShell";
import { StaffShell } from "~/ui/layout/StaffShell";
import type { MenuItem, Theme } from "~/ui/layout/shellProps";

const staffMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "layout-dashboard" },
  { label: "Orders", href: "/orders", icon: "shopping-cart", active: true },
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
    href: "/affiliates",
    icon: "handshake",
    children: [
      { label: "Affiliates", href: "/affiliates", icon: "handshake" },
      { label: "Commissions", href: "/commissions", icon: "percent" },
      { label: "Traffic Logs", href: "/traffic-logs", icon: "chart-line" },
    ],
  },
];
const customerMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "layout-dashboard" },
  { label: "Orders", href: "/orders", icon: "shopping-cart", active: true },
  { label: "Services", href: "/services", icon: "package" },
  { label: "Affiliate", href: "/affiliate", icon: "gift" },
  { label: "Creatives", href: "/creatives", icon: "images" },
];
const drawer = (
  <p className="muted">No notifications available. Notifications about your activity will show up here.</p>
);

const brand = shownBrand(defaultSettings);

export function StaffFrame({ theme, collapsed, children }: { theme: Theme; collapsed: boolean; children: ReactNode }) {
  return (
    <StaffShell
      brand={brand}
      menu={staffMenu}
      user={{ name: "Demo Manager", email: "manager@example.com" }}
      unread={3}
      theme={theme}
      collapsed={collapsed}
      drawer={drawer}
    >
      {children}
    </StaffShell>
  );
}

export function CustomerFrame({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <CustomerPage
      brand={brand}
      header={
        <CustomerBar
          brand={brand}
          menu={customerMenu}
          user={{ name: "Demo Customer", email: "customer@example.com" }}
          unread={0}
          theme={theme}
          drawer={drawer}
        />
      }
    >
      {children}
      <BackToAdmin action="/dev/gallery" name="Demo Customer" />
    </CustomerPage>
  );
}

export function SignedOutFrame({ children }: { children: ReactNode }) {
  return (
    <SignedOutShell {...defaultSettings.contact} brand={brand}>
      {children}
    </SignedOutShell>
  );
}
