import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";

export type ButtonProps = ButtonLook & ComponentPropsWithoutRef<"button"> & { icon?: ReactNode };

/** A button other than the form's main submit. `type` defaults to "button". */
export function Button({ variant, size, wide, icon, className, children, ...button }: ButtonProps) {
  return (
    <button type="button" {...button} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </button>
  );
}
