import type { FieldMetadata, FormMetadata, SubmissionResult } from "@conform-to/react";
import { useRef } from "react";
import { MAX_SUB_STATUSES } from "~/domain/catalogue/serviceInput";
import { AddRow } from "~/ui/form/AddRow";
import { fieldProps } from "~/ui/form/fieldProps";
import { RowButtons } from "~/ui/form/RowButtons";
import { TextField } from "~/ui/form/TextField";
import { landingRow, useRows } from "~/ui/form/useRows";
import type { ServiceFormShape } from "./serviceFormShape";
import "./services.css";

interface SubStatusRowsProps {
  form: FormMetadata<ServiceFormShape>;
  name: string;
  rows: FieldMetadata<{ name: string }>[];
  lastResult?: SubmissionResult;
}

/** The sub-statuses that an order of the service passes through, in order. */
export function SubStatusRows({ form, name, rows, lastResult }: SubStatusRowsProps) {
  const box = useRef<HTMLElement>(null);
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, name, rows.length);
  const added = (lastResult?.intent as { type?: string } | undefined)?.type === "insert";
  return (
    <section className="card" ref={box}>
      <div className="card-head">
        <h2>Sub statuses</h2>
      </div>
      {rows.length === 0 ? (
        <p className="muted">The steps of an order, such as Research, Outreach, Published.</p>
      ) : null}
      <div className="form">
        {rows.map((row, index) => {
          const step = row.getFieldset().name;
          return (
            <div key={row.key} className="part-row part-row-status" data-row>
              <TextField
                label={`Sub status ${index + 1}`}
                {...fieldProps(step)}
                required
                autoComplete="off"
                autoFocus={landing === index && added}
              />
              <RowButtons
                form={form}
                list={name}
                index={index}
                count={rows.length}
                label={String(step.value ?? "") || `sub status ${index + 1}`}
                movable
                landing={landing === index && !added}
              />
            </div>
          );
        })}
        <AddRow
          form={form}
          list={name}
          row={{ name: "" }}
          label="Add sub status"
          full={rows.length >= MAX_SUB_STATUSES && `At most ${MAX_SUB_STATUSES} sub statuses`}
          said={said}
        />
      </div>
    </section>
  );
}
