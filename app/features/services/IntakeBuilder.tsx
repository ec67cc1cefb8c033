import { type FormMetadata, type SubmissionResult, useForm } from "@conform-to/react";
import { useRef } from "react";
import type { z } from "zod";
import type { IntakeForm } from "~/domain/catalogue/intakeForm";
import { defaultFieldName, IntakeBuilderInput, temporaryId } from "~/domain/catalogue/intakeFormInput";
import { type IntakeItemType, intakeItemTypes } from "~/domain/catalogue/serviceTypes";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { toErrorSummaryItem } from "~/ui/form/fieldProps";
import { parseForm } from "~/ui/form/parseForm";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { uploadFormProps } from "~/ui/form/uploadFormProps";
import { landingRow, useRows } from "~/ui/form/useRows";
import { Icon } from "~/ui/icon/Icon";
import { EmptyState } from "~/ui/list/EmptyState";
import { IntakeRow } from "./IntakeRow";
import { itemTypeIcons } from "./itemTypeIcons";
import { useSortable } from "./useSortable";
import "./services.css";

/** What the builder posts; the service comes from its address. */
export const IntakeBuilderForm = IntakeBuilderInput.omit({ serviceId: true });
type Shape = z.input<typeof IntakeBuilderForm>;

interface IntakeBuilderProps {
  form: Pick<IntakeForm, "service" | "items" | "version" | "files">;
  /** Files that came with a post that did not go through. */
  files?: readonly ReceivedFile[];
  lastResult?: SubmissionResult;
}

/** The Intake Form tab: a palette of field types, and the fields in their order. */
export function IntakeBuilder({ form: stored, files = [], lastResult }: IntakeBuilderProps) {
  const loaded = {
    version: stored.version,
    items: stored.items.map(({ imageUrl: _url, sequence: _sequence, ...item }) => item),
  };
  const [form, fields] = useForm<Shape>({
    id: "intake",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: loaded,
    onValidate: ({ formData }) => parseForm(formData, IntakeBuilderForm),
  });
  const list = useRef<HTMLDivElement>(null);
  const palette = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const rows = fields.items.getFieldList();
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, "items", rows.length);
  const newField = (itemType: IntakeItemType) => ({
    id: temporaryId(rows.length + 1),
    itemType,
    name: defaultFieldName[itemType],
  });
  useSortable({
    list,
    palette,
    onMove: (from, to) => form.reorder({ name: "items", from, to }),
    onDrop: (what, index) =>
      form.insert({ name: "items", index, defaultValue: newField(what as IntakeItemType) } as never),
  });
  const known = [...stored.files, ...files];
  return (
    <Form
      action={paths.serviceIntakeForm(stored.service.id)}
      className="form"
      preventScrollReset
      {...uploadFormProps(form)}
    >
      <DefaultSubmit />
      <FormErrors
        errors={[...(form.errors ?? []), ...(fields.items.errors ?? [])]}
        fields={rows.flatMap((row, index) => {
          const { name, placeHolder, helpText, imageKey } = row.getFieldset();
          return [
            { field: name, label: "Name" },
            { field: placeHolder, label: "Placeholder" },
            { field: helpText, label: "Help text" },
            { field: imageKey, label: "Help image" },
          ].map(({ field, label }) => ({
            id: field.id,
            errors: field.errors,
            label: `${label} of field ${index + 1}`,
          }));
        })}
      />
      <StaleFields
        lastResult={lastResult}
        stored={loaded}
        version={stored.version}
        fields={[toErrorSummaryItem("Fields", fields.items)]}
      />
      <input type="hidden" name="version" value={fields.version.initialValue ?? ""} />
      <div className="builder" ref={box}>
        <section className="card builder-palette">
          <h2>Add a field</h2>
          <ul ref={palette}>
            {intakeItemTypes.map((itemType, index) => (
              <li key={itemType} data-new={itemType}>
                <Button
                  {...form.insert.getButtonProps({ name: "items", defaultValue: newField(itemType) } as never)}
                  type="submit"
                  wide
                  data-add={index === 0 ? "" : undefined}
                  icon={<Icon name={itemTypeIcons[itemType]} />}
                >
                  {defaultFieldName[itemType]}
                </Button>
              </li>
            ))}
          </ul>
        </section>
        <div className="stack">
          {rows.length === 0 ? (
            <div className="card">
              <EmptyState
                title="No fields yet"
                text="Customers fill in these fields after they pay. Choose a field type to add the first one."
                action={null}
              />
            </div>
          ) : null}
          <div className="builder-fields" ref={list}>
            {rows.map((row, index) => (
              <IntakeRow
                key={row.key}
                form={form as unknown as FormMetadata<Record<string, unknown>>}
                fields={row.getFieldset()}
                index={index}
                count={rows.length}
                landing={landing === index}
                added={(lastResult?.intent as { type?: string } | undefined)?.type === "insert"}
                files={known}
              />
            ))}
          </div>
          <div className="builder-save">
            <SubmitButton pendingText="Saving">Save</SubmitButton>
            <span className="muted small">
              {rows.length} {rows.length === 1 ? "field" : "fields"}
            </span>
          </div>
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
    </Form>
  );
}
