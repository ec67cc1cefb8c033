import { Link } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { IconButton } from "../form/IconButton";
import { useHydrated } from "../form/useHydrated";
import { Icon } from "../icon/Icon";

type BellProps = { href: string; unread: number; drawer?: ReactNode; onDrawerOpen?: () => void };

/** Links to the notifications page. With script and a `drawer` it opens that instead. */
export function Bell({ href, unread, drawer, onDrawerOpen }: BellProps) {
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (event: MouseEvent) => {
    if (!dialog.current || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    dialog.current.showModal();
    onDrawerOpen?.();
  };
  const closeAfter = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target;
    if (target === dialog.current || (target instanceof Element && target.closest("a[href]"))) dialog.current?.close();
  };
  // The accessible name contains the visible text, which voice commands repeat.
  const count = unread > 99 ? "99+" : String(unread);
  const label = unread > 0 ? `Notifications, ${count} unread` : "Notifications";
  return (
    <>
      <Link className="button button-ghost button-icon bell" to={href} aria-label={label} title={label} onClick={open}>
        <Icon name="bell" size={18} />
        {unread > 0 ? <span className="bell-count">{count}</span> : null}
      </Link>
      {drawer && hydrated ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; the click is on its backdrop.
        <dialog className="drawer" ref={dialog} aria-label="Notifications" onClick={closeAfter}>
          <div className="drawer-inner">
            <div className="drawer-head">
              <h2>Notifications</h2>
              <IconButton label="Close" icon={<Icon name="x" size={18} />} onClick={() => dialog.current?.close()} />
            </div>
            {drawer}
          </div>
        </dialog>
      ) : null}
    </>
  );
}
