import type { FieldMetadata, FormMetadata, SubmissionResult } from "@conform-to/react";
import { useRef } from "react";
import { Card } from "~/ui/card/Card";
import { AddRow } from "~/ui/form/AddRow";
import { choiceProps, fieldProps } from "~/ui/form/fieldProps";
import { RowButtons } from "~/ui/form/RowButtons";
import { type Option, SelectField } from "~/ui/form/SelectField";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { landingRow, useRows } from "~/ui/form/useRows";
import "./settings.css";

interface RowColumn {
  name: string;
  label: string;
  type?: "url" | "date";
  options?: readonly Option[];
  /** Several lines, as wide as the row. */
  long?: boolean;
}

interface SettingsRowsProps {
  // Any form's metadata and list.
  form: FormMetadata<never>;
  list: Pick<FieldMetadata<never>, "name" | "errors"> & { getFieldList(): FieldMetadata<never>[] };
  title: string;
  help?: string;
  /** What one row is called: 'link'. */
  noun: string;
  columns: readonly RowColumn[];
  most: number;
  lastResult?: SubmissionResult;
}

/** A list of a settings form, with a field for each column of a row. */
export function SettingsRows({ form, list, title, help, noun, columns, most, lastResult }: SettingsRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = list.getFieldList();
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, list.name, rows.length);
  const added = (lastResult?.intent as { type?: string } | undefined)?.type === "insert";
  const anyForm = form as unknown as FormMetadata<Record<string, unknown>>;
  return (
    <Card title={title}>
      {help ? <p className="muted">{help}</p> : null}
      <div className="form" ref={box}>
        {rows.map((row, index) => {
          const cells = (row as unknown as FieldMetadata<Record<string, string>>).getFieldset();
          return (
            <div key={row.key} className="settings-row" data-row>
              <div className="settings-cells">
                {columns.map(({ name, label, type, options, long }, column) => {
                  const cell = cells[name]!;
                  const shown = {
                    label: `${label} ${index + 1}`,
                    required: true,
                    autoFocus: landing === index && added && column === 0,
                  };
                  if (options) return <SelectField key={name} {...choiceProps(cell)} {...shown} options={options} />;
                  return long ? (
                    <div key={name} className="settings-long">
                      <TextAreaField {...fieldProps(cell)} {...shown} rows={2} autoComplete="off" />
                    </div>
                  ) : (
                    <TextField key={name} {...fieldProps(cell)} {...shown} type={type ?? "text"} autoComplete="off" />
                  );
                })}
              </div>
              <RowButtons
                form={anyForm}
                list={list.name}
                index={index}
                count={rows.length}
                label={`${noun} ${index + 1}`}
                movable
                landing={landing === index && !added}
              />
            </div>
          );
        })}
        {list.errors?.map((error) => (
          <p key={error} className="field-error">
            {error}
          </p>
        ))}
        <AddRow
          form={anyForm}
          list={list.name}
          row={Object.fromEntries(columns.map(({ name, options }) => [name, options?.[0]?.value ?? ""]))}
          label={`Add ${noun}`}
          full={rows.length >= most && `At most ${most}`}
          said={said}
        />
      </div>
    </Card>
  );
}
