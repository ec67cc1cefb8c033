import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { NewClientInput } from "~/domain/clients/clientInputs";
import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

/** Whom to invite (rules.md clients/invitation). */
export function NewClientForm({ lastResult }: { lastResult?: SubmissionResult }) {
  const [form, fields] = useForm({
    id: "new-client",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, NewClientInput),
  });
  const named = [
    { label: "First name", ...fieldProps(fields.firstName) },
    { label: "Last name", ...fieldProps(fields.lastName) },
    { label: "Email", ...fieldProps(fields.email) },
  ];
  return (
    <Form method="post" className="form narrow" {...getFormProps(form)}>
      <FormErrors errors={form.errors} fields={named} />
      <TextField label="First name" {...fieldProps(fields.firstName)} required autoComplete="off" />
      <TextField label="Last name" {...fieldProps(fields.lastName)} required autoComplete="off" />
      <TextField label="Email" type="email" {...fieldProps(fields.email)} required autoComplete="off" />
      <div className="form-actions">
        <LinkButton to={paths.clients()}>Cancel</LinkButton>
        <SubmitButton pendingText="Inviting">Invite client</SubmitButton>
      </div>
    </Form>
  );
}
