export type ButtonLook = {
  /** solid: the one main action; outline: secondary; soft, ghost: quieter; danger: destructive. */
  variant?: "solid" | "soft" | "outline" | "ghost" | "danger";
  size?: 1 | 2 | 3;
  /** As wide as its column. */
  wide?: boolean;
};

export function buttonClass({ variant = "outline", size = 2, wide }: ButtonLook, more?: string) {
  // The style sheet draws size 2 unless a class says otherwise.
  return `button button-${variant}${size === 2 ? "" : ` button-${size}`}${wide ? " button-wide" : ""}${more ? ` ${more}` : ""}`;
}
