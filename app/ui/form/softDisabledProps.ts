import type { MouseEvent } from "react";

/**
 * Props of a row button with nothing to do. Disabling a focused button drops the focus, so with script it only sets
 * aria-disabled.
 */
export const softDisabledProps = (blocked: boolean, hydrated: boolean) => {
  if (!blocked) return {};
  return hydrated
    ? { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() }
    : { disabled: true };
};
