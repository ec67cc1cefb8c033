import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useRef } from "react";
import type { z } from "zod";
import type { CommissionSetting } from "~/domain/clients/clientDetails";
import { AffiliateFormInput } from "~/domain/clients/clientInputs";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { AddRow } from "~/ui/form/AddRow";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { RowButtons } from "~/ui/form/RowButtons";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { landingRow, useRows } from "~/ui/form/useRows";

interface AffiliateDialogProps {
  clientId: string;
  version: number;
  /** The stored code, or the one that is proposed. */
  code: string;
  /** Where the code leads from. */
  linkBase: string;
  commissions: readonly CommissionSetting[];
  services: readonly { id: string; name: string }[];
  lastResult?: SubmissionResult;
}

/** Code and commission settings of an affiliate (rules.md commissions/agreements). */
export function AffiliateDialog({
  clientId,
  version,
  code,
  linkBase,
  commissions,
  services,
  lastResult,
}: AffiliateDialogProps) {
  const back = paths.client(clientId);
  const box = useRef<HTMLDivElement>(null);
  const [form, fields] = useForm<z.input<typeof AffiliateFormInput>>({
    id: "affiliate",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: {
      version,
      affiliateCode: code,
      commissions: commissions.map(({ serviceId, percent, firstTime, perpetual }) => ({
        serviceId,
        percent: String(percent / 100),
        firstTime,
        perpetual,
      })),
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: AffiliateFormInput }),
  });
  const rows = fields.commissions.getFieldList();
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, "commissions", rows.length);
  const named = [
    { label: "Affiliate code", ...choiceProps(fields.affiliateCode) },
    ...rows.flatMap((row, index) => {
      const { serviceId, percent } = row.getFieldset();
      return [
        { label: `Service of commission ${index + 1}`, ...choiceProps(serviceId) },
        { label: `Percent of commission ${index + 1}`, ...choiceProps(percent) },
      ];
    }),
  ];
  return (
    <RouteDialog title="Affiliate details" closeHref={back} wide>
      <Form
        method="post"
        action={paths.clientAffiliate(clientId)}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <DefaultSubmit />
        <FormErrors errors={[...(form.errors ?? []), ...(fields.commissions.errors ?? [])]} fields={named} />
        <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
        <TextField
          label="Affiliate code"
          {...choiceProps(fields.affiliateCode)}
          required
          hint={`Their link is ${linkBase}${code}. If you change the code, links with the old one stop working.`}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <h3>Commissions</h3>
        <div className="stack-small" ref={box}>
          <p className="field-hint">
            Perpetual: a commission on every paid order for the service, including renewals. First time: only on a
            referred client's first order.
          </p>
          {rows.map((row, index) => {
            const { serviceId, percent, firstTime, perpetual } = row.getFieldset();
            return (
              <fieldset key={row.key} className="commission-row" data-row>
                <legend className="visually-hidden">Commission {index + 1}</legend>
                <SelectField
                  label="Service"
                  {...choiceProps(serviceId)}
                  required
                  emptyLabel="Choose a service"
                  options={services.map(({ id, name }) => ({ value: id, label: name }))}
                  autoFocus={landing === index}
                />
                <TextField label="Percent" {...choiceProps(percent)} required inputMode="decimal" autoComplete="off" />
                <CheckboxField label="First time" {...checkboxProps(firstTime)} />
                <CheckboxField label="Perpetual" {...checkboxProps(perpetual)} />
                <RowButtons
                  form={form}
                  list="commissions"
                  index={index}
                  count={rows.length}
                  label={`commission ${index + 1}`}
                />
              </fieldset>
            );
          })}
          <AddRow
            form={form}
            list="commissions"
            row={{ serviceId: "", percent: "10", firstTime: false, perpetual: true }}
            label="Add commission"
            said={said}
          />
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
