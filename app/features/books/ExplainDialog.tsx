import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { ExplainDifferenceInput } from "~/domain/books/explainDifferenceInput";
import type { DifferenceRow } from "~/domain/books/findDifferences";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import { Facts } from "~/ui/card/Facts";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { recordName } from "./recordName";

interface ExplainDialogProps {
  difference: DifferenceRow;
  lastResult?: SubmissionResult;
}

/** Why a difference is right as it is. */
export function ExplainDialog({ difference, lastResult }: ExplainDialogProps) {
  const zone = useZone();
  const { id, sentence, expected, actual, firstSeenAt, note } = difference;
  const [form, fields] = useForm({
    id: "explain",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { note: note ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ExplainDifferenceInput }),
  });
  return (
    <RouteDialog title="Explain difference" closeHref={paths.books()}>
      <p>{sentence}</p>
      <Facts
        facts={[
          { label: "Record", value: recordName(difference) },
          { label: "Expected", value: expected },
          { label: "Found", value: actual },
          { label: "Since", value: formatDateTime(firstSeenAt, zone) },
        ]}
      />
      <Form
        method="post"
        action={paths.booksDifference(id)}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <FormErrors errors={form.errors} fields={[{ label: "Note", ...fieldProps(fields.note) }]} />
        <TextAreaField
          label="Note"
          hint="Say why this is right, or what you did about it. All super admins read it."
          rows={4}
          {...fieldProps(fields.note)}
          required
        />
        <div className="form-actions row-end">
          <LinkButton to={paths.books()} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save note</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
