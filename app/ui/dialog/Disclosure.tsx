import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from "react";

type DisclosureProps = {
  className: string;
  summaryClassName: string;
  /** Words or icon of the button; with an icon alone give `name`. */
  label: ReactNode;
  name?: string;
  children: ReactNode;
};

/**
 * The one popup of the portal: a `<details>`, so it opens and closes without script; its summary covers the page while
 * open, so a click outside closes it too. Script adds Escape, and closing on leaving it or following a link in it.
 */
export function Disclosure({ className, summaryClassName, label, name, children }: DisclosureProps) {
  return (
    <details
      className={`disclosure ${className}`}
      onKeyDown={closeOnEscape}
      onBlur={closeWhenLeft}
      onClick={closeAfterLink}
    >
      <summary className={summaryClassName} title={name}>
        {name ? <span className="visually-hidden">{name}</span> : null}
        {label}
      </summary>
      {children}
    </details>
  );
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.preventDefault();
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary")?.focus();
}

function closeWhenLeft(event: FocusEvent<HTMLDetailsElement>) {
  // No related target: the window lost focus, or a click landed on bare ground, which the summary's cover handles.
  if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
}

function closeAfterLink(event: MouseEvent<HTMLDetailsElement>) {
  if (!(event.target instanceof Element && event.target.closest("a[href]"))) return;
  event.currentTarget.open = false;
  // A dialog that the link opens gives the focus back to what is still in sight.
  event.currentTarget.querySelector("summary")?.focus({ preventScroll: true });
}
