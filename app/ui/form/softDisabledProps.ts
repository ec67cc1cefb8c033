import type { MouseEvent } from "react";

/** Of a row button that has nothing to do. One that is disabled under the finger loses the focus: with script it only says so. */
export const softDisabledProps = (blocked: boolean, hydrated: boolean) => {
  if (!blocked) return {};
  return hydrated
    ? { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() }
    : { disabled: true };
};
