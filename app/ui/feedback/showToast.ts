export type Toast = {
  /** Toasts with the same id are shown once. */
  id: string;
  tone: "success" | "info" | "danger";
  text: string;
  link?: ToastLink;
  subject?: string;
  lasting?: boolean;
};

/** A link to a file, a button that posts one field, or what happens when the toast is clicked. */
type ToastLink =
  | { href: string; label: string }
  | { action: string; label: string; name: string; value: string }
  | { onClick: () => void };

interface ToastOptions {
  link?: ToastLink;
  /** A toast closes the earlier ones of its subject, so that two never contradict each other. */
  subject?: string;
  /** It stays until it is closed. */
  lasting?: boolean;
}

let show: ((toast: Toast) => void) | undefined;
let close: ((id: string) => void) | undefined;
// Toasts raised before hydration, shown once `Toasts` mounts.
const waiting: Toast[] = [];
let raised = 0;

/**
 * Shows a toast from script ("Checkout URL copied successfully"). Returns a function that removes it. Toasts from the
 * server use the prop of `Toasts`.
 */
export function showToast(tone: Toast["tone"], text: string, options: ToastOptions = {}) {
  const toast = { id: `script-${++raised}`, tone, text, ...options };
  if (show) show(toast);
  else waiting.push(toast);
  return () => close?.(toast.id);
}

/** For `Toasts` only: passes on every toast, starting with the queued ones. Returns a function that unsubscribes. */
export function onToast(listener: (toast: Toast) => void, closer: (id: string) => void) {
  show = listener;
  close = closer;
  for (const toast of waiting.splice(0)) listener(toast);
  return () => {
    show = undefined;
  };
}
