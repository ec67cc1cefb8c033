import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";

type IconButtonProps = Omit<ButtonLook, "wide"> &
  Omit<ComponentPropsWithoutRef<"button">, "children"> & {
    icon: ReactNode;
    /** What it does, read out and shown on hover. */
    label: string;
  };

/** A square button with an icon alone. Prefer a button with words; use this in tight rows. */
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
