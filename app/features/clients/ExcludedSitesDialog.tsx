import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { ExcludedSitesInput } from "~/domain/clients/excludedSitesInput";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface ExcludedSitesDialogProps {
  client: { id: string; version: number; sites: string };
  lastResult?: SubmissionResult;
}

/** The sites for which a client wants no links. */
export function ExcludedSitesDialog({ client, lastResult }: ExcludedSitesDialogProps) {
  const back = paths.client(client.id);
  const [form, fields] = useForm({
    id: "excluded-sites",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { version: client.version, sites: client.sites },
    onValidate: ({ formData }) => parseForm(formData, ExcludedSitesInput),
  });
  const named = [{ label: "Sites", ...fieldProps(fields.sites) }];
  return (
    <RouteDialog title="Excluded sites" closeHref={back}>
      <Form method="post" className="form" preventScrollReset {...getFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={{ sites: client.sites }} version={client.version} fields={named} />
        <input type="hidden" name="version" value={fields.version.initialValue ?? client.version} />
        <TextAreaField
          label="Sites"
          hint="A domain per line. The client is warned before they order a link to one of them by list."
          placeholder="example.com"
          rows={8}
          {...fieldProps(fields.sites)}
        />
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
