/** Renders nothing: the page shows its list without a dialog. */
export function NoDialog() {
  return null;
}
