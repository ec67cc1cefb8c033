import type { ReactNode } from "react";
import type { MenuIconName } from "./MenuIcon";

/** One line of a menu. `active` left out: decided by the address. A group carries `children` and no page of its own. */
export type MenuItem = { label: string; href: string; icon: MenuIconName; active?: boolean; children?: MenuItem[] };

export type Theme = "system" | "light" | "dark";

export type BrandLinks = {
  logoText: string;
  socialLinks: readonly { label: string; href: string }[];
  legalLinks: readonly { label: string; href: string }[];
};

/** Where the frame's own links and forms lead. */
export type FrameLinks = { profile: string; logout: string; notifications: string; preferences: string };

export const frameLinks: FrameLinks = {
  profile: "/profile",
  logout: "/logout",
  notifications: "/notifications",
  preferences: "/preferences",
};

export type ShellProps = {
  brand: BrandLinks;
  menu: readonly MenuItem[];
  user: { name: string; email: string; photoUrl?: string | null };
  /** Unread notifications. */
  unread: number;
  theme: Theme;
  /** What the bell opens where script runs; without it, or without script, the bell is a link. */
  drawer?: ReactNode;
  onDrawerOpen?: () => void;
  links?: FrameLinks;
  children: ReactNode;
};
