import { type ComponentPropsWithoutRef, useId } from "react";

type RowMenuButtonProps = ComponentPropsWithoutRef<"button"> & { danger?: boolean };

/** An action in a RowMenu: the submit button of a form around it, or a button for script. */
export function RowMenuButton({ danger, ...button }: RowMenuButtonProps) {
  return <button type="submit" {...button} className={danger ? "menu-item menu-item-danger" : "menu-item"} />;
}

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
