import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useRef } from "react";
import { ArrangeInput } from "~/domain/catalogue/arrangeInput";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { RowButtons } from "~/ui/form/RowButtons";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { landingRow, useRows } from "~/ui/form/useRows";
import { Icon } from "~/ui/icon/Icon";
import { useSortable } from "./useSortable";
import "./services.css";

interface ArrangeDialogProps {
  title: string;
  help: string;
  action: string;
  /** The list behind the dialog. */
  back: string;
  items: readonly { id: string; name: string }[];
  lastResult?: SubmissionResult;
}

/** Puts records into another order: by dragging, or by the buttons of each row. */
export function ArrangeDialog({ title, help, action, back, items, lastResult }: ArrangeDialogProps) {
  const [form, fields] = useForm<ArrangeInput>({
    id: "arrange",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    defaultValue: { items: items.map(({ id }) => ({ id })) },
    onValidate: ({ formData }) => parseForm(formData, ArrangeInput),
  });
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const rows = fields.items.getFieldList();
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  useSortable({ list, onMove: (from, to) => form.reorder({ name: "items", from, to }) });
  const landing = landingRow(lastResult, "items", rows.length);
  const nameOf = new Map(items.map(({ id, name }) => [id, name]));
  return (
    <RouteDialog title={title} closeHref={back}>
      <Form method="post" action={action} className="form" preventScrollReset {...getFormProps(form)}>
        <DefaultSubmit />
        <FormErrors errors={[...(form.errors ?? []), ...(fields.items.errors ?? [])]} />
        <p className="muted">{help}</p>
        <div ref={box}>
          <ol className="arrange" ref={list}>
            {rows.map((row, index) => {
              const { id } = row.getFieldset();
              const name = nameOf.get(String(id.initialValue)) ?? "";
              return (
                <li
                  key={row.key}
                  data-row
                  tabIndex={landing === index ? -1 : undefined}
                  // biome-ignore lint/a11y/noAutofocus: without script the focus must land on the moved row
                  autoFocus={landing === index}
                >
                  <input type="hidden" name={id.name} value={String(id.initialValue ?? "")} />
                  <span className="script-only arrange-handle" data-handle title="Drag to move" aria-hidden="true">
                    <Icon name="grip-vertical" />
                  </span>
                  <span>{name}</span>
                  <RowButtons
                    form={form}
                    list={fields.items.name}
                    index={index}
                    count={rows.length}
                    label={name}
                    movable
                    removable={false}
                  />
                </li>
              );
            })}
          </ol>
          <p className="visually-hidden" role="status">
            {said}
          </p>
        </div>
        <div className="form-actions row-end">
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
