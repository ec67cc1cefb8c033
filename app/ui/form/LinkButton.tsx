import { Link, type LinkProps } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function LinkButton({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...link
}: ButtonLook & LinkProps & { icon?: ReactNode }) {
  return (
    <Link {...link} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  );
}
