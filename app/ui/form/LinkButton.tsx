import { Link, type LinkProps } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";

/** A link styled as a button. Use it for navigation, never for changes. */
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
