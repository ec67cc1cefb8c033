/** Something is under way. `label` says what, where no words beside it do; without it the spinner is decoration. */
export function Spinner({ label, large }: { label?: string; large?: boolean }) {
  const className = large ? "spinner spinner-large" : "spinner";
  if (!label) return <span className={className} aria-hidden="true" />;
  return <span className={className} role="status" aria-label={label} />;
}
