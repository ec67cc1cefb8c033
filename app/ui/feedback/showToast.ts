export type Toast = {
  /** Tells one toast from the next; the same id is shown once. */
  id: string;
  tone: "success" | "info" | "danger";
  text: string;
};

let show: ((toast: Toast) => void) | undefined;
let close: ((id: string) => void) | undefined;
// Raised while the page is still coming up: shown as soon as there is somewhere to show them.
const waiting: Toast[] = [];
let raised = 0;

/**
 * Shows a toast from script ("Checkout URL copied successfully"); the function returned takes it away. What the server has
 * to say comes by `Toasts`' prop.
 */
export function showToast(tone: Toast["tone"], text: string) {
  const toast = { id: `script-${++raised}`, tone, text };
  if (show) show(toast);
  else waiting.push(toast);
  return () => close?.(toast.id);
}

/** For `Toasts` alone: hands every toast on, first those that waited; the function returned ends it. */
export function onToast(listener: (toast: Toast) => void, closer: (id: string) => void) {
  show = listener;
  close = closer;
  for (const toast of waiting.splice(0)) listener(toast);
  return () => {
    show = undefined;
  };
}
