/** A placeholder for loading content. `shape` sets its height; `lines` repeats it. */
export function Skeleton({ shape = "line", lines = 1 }: { shape?: "line" | "title" | "short"; lines?: number }) {
  const bars = Array.from({ length: lines }, (_, index) => index);
  return (
    <span className="stack-small" aria-hidden="true">
      {bars.map((bar) => (
        <span key={bar} className={`skeleton skeleton-${shape}`} />
      ))}
    </span>
  );
}
