import { Icon } from "../icon/Icon";

/** `current`: the step in progress, which may also be done. */
export type Step = { label: string; done: boolean; current?: boolean; note?: string };

/** A progress through ordered steps. A narrow screen shows one line of words instead of a name per step. */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol className="stepper" aria-label={label} data-summary={summaryOf(steps)}>
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may share a name; their order never changes.
          key={index}
          className={[step.done && "done", step.current && "current"].filter(Boolean).join(" ") || undefined}
          aria-current={step.current ? "step" : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {step.done ? <Icon name="check" /> : index + 1}
          </span>
          <span>
            <span className="step-words">{step.label}</span>
            {step.done ? <span className="visually-hidden"> (done)</span> : null}
            {step.note ? <span className="choice-hint">{step.note}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

function summaryOf(steps: readonly Step[]) {
  const next = steps.find(({ done }) => !done);
  const done = steps.filter((step) => step.done).length;
  return `${done} of ${steps.length} steps done${next ? `. Next: ${next.label}` : ""}`;
}
