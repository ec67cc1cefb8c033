import type { ReactNode } from "react";
import { brand } from "~/brand";
import { BackToAdmin } from "~/ui/layout/BackToAdmin";
import { CustomerBar } from "~/ui/layout/CustomerBar";
import { CustomerPage } from "~/ui/layout/CustomerPage";
import { SignedOutShell } from "~/ui/layout/SignedOutShell";
import { StaffShell } from "~/ui/layout/StaffShell";
import type { MenuItem, Theme } from "~/ui/layout/shellProps";

const staffMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "dashboard" },
  { label: "Orders", href: "/orders", icon: "orders", active: true },
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
    href: "/affiliates",
    icon: "affiliates",
    children: [
      { label: "Affiliates", href: "/affiliates", icon: "affiliates" },
      { label: "Commissions", href: "/commissions", icon: "commissions" },
      { label: "Traffic Logs", href: "/traffic-logs", icon: "trafficLogs" },
    ],
  },
];
const customerMenu: MenuItem[] = [
  { label: "Dashboard", href: "/", icon: "dashboard" },
  { label: "Orders", href: "/orders", icon: "orders", active: true },
  { label: "Services", href: "/services", icon: "services" },
  { label: "Affiliate", href: "/affiliate", icon: "affiliate" },
  { label: "Creatives", href: "/creatives", icon: "creatives" },
];
const drawer = (
  <p className="muted">No notifications available. Notifications about your activity will show up here.</p>
);

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
  return <SignedOutShell brand={brand}>{children}</SignedOutShell>;
}
