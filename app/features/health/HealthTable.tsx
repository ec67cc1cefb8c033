import type { ReactNode } from "react";
import { type Column, DataTable, type Row } from "~/ui/list/DataTable";

interface HealthTableProps {
  title: string;
  /** What happened and what to do. */
  note?: ReactNode;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Shown instead of an empty table. Without it an empty section is left out. */
  none?: string;
}

/** One kind of problem as a section of its own. Links to it end in its title in lower case, with hyphens. */
export function HealthTable({ title, note, columns, rows, none }: HealthTableProps) {
  if (rows.length === 0 && none === undefined) return null;
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <>
          {note ? <p className="muted">{note}</p> : null}
          <DataTable caption={title} columns={columns} rows={rows} />
        </>
      )}
    </section>
  );
}
