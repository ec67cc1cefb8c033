import type { ReactNode } from "react";

export type Fact = { label: string; value: ReactNode /** The sum below a line. */; total?: boolean };

/** Labels and their values. `columns`: side by side, each value below its label. */
export function Facts({ facts, columns }: { facts: readonly Fact[]; columns?: boolean }) {
  return (
    <dl className={columns ? "facts facts-columns" : "facts"}>
      {facts.map((fact) => (
        <div key={fact.label} className={fact.total ? "facts-total" : undefined}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
