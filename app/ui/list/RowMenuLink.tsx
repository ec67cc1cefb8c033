import { Link, type LinkProps } from "@remix-run/react";

/** A line of a RowMenu that leads somewhere: a dialog's address, a page. */
export function RowMenuLink({ danger, ...link }: LinkProps & { danger?: boolean }) {
  return <Link {...link} className={danger ? "menu-item menu-item-danger" : "menu-item"} />;
}
