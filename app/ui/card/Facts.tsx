import type { ReactNode } from "react";

export type Fact = {
  label: string;
  value: ReactNode;
  total?: boolean;
  /** A name, code or address, which a browser's translation leaves alone. */
  literal?: boolean;
};

interface FactsProps {
  facts: readonly Fact[];
  /** Side by side, each value below its label. */
  columns?: boolean;
  /** One below the other, each value below its label: for texts of several lines. */
  stacked?: boolean;
}

/** Labels and values. */
export function Facts({ facts, columns, stacked }: FactsProps) {
  return (
    <dl className={stacked ? "facts facts-stacked" : columns ? "facts facts-columns" : "facts"}>
      {facts.map((fact) => (
        <div key={fact.label} className={fact.total ? "facts-total" : undefined}>
          <dt>{fact.label}</dt>
          <dd translate={fact.literal ? "no" : undefined}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
