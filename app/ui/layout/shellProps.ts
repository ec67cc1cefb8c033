import type { ReactNode } from "react";
import type { IconName } from "../icon/iconNames";

/**
 * A menu item. `active` defaults to a match with the URL. A group has `children` and no page. `count`: what waits
 * there, a number up to 100 or '12+'.
 */
export type MenuItem = {
  label: string;
  href: string;
  icon: IconName;
  active?: boolean;
  count?: number | string;
  children?: MenuItem[];
  /** Links below the item. */
  views?: readonly { label: string; href: string }[];
};

export type Theme = "system" | "light" | "dark";

type Picture = { url: string; width: number; height: number };

export type BrandLinks = {
  name: string;
  /** For light grounds, and for dark ones. Sizes in pixels. */
  logo?: Picture;
  logoDark?: Picture;
  socialLinks: readonly { label: string; href: string }[];
  legalLinks: readonly { label: string; href: string }[];
  /** IANA name of the zone in which the page shows times; UTC when absent. */
  timeZone?: string;
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
  /** The button of the portal's search. */
  search?: ReactNode;
  links?: FrameLinks;
  children: ReactNode;
};
