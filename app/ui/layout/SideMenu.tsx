import { Link, useLocation } from "@remix-run/react";
import { activeItem } from "./activeItem";
import { MenuIcon } from "./MenuIcon";
import type { MenuItem } from "./shellProps";

/** The menu as a column, in the side menu and the drawers. Groups show their name above their items. */
export function SideMenu({ menu, label }: { menu: readonly MenuItem[]; label: string }) {
  const { pathname } = useLocation();
  const active = activeItem(menu, pathname);
  const line = (item: MenuItem) => (
    <li key={item.label + item.href}>
      <Link className="side-link" to={item.href} aria-current={item === active ? "page" : undefined}>
        <MenuIcon name={item.icon} />
        <span className="side-words">{item.label}</span>
      </Link>
    </li>
  );
  return (
    <nav aria-label={label}>
      <ul className="side-list">
        {menu.map((item) =>
          item.children ? (
            <li key={item.label}>
              <p className="side-group">{item.label}</p>
              <ul className="side-list" aria-label={item.label}>
                {item.children.map(line)}
              </ul>
            </li>
          ) : (
            line(item)
          ),
        )}
      </ul>
    </nav>
  );
}
