/** `label` names the work when no text next to the spinner does. Without it the spinner is decorative. */
export function Spinner({ label, large }: { label?: string; large?: boolean }) {
  const className = large ? "spinner spinner-large" : "spinner";
  if (!label) return <span className={className} aria-hidden="true" />;
  return <span className={className} role="status" aria-label={label} />;
}
