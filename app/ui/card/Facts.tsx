import type { ReactNode } from "react";

export type Fact = { label: string; value: ReactNode; total?: boolean };

/** Labels and values. `columns` puts them side by side, each value below its label. */
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
