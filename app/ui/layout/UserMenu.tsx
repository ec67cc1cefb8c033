import { Link } from "@remix-run/react";
import { Disclosure } from "../dialog/Disclosure";
import { BackgroundForm } from "../form/BackgroundForm";
import { Icon } from "../icon/Icon";
import { Avatar } from "./Avatar";
import type { FrameLinks, ShellProps } from "./shellProps";
import { ThemeSwitch } from "./ThemeSwitch";

type UserMenuProps = Pick<ShellProps, "user" | "unread" | "theme"> & { links: FrameLinks };

/** Profile, theme and Logout behind the avatar; on small screens the overflow menu, which lists notifications too. */
export function UserMenu({ user, unread, theme, links }: UserMenuProps) {
  return (
    <Disclosure
      className="menu user-menu"
      summaryClassName=""
      name="Your account"
      label={
        <>
          <span className="only-wide">
            <Avatar name={user.name} photoUrl={user.photoUrl} />
          </span>
          <span className="only-small">
            <Icon name="ellipsis-vertical" size={20} />
          </span>
        </>
      }
    >
      <div className="menu-panel">
        <div className="menu-who" translate="no">
          <strong>{user.name}</strong>
          <span className="muted small">{user.email}</span>
        </div>
        <Link className="menu-item only-small" to={links.notifications}>
          <Icon name="bell" />
          Notifications{unread > 0 ? ` (${unread})` : ""}
        </Link>
        <Link className="menu-item" to={links.profile}>
          <Icon name="user" />
          Profile
        </Link>
        <ThemeSwitch theme={theme} action={links.preferences} />
        <BackgroundForm action={links.logout}>
          <button type="submit" className="menu-item">
            <Icon name="log-out" />
            Logout
          </button>
        </BackgroundForm>
      </div>
    </Disclosure>
  );
}
