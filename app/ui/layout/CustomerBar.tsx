import { Link, useLocation } from "@remix-run/react";
import { activeItem } from "./activeItem";
import { MenuDrawer } from "./MenuDrawer";
import type { ShellProps } from "./shellProps";
import { TopBar } from "./TopBar";

/** Header of customer pages: top navigation, a drawer on small screens. */
export function CustomerBar(props: Omit<ShellProps, "children">) {
  const { pathname } = useLocation();
  const active = activeItem(props.menu, pathname);
  return (
    <TopBar {...props} logoText={props.brand.logoText} start={<MenuDrawer menu={props.menu} />}>
      <nav className="top-nav" aria-label="Main">
        {props.menu.map((item) => (
          <Link key={item.href} to={item.href} aria-current={item === active ? "page" : undefined}>
            {item.label}
          </Link>
        ))}
      </nav>
    </TopBar>
  );
}
