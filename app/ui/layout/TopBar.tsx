import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Bell } from "./Bell";
import { Logo } from "./Logo";
import { frameLinks, type ShellProps } from "./shellProps";
import { UserMenu } from "./UserMenu";

type TopBarProps = Pick<
  ShellProps,
  "brand" | "user" | "unread" | "theme" | "drawer" | "onDrawerOpen" | "links" | "search"
> & {
  /** The menu button of small screens. */
  start?: ReactNode;
  /** Top navigation. */
  children?: ReactNode;
};

export function TopBar({ brand, start, children, links = frameLinks, ...bar }: TopBarProps) {
  return (
    <header className="top-bar">
      <div className="top-bar-inner">
        {start}
        <Link className="logo" to="/">
          <Logo {...brand} />
        </Link>
        {children}
        <div className="top-bar-end">
          {bar.search}
          <Bell href={links.notifications} unread={bar.unread} drawer={bar.drawer} onDrawerOpen={bar.onDrawerOpen} />
          <UserMenu user={bar.user} unread={bar.unread} theme={bar.theme} links={links} />
        </div>
      </div>
    </header>
  );
}
