import type { MouseEvent } from "react";

/** True for a click next to an open modal dialog: it falls on the dialog's backdrop, which is part of the dialog. */
export function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !inside;
}
