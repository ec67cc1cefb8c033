import { Spinner } from "./Spinner";

/** Covers the screen while nothing else may happen: `<Overlay text="Processing your payment" />`. */
export function Overlay({ text, hint }: { text: string; hint?: string }) {
  return (
    <div className="overlay" role="alert">
      <Spinner large />
      <h2>{text}</h2>
      {hint ? <p className="muted">{hint}</p> : null}
    </div>
  );
}
