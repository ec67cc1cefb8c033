import "react";

/** Attributes that React 18 writes as they are, but does not name in its types. */
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "auto";
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
  }
}
