import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { LinkRulesInput } from "~/domain/catalogue/linkRulesInput";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface LinkRulesDialogProps {
  serviceId: string;
  rules: { version: number; words: string; linksPerPage: string };
  lastResult?: SubmissionResult;
}

/** What the check of an order by list warns of. */
export function LinkRulesDialog({ serviceId, rules, lastResult }: LinkRulesDialogProps) {
  const back = paths.servicePackages(serviceId);
  const [form, fields] = useForm({
    id: "link-rules",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: rules,
    onValidate: ({ formData }) => parseForm(formData, LinkRulesInput),
  });
  const named = [
    { label: "Words with their own price", ...fieldProps(fields.words) },
    { label: "Links to one page in 30 days", ...fieldProps(fields.linksPerPage) },
  ];
  return (
    <RouteDialog title="Rules of orders by list" closeHref={back}>
      <p className="muted">
        Customers who order by list are warned of these rows before they pay. They can still order.
      </p>
      <Form method="post" className="form" preventScrollReset {...getFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={rules} version={rules.version} fields={named} />
        <input type="hidden" name="version" value={fields.version.initialValue ?? rules.version} />
        <TextAreaField
          label="Words with their own price"
          hint="A line each: a word of the anchor text or address, =, and its price class."
          placeholder="casino = Gambling"
          rows={6}
          {...fieldProps(fields.words)}
        />
        <NumberField
          label="Links to one page in 30 days"
          hint="More of them look unnatural to search engines."
          {...fieldProps(fields.linksPerPage)}
          required
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
