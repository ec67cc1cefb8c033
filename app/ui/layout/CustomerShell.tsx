import { Link, useLocation } from "@remix-run/react";
import { activeItem } from "./activeItem";
import { Footer } from "./Footer";
import { MenuDrawer } from "./MenuDrawer";
import { SkipLink } from "./SkipLink";
import type { ShellProps } from "./shellProps";
import { TopBar } from "./TopBar";

/** Frame of the customers' pages: top navigation, a drawer on small screens. */
export function CustomerShell({ children, ...props }: ShellProps) {
  const { pathname } = useLocation();
  const active = activeItem(props.menu, pathname);
  return (
    <div className="shell shell-customer" data-scaling="100">
      <SkipLink />
      <TopBar {...props} logoText={props.brand.logoText} start={<MenuDrawer menu={props.menu} />}>
        <nav className="top-nav" aria-label="Main">
          {props.menu.map((item) => (
            <Link key={item.href} to={item.href} aria-current={item === active ? "page" : undefined}>
              {item.label}
            </Link>
          ))}
        </nav>
      </TopBar>
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...props.brand} />
    </div>
  );
}
