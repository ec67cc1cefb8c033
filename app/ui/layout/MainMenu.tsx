import { useLocation } from "@remix-run/react";
import type { FocusEvent, MouseEvent, ReactNode } from "react";
import { Badge } from "../feedback/Badge";
import { Icon } from "../icon/Icon";
import { activeItem } from "./activeItem";
import type { MenuItem } from "./shellProps";
import { useFollowLinks } from "./useFollowLinks";

const MENU_ID = "main-menu";

interface MainMenuProps {
  menu: readonly MenuItem[];
  /** Controls below the items. */
  children?: ReactNode;
}

/**
 * The page's only menu. CSS shows it in its place on wide screens; on narrow ones it is a native popover, which its
 * button opens without script. Groups show their name above their items.
 */
export function MainMenu({ menu, children }: MainMenuProps) {
  const { pathname } = useLocation();
  const active = activeItem(menu, pathname);
  const follow = useFollowLinks("a.menu-link");
  const choose = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest("a")) event.currentTarget.hidePopover?.();
    follow(event);
  };
  const line = (item: MenuItem) => (
    <li key={item.label + item.href}>
      <a className="menu-link" href={item.href} aria-current={item === active ? "page" : undefined}>
        <Icon name={item.icon} />
        <span>
          {item.label}
          {item.count ? (
            <>
              {" "}
              <Badge>{Number(item.count) > 99 ? "99+" : item.count}</Badge>
            </>
          ) : null}
        </span>
      </a>
      {item.views && item.views.length > 0 ? (
        <ul aria-label={`Views of ${item.label}`}>
          {item.views.map(({ label, href }) => (
            <li key={href + label}>
              <a className="menu-link" href={href}>
                <Icon name="chevron-right" />
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
  return (
    // biome-ignore lint/a11y: Escape closes a popover natively; the handlers close it after its links and on leaving.
    <div className="main-menu" id={MENU_ID} popover="auto" onBlur={closeWhenLeft} onClick={choose}>
      <nav aria-label="Main">
        <ul>
          {menu.map((item) =>
            item.children ? (
              <li key={item.label}>
                <p className="menu-group">{item.label}</p>
                <ul aria-label={item.label}>{item.children.map(line)}</ul>
              </li>
            ) : (
              line(item)
            ),
          )}
        </ul>
      </nav>
      {children}
    </div>
  );
}

/** Opens the menu on screens too narrow to show it. */
export const MenuButton = () => (
  <button
    type="button"
    className="menu-button button button-ghost button-icon"
    popovertarget={MENU_ID}
    aria-label="Menu"
    title="Menu"
  >
    <Icon name="menu" size={20} />
  </button>
);

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover?.();
}
