import { Check } from "lucide-react";

export type Step = { label: string; state: "done" | "current" | "ahead"; note?: string };

/** Where something stands on its way, in order. */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol className="stepper" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step.label} className={step.state} aria-current={step.state === "current" ? "step" : undefined}>
          <span className="step-mark" aria-hidden="true">
            {step.state === "done" ? <Check className="icon" size={16} strokeWidth={2.5} /> : index + 1}
          </span>
          <span>
            <span className="step-words">{step.label}</span>
            {step.state === "done" ? <span className="visually-hidden"> (done)</span> : null}
            {step.note ? <span className="choice-hint">{step.note}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
