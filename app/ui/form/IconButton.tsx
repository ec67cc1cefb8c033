import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";

type IconButtonProps = Omit<ButtonLook, "wide"> &
  Omit<ComponentPropsWithoutRef<"button">, "children"> & {
    icon: ReactNode;
    /** The action, read out and shown on hover. */
    label: string;
  };

/** A square icon-only button for tight rows. Prefer a button with text. */
export function IconButton({ icon, label, variant = "ghost", size, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      aria-label={label}
      title={label}
      className={buttonClass({ variant, size }, className ? `button-icon ${className}` : "button-icon")}
    >
      {icon}
    </button>
  );
}
