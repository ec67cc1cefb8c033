import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from "react";

type DisclosureProps = {
  className: string;
  summaryClassName: string;
  /** Text or icon of the button. An icon alone needs `name`. */
  label: ReactNode;
  name?: string;
  children: ReactNode;
};

/**
 * The portal's only popup: a `<details>` that works without script. While open, its summary covers the page, so a
 * click outside closes it. Script adds closing on Escape, on blur and on following a link inside.
 */
export function Disclosure({ className, summaryClassName, label, name, children }: DisclosureProps) {
  return (
    <details
      className={`disclosure ${className}`}
      onKeyDown={closeOnEscape}
      onBlur={closeWhenLeft}
      onClick={closeAfterLink}
      onToggle={openUpward}
    >
      <summary className={summaryClassName} title={name}>
        {name ? <span className="visually-hidden">{name}</span> : null}
        {label}
      </summary>
      {children}
    </details>
  );
}

/** Where CSS cannot flip a menu: upward when it would leave the window below and has more room above. */
function openUpward({ currentTarget: { open, children } }: SyntheticEvent<HTMLDetailsElement>) {
  const [summary, panel] = children;
  if (!panel?.classList.contains("menu-panel") || CSS.supports("position-try-fallbacks", "flip-block")) return;
  panel.removeAttribute("data-upward");
  if (!open || !summary) return;
  const { top } = summary.getBoundingClientRect();
  const { bottom } = panel.getBoundingClientRect();
  panel.toggleAttribute("data-upward", bottom > window.innerHeight && top > window.innerHeight / 2);
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.preventDefault();
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary")?.focus();
}

function closeWhenLeft(event: FocusEvent<HTMLDetailsElement>) {
  // Without a related target the window lost focus, or the click hit an empty area, which the summary's cover
  // handles.
  if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
}

function closeAfterLink(event: MouseEvent<HTMLDetailsElement>) {
  if (!(event.target instanceof Element && event.target.closest("a[href]"))) return;
  event.currentTarget.open = false;
  // Focus the summary, which stays visible, so that a dialog opened by the link can return the focus to it.
  event.currentTarget.querySelector("summary")?.focus({ preventScroll: true });
}
