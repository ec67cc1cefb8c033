import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Bell } from "./Bell";
import { frameLinks, type ShellProps } from "./shellProps";
import { UserMenu } from "./UserMenu";

type TopBarProps = Pick<ShellProps, "user" | "unread" | "theme" | "drawer" | "onDrawerOpen" | "links"> & {
  logoText: string;
  /** The menu button of small screens. */
  start?: ReactNode;
  /** Top navigation. */
  children?: ReactNode;
};

export function TopBar({ logoText, start, children, links = frameLinks, ...bar }: TopBarProps) {
  return (
    <header className="top-bar">
      <div className="top-bar-inner">
        {start}
        <Link className="logo" to="/">
          {logoText}
        </Link>
        {children}
        <div className="top-bar-end">
          <Bell href={links.notifications} unread={bar.unread} drawer={bar.drawer} onDrawerOpen={bar.onDrawerOpen} />
          <UserMenu user={bar.user} unread={bar.unread} theme={bar.theme} links={links} />
        </div>
      </div>
    </header>
  );
}
