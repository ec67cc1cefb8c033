import type { ReactNode } from "react";
import type { IconName } from "../icon/iconNames";

/** A menu item. `active` defaults to a match with the URL. A group has `children` and no page. */
export type MenuItem = { label: string; href: string; icon: IconName; active?: boolean; children?: MenuItem[] };

export type Theme = "system" | "light" | "dark";

export type BrandLinks = {
  logoText: string;
  socialLinks: readonly { label: string; href: string }[];
  legalLinks: readonly { label: string; href: string }[];
};

/** Targets of the frame's own links and forms. */
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
  /** Opened by the bell when script runs. Otherwise the bell is a link. */
  drawer?: ReactNode;
  onDrawerOpen?: () => void;
  links?: FrameLinks;
  children: ReactNode;
};
