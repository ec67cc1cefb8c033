import spriteHref from "virtual:icon-sprite";
import type { IconName } from "./iconNames";

/** A decorative icon, for the control or text around it has the words. `size` in px; the style sheet's without it. */
export function Icon({ name, size }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} aria-hidden="true">
      <use href={`${spriteHref}#${name}`} />
    </svg>
  );
}
