import { useId } from "react";

/** Progress with a known end: `value` of `max` (default 100), with the percentage next to it. */
export function ProgressBar({ label, value, max = 100 }: { label: string; value: number; max?: number }) {
  const id = useId();
  const percent = Math.round((value / max) * 100);
  return (
    <div className="progress">
      <div className="progress-words">
        <label htmlFor={id}>{label}</label>
        <span>{percent}%</span>
      </div>
      <progress id={id} value={value} max={max} />
    </div>
  );
}
