import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";

export type ButtonProps = ButtonLook & ComponentPropsWithoutRef<"button"> & { icon?: ReactNode };

/** A button that is not the form's main submit. `type` is "button" unless said otherwise. */
export function Button({ variant, size, wide, icon, className, children, ...button }: ButtonProps) {
  return (
    <button type="button" {...button} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </button>
  );
}
