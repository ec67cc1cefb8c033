import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { namesOf, type RecordFields, valuesForForm } from "~/domain/records/recordFields";
import type { ShownFile } from "~/domain/uploads/shownFile";
import { useAgencyZone } from "~/features/frame/useZone";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { toErrorSummaryItem } from "~/ui/form/fieldProps";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import type { Option } from "~/ui/form/SelectField";
import { filesOf, StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { uploadFormProps } from "~/ui/form/uploadFormProps";
import { PageHeader } from "~/ui/layout/PageHeader";

interface RecordFormOptions {
  entity: string;
  fields: RecordFields;
  schema: z.ZodType;
  /** The stored record with its file; null for a new one. */
  record: { id: string; name: string; version: number; file: ShownFile | null } | null;
  /** What an `ids` field chooses from. */
  choices?: readonly { id: string; name: string }[];
  /** The answer to a post that did not go through. */
  posted: FileFormAnswer | undefined;
}

/** The state of a record's form, for `RecordForm` and each `RecordField`. */
export function useRecordForm({ entity, fields, schema, record, choices = [], posted }: RecordFormOptions) {
  const zone = useAgencyZone();
  const lastResult = posted?.result;
  const [fileName] = namesOf(fields, "upload");
  const file = record?.file ?? null;
  const stored = {
    ...valuesForForm(fields, record && { ...record }, zone),
    ...(fileName ? { [fileName]: file?.key } : {}),
  };
  const [form, controls] = useForm<Record<string, unknown>>({
    id: entity,
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: stored as never,
    onValidate: ({ formData }) => parseForm(formData, schema) as never,
  });

  const options = choices.map(({ id, name }) => ({ value: id, label: name }));
  const optionsOf = (name: string): Option[] | undefined => {
    const { kind, options: labels } = fields[name]!;
    if (kind === "upload") return filesOf(posted?.files, file);
    if (kind === "ids") return options;
    return labels && Object.entries(labels).map(([value, label]) => ({ value, label }));
  };
  const named = Object.entries(fields).map(([name, { label }]) => {
    const item = toErrorSummaryItem(label, controls[name]!);
    return { ...item, name, options: optionsOf(name) };
  });
  const fileKey = fileName && (lastResult ? lastResult.initialValue?.[fileName] : file?.key);
  const received = [...(posted?.files ?? []), ...(file ? [file] : [])].find(({ key }) => key === fileKey);
  return { form, fields, controls, record, lastResult, stored, named, optionsOf, received };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;

interface RecordFormProps {
  of: RecordFormState;
  /** The title while the record is new. */
  newTitle: string;
  list: { href: string; label: string };
  /** The page that deletes a stored record. */
  deleteHref: string | undefined;
  children: ReactNode;
}

/** The page of a record: title, form, both versions after a stale save, and buttons. */
export function RecordForm({ of, newTitle, list, deleteHref, children }: RecordFormProps) {
  const { form, record, lastResult, stored, named } = of;
  const version = record && (lastResult?.initialValue?.version ?? record.version);
  return (
    <>
      <PageHeader
        title={record?.name ?? newTitle}
        back={list}
        action={deleteHref ? <LinkButton to={deleteHref}>Delete</LinkButton> : undefined}
      />
      <Form className="form record-form" {...uploadFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={record?.version} fields={named} />
        {record ? <input type="hidden" name="version" value={String(version)} /> : null}
        {children}
        <div className="form-actions">
          <LinkButton to={list.href}>Cancel</LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </>
  );
}
