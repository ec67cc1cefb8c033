import { Link, type LinkProps } from "@remix-run/react";

/** A link in a RowMenu: a dialog's URL or a page. */
export function RowMenuLink({ danger, ...link }: LinkProps & { danger?: boolean }) {
  return <Link {...link} className={danger ? "menu-item menu-item-danger" : "menu-item"} />;
}
