import { Link, useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { Icon } from "../icon/Icon";
import { isOutside } from "./isOutside";
import { QUESTION_ID } from "./questionId";

type RouteDialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** The URL behind the dialog, where Close, Escape and a click outside lead. */
  closeHref: string;
  /** danger: announced as an alert dialog, together with the question of its ConfirmForm. */
  tone?: "neutral" | "danger";
  /** Wide enough for a table or tabs. */
  wide?: boolean;
};

/**
 * A dialog with its own URL: a child route renders it over its parent. With script it is modal. Without, it is a page
 * that hides its parent.
 */
export function RouteDialog({ title, children, closeHref, tone = "neutral", wide }: RouteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  const close = () => navigate(closeHref, { preventScrollReset: true });
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    // Remove the attribute instead of calling close(), which would fire a close event.
    element.removeAttribute("open");
    element.showModal();
    // A field that had the focus before hydration keeps it.
    if (before instanceof HTMLElement && element.contains(before)) before.focus();
    // Skip the tabs that precede the first field.
    else if (document.activeElement?.closest("[role=tablist]"))
      element.querySelector<HTMLElement>("[data-front] :is(input:not([type=hidden]), textarea, select)")?.focus();
    return () => {
      element.close();
      // The dialog has left the page, and browsers restore the focus only from a dialog that is still in it.
      if (document.activeElement !== document.body) return;
      const opener = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
      (opener ?? document.getElementById("main"))?.focus({ preventScroll: true });
    };
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    close();
  };
  // Browsers let a second Escape close a dialog without asking. It stays open until its page is left.
  const reopen = () => {
    dialog.current?.showModal();
    close();
  };
  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (isOutside(event)) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape fires `cancel`; the click is on the backdrop.
    <dialog
      open
      ref={dialog}
      className={wide ? "route-dialog route-dialog-wide" : "route-dialog"}
      role={tone === "danger" ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      aria-describedby={tone === "danger" ? QUESTION_ID : undefined}
      onCancel={cancel}
      onClose={reopen}
      onClick={closeOutside}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      {/* Last in the DOM, first in the corner, so that the first field gets the initial focus. */}
      <Link
        className="button button-ghost button-icon route-dialog-close"
        to={closeHref}
        aria-label="Close"
        title="Close"
        preventScrollReset
      >
        <Icon name="x" size={18} />
      </Link>
    </dialog>
  );
}
