import { type ComponentPropsWithoutRef, useId } from "react";

/** An action in a RowMenu: the submit button of a form around it, or a button for script. */
export const RowMenuButton = (button: ComponentPropsWithoutRef<"button">) => (
  <button type="submit" {...button} className="menu-item" />
);

/** An action that is not possible now, and why. It can be focused, so that the reason is read out. */
export function RowMenuBlocked({ label, reason }: { label: string; reason: string }) {
  const id = useId();
  return (
    <div className="menu-blocked">
      <button type="button" className="menu-item" aria-disabled="true" aria-describedby={id}>
        {label}
      </button>
      <p id={id}>{reason}</p>
    </div>
  );
}
