import type { ComponentPropsWithoutRef } from "react";

/** An action in a RowMenu: the submit button of a form around it, or a button for script. */
export function RowMenuButton({ danger, ...button }: ComponentPropsWithoutRef<"button"> & { danger?: boolean }) {
  return <button type="submit" {...button} className={danger ? "menu-item menu-item-danger" : "menu-item"} />;
}
