import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Badge } from "../feedback/Badge";
import { useHydrated } from "./useHydrated";
import "./formParts.css";

type Part = {
  key: string;
  label: string;
  content: ReactNode;
  /** The number of its fields with an error. */
  wrong?: number;
  /** The number of its rows, shown next to the name. */
  count?: number;
};

type FormPartsProps = {
  label: string;
  parts: readonly Part[];
  /** The initial part; by default the first with an error, else the first. */
  first?: string;
};

/** Parts of one form: tabs with script, stacked without. The form always posts all of them. */
export function FormParts({ label, parts, first }: FormPartsProps) {
  const hydrated = useHydrated();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const wrong = parts.find((part) => part.wrong);
  const [front, setFront] = useState(first ?? wrong?.key ?? parts[0]?.key);
  const wrongKeys = parts.filter((part) => part.wrong).map((part) => part.key);
  const complaint = wrongKeys.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new errors bring a part to the front
  useEffect(() => {
    if (front && wrongKeys.length > 0 && !wrongKeys.includes(front)) setFront(wrongKeys[0]);
  }, [complaint]);
  useEffect(() => {
    // A link in the error summary may target a field in a hidden part.
    const reveal = (event: Event) => {
      const link = (event as unknown as MouseEvent).target;
      const hash = link instanceof Element ? link.closest<HTMLAnchorElement>(".form-errors a")?.hash : undefined;
      const field = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      const part = field?.closest<HTMLElement>("[data-part]");
      if (!part || !box.current?.contains(part)) return;
      flushSync(() => setFront(part.dataset.part));
      field?.focus();
    };
    document.addEventListener("click", reveal, true);
    return () => document.removeEventListener("click", reveal, true);
  }, []);
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = parts.findIndex((part) => part.key === front);
    const next = parts[(at + step + parts.length) % parts.length];
    setFront(next?.key);
    document.getElementById(`${id}-${next?.key}-tab`)?.focus();
  };
  return (
    <div className="form-parts" ref={box}>
      <div className="tabs script-only" role="tablist" aria-label={label} onKeyDown={turn}>
        {parts.map((part) => (
          <button
            key={part.key}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${part.key}-tab`}
            aria-controls={`${id}-${part.key}`}
            aria-selected={part.key === front}
            tabIndex={part.key === front ? 0 : -1}
            onClick={() => setFront(part.key)}
          >
            {part.label}
            {part.count ? <span className="muted number">{part.count}</span> : null}
            {part.wrong ? (
              <Badge tone="danger">
                {part.wrong}
                <span className="visually-hidden"> to check</span>
              </Badge>
            ) : null}
          </button>
        ))}
      </div>
      {parts.map((part) => (
        <section
          key={part.key}
          id={`${id}-${part.key}`}
          data-part={part.key}
          data-front={part.key === front ? "" : undefined}
          className="form-part"
          {...(hydrated
            ? { role: "tabpanel", "aria-labelledby": `${id}-${part.key}-tab` }
            : { "aria-label": part.label })}
        >
          <h3 className="noscript-only">{part.label}</h3>
          {part.content}
        </section>
      ))}
    </div>
  );
}
